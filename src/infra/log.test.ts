import { describe, expect, test } from 'vitest';
import { openLog, withoutCards, withoutKeys } from './log.server.ts';

describe('card numbers', () => {
  test.each([
    ['4242424242424242', '[card 4242]'],
    ['paid with 4242 4242 4242 4242.', 'paid with [card 4242].'],
    ['4242-4242-4242-4242', '[card 4242]'],
    ['number=4242%204242%204242%204242&cvc=1', 'number=[card 4242]&cvc=1'],
    ['378282246310005', '[card 0005]'],
    ['3782 822463 10005', '[card 0005]'],
    ['{"card":4242424242424242}', '{"card":"[card 4242]"}'],
  ])('%s', (line, masked) => {
    expect(withoutCards(line)).toBe(masked);
  });

  test.each([
    '4242424242424241', // fails Luhn's check
    '1763716800000', // milliseconds
    '0199f0a2-4242-7242-8242-424242424242',
    'a4242424242424242',
    '0.4242424242424242',
  ])('%s is left', (line) => {
    expect(withoutCards(line)).toBe(line);
  });
});

test('keys and tokens are taken out of addresses', () => {
  expect(withoutKeys('/shopping/order/1?key=abc&print=1')).toBe('/shopping/order/1?key=[hidden]&print=1');
  expect(withoutKeys('/reset-password/?t=abc')).toBe('/reset-password/?t=[hidden]');
});

test('a line is JSON, without passwords and cards', () => {
  let written = '';
  const log = openLog('info', { write: (line) => void (written += line) });
  log.info({ body: { password: 'p', note: 'my card is 4242 4242 4242 4242' }, token: 't' }, 'asked');
  expect(JSON.parse(written)).toEqual({
    level: 30,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    body: { password: '[hidden]', note: 'my card is [card 4242]' },
    token: '[hidden]',
    msg: 'asked',
  });
});
