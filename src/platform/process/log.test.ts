import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openLog, withoutCards, withoutKeys, withoutQuery } from './log.server.ts';

describe('card numbers', () => {
  test.each([
    ['4242424242424242', '[card 4242]'],
    ['paid with 4242 4242 4242 4242.', 'paid with [card 4242].'],
    ['4242-4242-4242-4242', '[card 4242]'],
    ['number=4242%204242%204242%204242&cvc=1', 'number=[card 4242]&cvc=1'],
    ['378282246310005', '[card 0005]'],
    ['3782 822463 10005', '[card 0005]'],
    ['{"card":4242424242424242}', '{"card":"[card 4242]"}'],
    ['card4242424242424242x', 'card[card 4242]x'],
    ['?next=%2Fa%3Fcard%3D4242424242424242', '?next=%2Fa%3Fcard%3D[card 4242]'],
    ['%224242424242424242%22', '%22[card 4242]%22'],
    ['4242%252042424242%2D4242', '[card 4242]'],
    ['4242%C2%A04242%C2%A04242%C2%A04242', '[card 4242]'],
    ['4242_4242_4242_4242', '[card 4242]'],
    ['4242.4242.4242.4242', '[card 4242]'],
    ['4242–4242%E2%80%934242 – 4242', '[card 4242]'],
    ['4242 4242 4242 4242 123', '[card 4242] 123'],
    ['12 4242 4242 4242 4242', '12 [card 4242]'],
    ['42424242424242421230123', '[card 4242]1230123'],
    ['4242424242424242 and 5555 5555 5555 4444', '[card 4242] and [card 4444]'],
    ['4242 4242 4242 4242 5555 5555 5555 4444', '[card 4242] [card 4444]'],
  ])('%s is logged as %s', (line, masked) => {
    expect(withoutCards(line)).toBe(masked);
  });

  test.each([
    '4242424242424241', // fails Luhn's check
    '1763716800000', // milliseconds
    '0199f0a2-4242-7242-8242-424242424242',
    'reqId=01990000-4242-4424-8242-424242424242',
    '0.4242424242424242',
  ])('%s is unchanged', (line) => {
    expect(withoutCards(line)).toBe(line);
  });
});

test('the quick test for card numbers misses none that the full search masks', () => {
  const groups = ['4242', '4242424242424242', '378282', '246310005', '5555', '7', '0'];
  const between = [
    '',
    '',
    ' ',
    '-',
    '.',
    '_',
    '+',
    ' - ',
    '\u00a0',
    '\u2013',
    '    ',
    ',',
    ':"',
    '":',
    'a',
    'f0a2',
    '\n',
  ];
  const part = fc.oneof(fc.constantFrom(...groups), fc.constantFrom(...between), fc.uuid());
  let masked = 0;
  const isSame = fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
    const line = parts.join('');
    const whole = withoutCards(`${line}%`).slice(0, -1); // because of the sign every part is searched
    expect(withoutCards(line)).toBe(whole);
    if (whole !== line) masked++;
  });
  fc.assert(isSame, { numRuns: 5_000 });
  expect(masked).toBeGreaterThan(500);
});

test('keys and tokens are removed from addresses', () => {
  expect(withoutKeys('/shopping/order/1?key=abc&print=1')).toBe('/shopping/order/1?key=[hidden]&print=1');
  expect(withoutKeys('/reset-password/?t=abc')).toBe('/reset-password/?t=[hidden]');
  expect(withoutKeys('/v1/addresses/suggest?q=12%20Example%20St')).toBe('/v1/addresses/suggest?q=[hidden]');
  expect(withoutKeys('/login/?return-url=%2Fshopping%2Forder%2F1%3Fprint%3D1%26key%3Dabc%26a&x=1')).toBe(
    '/login/?return-url=%2Fshopping%2Forder%2F1%3Fprint%3D1%26key%3D[hidden]%26a&x=1',
  );
  expect(withoutKeys('{"msg":"/login/?UserName=a&Password=b%26c","n":1}')).toBe(
    '{"msg":"/login/?UserName=[hidden]&Password=[hidden]","n":1}',
  );
});

test('the e-mail that names an account is removed, and so are queries', () => {
  expect(withoutKeys('"PATCH /v1/core/accounts/mei%40example.com/password/reset/request"')).toBe(
    '"PATCH /v1/core/accounts/[hidden]/password/reset/request"',
  );
  expect(withoutQuery('/faqs/?search=Mei+Tanaka')).toBe('/faqs/');
});

test('a line is JSON, without passwords and cards', () => {
  let written = '';
  const log = openLog('info', { write: (line) => void (written += line) });
  log.info({ body: { password: 'p', note: 'my card is 4242 4242 4242 4242' }, token: 't' }, 'requested');
  expect(JSON.parse(written)).toEqual({
    level: 30,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    body: { password: '[hidden]', note: 'my card is [card 4242]' },
    token: '[hidden]',
    msg: 'requested',
  });
});

test('secrets are hidden in a logged object, one level below and in an error, and the objects stay as they are', () => {
  let written = '';
  const log = openLog('info', { write: (line) => void (written += line) });
  const body = { token: 't1', user: { id: 7 }, cookie: undefined };
  const error = Object.assign(new Error('refused'), { authorization: 't2', code: 'E1' });
  log.info({ body, list: [1], none: null, err: error, other: error, cvc: 't3', url: '/a' }, 'requested');
  expect(JSON.parse(written)).toMatchObject({
    body: { token: '[hidden]', user: { id: 7 }, cookie: '[hidden]' },
    list: [1],
    none: null,
    err: { authorization: '[hidden]', code: 'E1', message: 'refused', stack: expect.stringContaining('refused') },
    other: { authorization: '[hidden]', code: 'E1' },
    cvc: '[hidden]',
    url: '/a',
  });
  expect(written).not.toMatch(/t[123]"/);
  expect([body.token, error.authorization]).toEqual(['t1', 't2']);
});

test('an error that quotes an address does not reveal its key', () => {
  let written = '';
  const log = openLog('info', { write: (line) => void (written += line) });
  log.warn({ err: new Error('Reply was already sent in "/v1/shopping-orders/1?key=secret" (GET)?') });
  expect(written).toContain('?key=[hidden]');
  expect(written).not.toContain('secret');
  expect(() => JSON.parse(written)).not.toThrow();
});
