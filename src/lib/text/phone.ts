/** Separators between the digits of a phone number. */
const between = '[\\s().-]*';

/** The country code of a number: `+61`, or `0061` as dialled from abroad, before at least one more digit. */
const countryCode = new RegExp(
  `^${between}(?:\\+|0${between}0)${between}6${between}1${between}(?:0${between})?(?=[1-9])`,
);

/** The country code without a plus, recognisable only in a complete number: no Australian number is 61 and nine more digits. */
const bareCode = /^61(?=[2-478]\d{8}$)/;

/** A number as dialled in Australia: `+61 2 5550 1234` and `0061 (0)2 5550 1234` give `02 5550 1234`; others are unchanged. */
export const toNationalNumber = (typed: string): string =>
  // Numbers such as 1300 555 010 have no 0 before them.
  typed.replace(countryCode, (code, at: number) => (typed[at + code.length] === '1' ? '' : '0'));

/**
 * A phone number as stored: the digits dialled in Australia. Spaces, brackets, dots, hyphens and a plus are
 * removed; letters and other characters stay, so that the number is refused.
 */
export const phoneDigits = (typed: string): string =>
  toNationalNumber(typed)
    .replace(/[\s().+-]/g, '')
    .replace(bareCode, '0');

/**
 * Whether the digits of `phoneDigits` can be a phone number: at least 10 (specification of the site, section 5), at
 * most 15 (ITU-T E.164); an Australian number with its 0 has exactly 10.
 */
export const isPhone = (digits: string): boolean => /^(0[1-9]\d{8}|(00|[1-9]\d)\d{8,13})$/.test(digits);

/** Whether the digits are an Australian number other than a mobile number. */
export const isLandLine = (digits: string): boolean => /^0[1-9]/.test(digits) && !/^0[45]/.test(digits);

/** Stored digits in the Australian format: `(02) 5550 1234`, `0491 570 006`, `1300 555 010`; others are unchanged. */
export function formatPhone(stored: string): string {
  const digits = phoneDigits(stored); // some were stored with the country code
  if (/^0[45]\d{8}$/.test(digits)) return digits.replace(/^(\d{4})(\d{3})(\d{3})$/, '$1 $2 $3');
  if (/^0\d{9}$/.test(digits)) return digits.replace(/^(\d{2})(\d{4})(\d{4})$/, '($1) $2 $3');
  return /^1[38]00\d{6}$/.test(digits) ? digits.replace(/^(\d{4})(\d{3})(\d{3})$/, '$1 $2 $3') : stored;
}

/** The international form of an Australian number, for `tel:` links. */
export const telephoneLink = (stored: string): string => `tel:${phoneDigits(stored).replace(/^0(\d{9})$/, '+61$1')}`;
