import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { cents } from '../money.ts';
import * as wire from './wire.ts';

const sentences = (shape: z.ZodType, input: unknown): string[] =>
  (shape.safeParse(input).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);

const name = wire.text({
  min: 2,
  max: 5,
  required: 'Name is required.',
  short: 'Name is too short.',
  long: 'Name is too long.',
});

describe('money', () => {
  test('is dollars outside and cents inside', () => {
    expect(wire.money.parse(19.95)).toBe(1995);
    expect(wire.money.encode(cents(1995))).toBe(19.95);
  });

  test.each([1.005, -1, 1e9, 0.1 + 0.2])('refuses %d', (amount) => {
    expect(sentences(wire.money, amount)).toHaveLength(1);
  });

  test('distinguishes missing from invalid amounts', () => {
    const price = wire.moneyOf('Price is required.');
    for (const missing of [undefined, null, '']) expect(sentences(price, missing)).toEqual([': Price is required.']);
    expect(sentences(price, '12')[0]).toContain('Must be an amount');
    expect(sentences(price, Number.NaN)[0]).toContain('Must be an amount');
  });

  test('signed amounts may be negative', () => {
    expect(wire.signedMoney.encode(cents(-5))).toBe(-0.05);
    expect(wire.signedMoney.decode(-0.05)).toBe(-5);
  });
});

describe('text', () => {
  test.each([undefined, null, '', '   ', '\n', 7, {}])('%j is missing', (input) => {
    expect(sentences(name, input)).toEqual([': Name is required.']);
  });

  test('is trimmed and tidied before its length is checked', () => {
    expect(name.parse('  Ann ')).toBe('Ann');
    expect(name.parse('A\u0000n\nn')).toBe('An n');
    expect(name.parse('A\ud800n\udc00n')).toBe('Ann');
    expect(name.parse('A😀n')).toBe('A😀n');
    expect(name.parse('\u202eA\u200bnn\u2066')).toBe('Ann');
    for (const nothing of ['\u200b\u2060', '\u3164', '\u200d \u2800', '\u00ad\ufe0f'])
      expect(sentences(name, nothing)).toEqual([': Name is required.']);
    expect(sentences(name, ' A ')).toEqual([': Name is too short.']);
    expect(sentences(name, 'Annabel')).toEqual([': Name is too long.']);
  });

  test('measures length in characters', () => {
    expect(name.parse('😀😀😀😀😀')).toHaveLength(10);
    expect(sentences(name, '😀')).toEqual([': Name is too short.']);
  });

  test('keeps line breaks if it is multiline', () => {
    const message = wire.text({ max: 100, long: 'Too long.', required: 'Message is required.', isMultiline: true });
    expect(message.parse(' Hi\r\n\tthere ')).toBe('Hi\n\tthere');
  });

  test('may be omitted if optional', () => {
    const note = wire.optionalText({ min: 2, max: 5, short: 'Too short.', long: 'Too long.' });
    for (const missing of [undefined, null, ' ']) expect(note.parse(missing)).toBe('');
    expect(note.parse(' abc ')).toBe('abc');
    expect(sentences(note, 'a')).toEqual([': Too short.']);
    expect(sentences(note, 'abcdef')).toEqual([': Too long.']);
    expect(z.object({ note }).parse({})).toEqual({ note: '' });
  });
});

test('email', () => {
  const email = wire.email('Email is required.');
  expect(email.parse(' Kim.Lee+shop@example.com.au ')).toBe('Kim.Lee+shop@example.com.au');
  expect(sentences(email, '')).toEqual([': Email is required.']);
  const long = [`${'a'.repeat(65)}@b.com`, `a@${'b'.repeat(64)}.com`, `${'a'.repeat(64)}@${'b.'.repeat(95)}com`];
  for (const wrong of ['kim', 'kim@', 'a@b c.com', 'a@b.com\r\nBcc: c@d.com', ...long]) {
    expect(sentences(email, wrong)).toEqual([': Invalid email address']);
  }
});

test('phone', () => {
  const phone = wire.phone('Mobile is required.');
  expect(phone.parse('0499 999 999')).toBe('0499999999');
  expect(phone.parse('(02) 5550-1234')).toBe('0255501234');
  expect(sentences(phone, ' ')).toEqual([': Mobile is required.']);
  for (const wrong of ['0499 999 99', 'call me now', '0499999999x', '1'.repeat(16)]) {
    expect(sentences(phone, wrong)).toEqual([': Invalid phone number.']);
  }
  const optional = wire.optionalPhone();
  expect(optional.parse(null)).toBe('');
  expect(optional.parse('0499 999 999')).toBe('0499999999');
  expect(sentences(optional, '12')).toEqual([': Invalid phone number.']);
});

test('day', () => {
  const start = wire.dayOf('Start date is required.');
  expect(start.parse('2026-11-21')).toBe('2026-11-21');
  for (const missing of [undefined, null, '']) expect(sentences(start, missing)).toEqual([': Start date is required.']);
  for (const wrong of ['2026-02-30', '21/11/2026', 5]) expect(sentences(start, wrong)).toEqual([': Must be a date.']);
});

