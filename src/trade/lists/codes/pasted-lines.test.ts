import fc from 'fast-check';
import { expect, test } from 'vitest';
import { badQuantity, parsePasted } from './pasted-lines.ts';

const first = (text: string) => parsePasted(text)[0]?.readings[0];

test.each([
  ['FM-40 12', 'FM-40', 12],
  ['FM-40\t12', 'FM-40', 12],
  ['FM-40;12', 'FM-40', 12],
  ['FM-40, 12', 'FM-40', 12],
  ['"FM-40","12"', 'FM-40', 12],
  ['FM-40', 'FM-40', null],
  ['FM-40,', 'FM-40', null],
  ['12 x FM-40', 'FM-40', 12],
  ['12x FM-40', 'FM-40', 12],
  ['12 × FM-40', 'FM-40', 12],
  ['12×FM-40', 'FM-40', 12],
  ['FM-40 x 12', 'FM-40', 12],
  ['FM-40 x12', 'FM-40', 12],
  ['12, FM-40', 'FM-40', 12],
  ['FM-40\tFlat mop, 40 cm\t12\t$8.50', 'FM-40', 12],
  ['FM 40 12', 'FM 40', 12],
  ['4012 12', '4012', 12],
  ['4012', '4012', null],
  ['FM-40 12.00', 'FM-40', 12],
] as const)('"%s" is %s, %s', (text, code, quantity) => {
  expect(first(text)).toEqual({ code, quantity });
});

test.each(['FM-40 0', 'FM-40 1000', 'FM-40 2.5', 'FM-40,1000', 'FM-40;-3', 'FM-40, 1.5', 'FM-40,1,000'])(
  '"%s" has no quantity that can be ordered',
  (text) => {
    const [line] = parsePasted(text);
    expect(line?.readings.some(({ quantity }) => quantity !== null)).toBe(false);
    expect(line?.fault).toBe(badQuantity);
  },
);

test('a code of words and digits has several readings', () => {
  expect(parsePasted('FM 40')[0]?.readings).toEqual([
    { code: 'FM', quantity: 40 },
    { code: 'FM 40', quantity: null },
  ]);
  expect(parsePasted('5 L bleach')[0]?.readings).toEqual([
    { code: '5 L bleach', quantity: null },
    { code: 'L bleach', quantity: 5 },
  ]);
});

test('a header and blank lines are left out, and lines keep their numbers', () => {
  const lines = parsePasted('Code;Quantity\r\n\r\nFM-40;2\n \nGB-1;3\n');
  expect(lines.map(({ line, text }) => [line, text])).toEqual([
    [3, 'FM-40;2'],
    [5, 'GB-1;3'],
  ]);
});

test('every text is read without an error, and no quantity is outside of a cart', () => {
  const text = fc.string({ unit: fc.constantFrom(...'aB1 2,;\tx×-.\n"0'), maxLength: 40 });
  fc.assert(
    fc.property(text, (pasted) => {
      for (const { readings, fault } of parsePasted(pasted)) {
        expect(readings.length > 0 || fault !== undefined).toBe(true);
        for (const { code, quantity } of readings) {
          expect(code).not.toBe('');
          if (quantity !== null) expect(quantity > 0 && quantity < 1000).toBe(true);
        }
      }
    }),
  );
});
