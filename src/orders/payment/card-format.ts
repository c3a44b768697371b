import { brandOf } from './card-brand.ts';

/** A brand's number mask (`9` is a digit) and the length of its CVC. */
interface CardFormat {
  mask: string;
  cvc: number;
}

const defaultFormat: CardFormat = { mask: '9999 9999 9999 9999', cvc: 3 };

const formats: Record<string, CardFormat> = {
  'American Express': { mask: '9999 999999 99999', cvc: 4 },
  'Diners Club': { mask: '9999 999999 9999', cvc: 3 },
  UnionPay: { mask: '9999 9999 9999 9999 999', cvc: 3 },
  Card: { mask: '9999 9999 9999 9999 999', cvc: 4 },
};

export const digitsOf = (text: string): string => text.replace(/\D/g, '');

export const formatOf = (number: string): CardFormat => formats[brandOf(digitsOf(number))] ?? defaultFormat;

/** The brand of a partly typed number; undefined while it is ambiguous. */
export function knownBrand(number: string): string | undefined {
  const brand = brandOf(digitsOf(number));
  return brand === 'Card' ? undefined : brand;
}

/** Whether a card with the expiry date `MM/YY` is still valid, which it is until the end of that month. */
export function isExpiryAhead(text: string, now: Date): boolean {
  const digits = digitsOf(text);
  const month = Number(digits.slice(0, 2));
  return new Date(2000 + Number(digits.slice(2, 4)), month, 1) > now;
}
