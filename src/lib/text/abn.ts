/** The tax office's ABN check: the weighted sum of the digits, with the first reduced by one, is divisible by 89. */
export function isAbn(digits: string): boolean {
  if (!/^\d{11}$/.test(digits)) return false;
  const weights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];
  const sum = weights.reduce((total, weight, i) => total + weight * (Number(digits[i]) - (i === 0 ? 1 : 0)), 0);
  return sum % 89 === 0;
}

/** ASIC's check of an Australian Company Number: the ninth digit is the complement of a weighted sum of the others. */
export function isAcn(digits: string): boolean {
  if (!/^\d{9}$/.test(digits)) return false;
  const sum = [8, 7, 6, 5, 4, 3, 2, 1].reduce((total, weight, i) => total + weight * Number(digits[i]), 0);
  return (10 - (sum % 10)) % 10 === Number(digits[8]);
}

/** `004085616` as `004 085 616`; other texts are unchanged. */
export const formatAcn = (digits: string): string => digits.replace(/^(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3');

/** `51824753556` as `51 824 753 556`; other texts are unchanged. */
export const formatAbn = (digits: string): string => digits.replace(/^(\d{2})(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3 $4');
