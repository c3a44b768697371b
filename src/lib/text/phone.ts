/** Between the digits of a number as people write it. */
const between = '[\\s().-]*';

/** The country's code before a number: `+61`, or `0061` as it is dialled from abroad. What follows it decides, so one more digit is needed. */
const countryCode = new RegExp(
  `^${between}(?:\\+|0${between}0)${between}6${between}1${between}(?:0${between})?(?=[1-9])`,
);

/** The same without a plus, which only a whole number shows: no number of Australia begins with 61 and has nine digits more. */
const bareCode = /^61(?=[2-478]\d{8}$)/;

/** A number as it is dialled in Australia: `+61 2 5550 1234` and `0061 (0)2 5550 1234` are `02 5550 1234`; others stay as typed. */
export const dialledHere = (typed: string): string =>
  // Numbers such as 1300 555 010 have no 0 before them.
  typed.replace(countryCode, (code, at: number) => (typed[at + code.length] === '1' ? '' : '0'));

/**
 * A phone number as it is stored: the digits that are dialled in Australia. Blanks, brackets, dots, hyphens and a plus are left
 * out; letters and other signs stay, so that the number is refused.
 */
export const phoneDigits = (typed: string): string =>
  dialledHere(typed)
    .replace(/[\s().+-]/g, '')
    .replace(bareCode, '0');

/**
 * Whether digits as `phoneDigits` writes them can be a phone number: 10 at least (specification of the site, section 5), 15 at
 * most (ITU-T E.164); an Australian number with its 0 has exactly 10.
 */
export const isPhone = (digits: string): boolean => /^(0[1-9]\d{8}|(00|[1-9]\d)\d{8,13})$/.test(digits);

/** Whether digits are an Australian number that is no mobile number, such as one of a land line. */
export const isLandLine = (digits: string): boolean => /^0[1-9]/.test(digits) && !/^0[45]/.test(digits);
