/** A card brand: its name, how its number is grouped, and the lengths of number and CVC (ISO/IEC 7812 ranges). */
export interface CardBrand {
  name: string;
  starts: RegExp;
  /** `0` is a digit, as in the mask of the field. */
  mask: string;
  lengths: readonly number[];
  cvc: number;
}

const plain = '0000 0000 0000 0000';

export const brands: readonly CardBrand[] = [
  { name: 'Visa', starts: /^4/, mask: plain, lengths: [13, 16], cvc: 3 },
  { name: 'Mastercard', starts: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, mask: plain, lengths: [16], cvc: 3 },
  { name: 'American Express', starts: /^3[47]/, mask: '0000 000000 00000', lengths: [15], cvc: 4 },
  { name: 'Diners Club', starts: /^3(0[0-5]|[68])/, mask: '0000 000000 0000', lengths: [14], cvc: 3 },
  { name: 'JCB', starts: /^35(2[89]|[3-8])/, mask: plain, lengths: [16], cvc: 3 },
  { name: 'UnionPay', starts: /^62/, mask: '0000 0000 0000 0000 000', lengths: [16, 17, 18, 19], cvc: 3 },
];

const unknown: CardBrand = { name: '', starts: /^/, mask: '0000 0000 0000 0000 000', lengths: [], cvc: 4 };

export const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** The brand that a number begins like; one without a name while it could be any. */
export const brandOf = (number: string): CardBrand =>
  brands.find(({ starts }) => starts.test(digitsOf(number))) ?? unknown;

/** Whether a number of a known brand has the length that the brand's numbers have. */
export function isFullLength(number: string): boolean {
  const { lengths } = brandOf(number);
  return lengths.length === 0 || lengths.includes(digitsOf(number).length);
}

/** `MM/YY` of what was typed (`08 / 28`), as it is sent. */
export function expiryOf(text: string): string {
  const digits = digitsOf(text);
  return `${digits.slice(0, 2)}/${digits.slice(2, 4)}`;
}

/** Whether a card that says `MM/YY` is still good; it is until the end of its month. */
export function isExpiryAhead(text: string, now: Date): boolean {
  const [month = 0, year = 0] = expiryOf(text).split('/').map(Number);
  if (digitsOf(text).length !== 4 || month < 1 || month > 12) return false;
  return new Date(2000 + year, month, 1) > now;
}
