import { phoneDigits } from './phone.ts';

/** The tax office's ABN check: the weighted sum of the digits, with the first reduced by one, is divisible by 89. */
export function isAbn(digits: string): boolean {
  if (!/^\d{11}$/.test(digits)) return false;
  const weights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];
  const sum = weights.reduce((total, weight, i) => total + weight * (Number(digits[i]) - (i === 0 ? 1 : 0)), 0);
  return sum % 89 === 0;
}

/** `51824753556` as `51 824 753 556`; other texts are unchanged. */
export const formatAbn = (digits: string): string => digits.replace(/^(\d{2})(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3 $4');

/** Opening hours of the office and the pick-up counter. */
export const openingHours = 'Monday to Friday, 7 am to 6 pm';

/** Stored digits in the Australian format: `(02) 5550 1234`, `0491 570 006`, `1300 555 010`; others are unchanged. */
export function formatPhone(stored: string): string {
  const digits = phoneDigits(stored); // some were stored with the country code
  if (/^0[45]\d{8}$/.test(digits)) return digits.replace(/^(\d{4})(\d{3})(\d{3})$/, '$1 $2 $3');
  if (/^0\d{9}$/.test(digits)) return digits.replace(/^(\d{2})(\d{4})(\d{4})$/, '($1) $2 $3');
  return /^1[38]00\d{6}$/.test(digits) ? digits.replace(/^(\d{4})(\d{3})(\d{3})$/, '$1 $2 $3') : stored;
}

/** For `tel:` links: the international form of an Australian number. */
export const telephoneLink = (stored: string): string => `tel:${phoneDigits(stored).replace(/^0(\d{9})$/, '+61$1')}`;
