/*
 * The reference that a payer quotes in a bank transfer: `SPR1042-200017-7` for invoice INV-200017 of account 1042, `SPR1042-2` for the
 * account. At most 18 characters, because that is what direct entry carries. The last digit is the check digit of ISO 7064 MOD 11,10 over
 * all digits before it; it finds every wrong digit and nearly every swapped pair, and is a digit itself.
 */

/** The same for every account, so that a bank's descriptions can be searched for it. */
const prefix = 'SPR';

/** The check digit of ISO 7064 MOD 11,10. */
export function checkDigit(digits: string): string {
  let product = 10;
  for (const digit of digits) product = (((product + Number(digit)) % 10 || 10) * 2) % 11;
  return String((11 - product) % 10);
}

/** The reference for the payment of one invoice. */
export function invoiceReference(accountNumber: number, invoiceNumber: string): string {
  const serial = invoiceNumber.replace(/\D/g, '');
  return `${prefix}${accountNumber}-${serial}-${checkDigit(`${accountNumber}${serial}`)}`;
}

/** The reference for a payment to the account as a whole, such as of a statement. */
export const accountReference = (accountNumber: number): string =>
  `${prefix}${accountNumber}-${checkDigit(String(accountNumber))}`;

/** What a reference in a bank's description may mean. `invoice` is null for the account as a whole. */
export interface QuotedReference {
  accountNumber: number;
  /** `INV-200017` */
  invoice: string | null;
}

const accountDigits = [4, 5, 6];
/** The digits that fit into 18 characters beside the prefix. */
const longest = 15;

/**
 * The references in a text, whatever the bank did to hyphens and spaces, and only with a right check digit. Without hyphens it is open
 * where the account's number ends, so that several readings are returned; the caller takes the one that exists.
 */
export function referencesIn(text: string): QuotedReference[] {
  const found = text.toUpperCase().matchAll(/SPR[\s-]*(\d+)(?:[\s-]+(\d+))?(?:[\s-]+(\d+))?/g);
  return [...found].flatMap(([, account = '', second = '', third = '']) => {
    if (third.length === 1 && isRight(`${account}${second}${third}`)) return [reading(account, second)];
    if (second.length === 1) return isRight(`${account}${second}`) ? [reading(account, '')] : [];
    return isRight(account) ? splitsOf(account) : [];
  });
}

const isRight = (digits: string): boolean =>
  digits.length <= longest && checkDigit(digits.slice(0, -1)) === digits.slice(-1);

/** The ways to read the digits of a reference without hyphens. */
const splitsOf = (digits: string): QuotedReference[] =>
  accountDigits
    .filter((length) => digits.length > length)
    .map((length) => reading(digits.slice(0, length), digits.slice(length, -1)));

const reading = (account: string, serial: string): QuotedReference => ({
  accountNumber: Number(account),
  invoice: serial === '' ? null : `INV-${serial}`,
});