test('uuid is decoded in lower case', () => {
  expect(wire.uuid.parse('0192F0C1-23AB-7ABC-8ABC-0192F0C123AB')).toBe('0192f0c1-23ab-7abc-8abc-0192f0c123ab');
  expect(sentences(wire.uuid, '1; drop table users')).toEqual([': Not a valid id.']);
});

describe('paging', () => {
  test('takes decimal digits, or no page at all', () => {
    expect(wire.paging.parse({ page: '2', pageSize: '100' })).toEqual({ page: 2, pageSize: 100 });
    expect(wire.paging.parse({ page: '0010' })).toEqual({ page: 10 });
    expect(wire.paging.parse({})).toEqual({});
  });

  const others = [
    '0x10',
    '1e1',
    '1.0',
    '+1',
    '-1',
    ' 1',
    '1 ',
    '',
    '٣',
    'Infinity',
    '9'.repeat(400),
    ['1', '2'],
    null,
    true,
  ];
  test.each(others)('refuses %j, which is no whole number', (page) => {
    expect(sentences(wire.paging, { page })).toEqual(['page: Must be a whole number.']);
  });

  test.each(['0', '1000001', '9007199254740991'])('refuses %s, which is out of range', (page) => {
    expect(sentences(wire.paging, { page })).toHaveLength(1);
  });

  test('is described in OpenAPI as a number', () => {
    const { properties, required } = z.toJSONSchema(wire.paging, { io: 'input' });
    expect(properties?.['pageSize']).toMatchObject({ type: 'integer', minimum: 1, maximum: 100 });
    expect(required).toBeUndefined();
  });
});

describe('passwords', () => {
  const shape = wire.withMatchingPasswords(
    z.object({ name, password: wire.newPassword(), confirmPassword: z.string().nullish() }),
  );

  test.each([
    ['', 'Password is required.'],
    ['abc1', 'Password must have at least 8 characters.'],
    ['abcdefgh', 'Password must contain a number.'],
    [`1${'a'.repeat(128)}`, 'Password is too long.'],
    ['secret 123\ud800', 'Password has a character that cannot be stored.'],
    ['\udc00secret 123', 'Password has a character that cannot be stored.'],
  ])('%s', (password, sentence) => {
    expect(sentences(wire.newPassword(), password)).toEqual([`: ${sentence}`]);
  });

  test('are accepted exactly as typed', () => {
    expect(wire.newPassword().parse(' pass word 1 ')).toBe(' pass word 1 ');
    expect(wire.newPassword().parse('secret 123 \u{1f9f9}')).toBe('secret 123 \u{1f9f9}');
  });

  test('must match, which is reported together with all other faults', () => {
    expect(sentences(shape, { name: 'Ann', password: 'secret123', confirmPassword: 'secret124' })).toEqual([
      'confirmPassword: Passwords must match',
    ]);
    expect(sentences(shape, { password: 'x', confirmPassword: 'y' })).toEqual([
      'name: Name is required.',
      'password: Password must have at least 8 characters.',
      'confirmPassword: Passwords must match',
    ]);
    expect(sentences(shape, { name: 'Ann', password: 'secret123', confirmPassword: 'secret123' })).toEqual([]);
  });
});

test('every shape describes its wire format in OpenAPI', () => {
  const shape = z.object({
    name,
    price: wire.money,
    due: wire.day,
    id: wire.uuid,
    email: wire.email('Email is required.'),
    phone: wire.optionalPhone(),
    note: wire.optionalText({ max: 5, long: 'Too long.' }),
  });
  const schema = z.toJSONSchema(shape, { io: 'input' });
  expect(schema.required).toEqual(['name', 'price', 'due', 'id', 'email']);
  expect(schema.properties).toMatchObject({ price: { type: 'number' }, due: { type: 'string', format: 'date' } });
});

test('a version may be omitted or null, with the same meaning', () => {
  const shape = z.object({ version: wire.baseVersion });
  expect([{ version: 3 }, { version: null }, {}].map((sent) => shape.parse(sent).version)).toEqual([
    3,
    undefined,
    undefined,
  ]);
  expect(sentences(shape, { version: '3' })).toHaveLength(1);
  expect(z.toJSONSchema(shape, { io: 'input' }).required).toBeUndefined();
  expect(shape.encode({ version: 3 })).toEqual({ version: 3 });
});

test('every shape encodes the values it decoded', () => {
  const shape = z.object({ name, price: wire.money, due: wire.day, id: wire.uuid, phone: wire.optionalPhone() });
  const sent = {
    name: 'Ann',
    price: 5,
    due: '2026-11-21',
    id: '0192f0c1-23ab-7abc-8abc-0192f0c123ab',
    phone: '0499999999',
  };
  expect(shape.encode(shape.parse(sent))).toEqual(sent);
});
