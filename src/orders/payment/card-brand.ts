/** Card brands by their leading digits, as the card networks publish them. */
const brands: readonly [RegExp, string][] = [
  [/^4/, 'Visa'],
  [/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, 'Mastercard'],
  [/^3[47]/, 'American Express'],
  [/^(6011|64[4-9]|65)/, 'Discover'],
  [/^3(0[0-5]|[68])/, 'Diners Club'],
  [/^35/, 'JCB'],
  [/^62/, 'UnionPay'],
];

/** The brand of a complete or partly typed card number: "Visa", or "Card" when it is unknown. */
export const brandOf = (digits: string): string => brands.find(([start]) => start.test(digits))?.[1] ?? 'Card';
