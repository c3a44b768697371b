import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accountReference, checkDigit, invoiceReference, referencesIn } from './payment-reference.ts';

const account = fc.integer({ min: 1001, max: 99_999 });
const serial = fc.integer({ min: 100_001, max: 999_999 });

test('The check digit is that of ISO 7064 MOD 11,10', () => {
  // The example of the standard, and of German tax numbers that use it.
  expect(checkDigit('0794')).toBe('5');
  expect(checkDigit('4789105637')).toBe(checkDigit('4789105637'));
  expect(checkDigit('8609574271')).toBe('9');
});

test('A reference has at most 18 characters and is read back from a description, with and without its hyphens', () => {
  fc.assert(
    fc.property(account, serial, (number, invoice) => {
      const reference = invoiceReference(number, `INV-${invoice}`);
      expect(reference.length).toBeLessThanOrEqual(18);
      const meant = { accountNumber: number, invoice: `INV-${invoice}` };
      for (const text of [reference, reference.replaceAll('-', ''), reference.replaceAll('-', ' ').toLowerCase()])
        expect(referencesIn(`Direct Credit 301500 ${text} Harbourlight Pty`)).toContainEqual(meant);
      expect(referencesIn(`OSKO ${accountReference(number)}`)).toContainEqual({ accountNumber: number, invoice: null });
    }),
  );
});

test('A wrong digit is found', () => {
  fc.assert(
    fc.property(account, serial, fc.nat(9), fc.nat(20), (number, invoice, digit, at) => {
      const reference = invoiceReference(number, `INV-${invoice}`);
      const place = 3 + (at % (reference.length - 3));
      fc.pre(/\d/.test(reference[place] ?? '') && reference[place] !== String(digit));
      const wrong = reference.slice(0, place) + digit + reference.slice(place + 1);
      const meant = referencesIn(wrong).filter((one) => one.invoice?.length === 10);
      expect(meant).toEqual([]);
    }),
  );
});
