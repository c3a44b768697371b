import { toNationalNumber } from './phone.ts';

/*
 * Masks of text fields. `9` stands for any digit; every other character stands for itself. Missing letters and punctuation are added,
 * but digits never are: a fixed digit, such as the 04 of `0499 999 999`, must be typed like any other.
 */

export interface Masked {
  /** The text, formatted as far as it fits the mask and then as typed, so that no digit is lost. */
  text: string;
  /** Whether the text fits the mask and has all its digits. */
  isComplete: boolean;
}

const isDigit = (sign: string | undefined): boolean => sign !== undefined && /\d/.test(sign);
const isSeparator = (sign: string): boolean => /[\s().\-/:]/.test(sign);

/** Masks of ten digits grouped like phone numbers, with or without brackets. */
const phoneShape = /^(\(?99\)?[ -]?9999[ -]?9999|9999[ -]?999[ -]?999)$/;

/** Removes the country code if the mask is for a phone number; for a mobile number, even if the plus is missing. */
function withoutCountry(mask: string, typed: string): string {
  if (!phoneShape.test(mask.replace(/\d/g, '9'))) return typed;
  const start = typed.replace(/^[\s().\-/:]+/, '');
  if (!mask.startsWith('04') || !start.startsWith('61')) return toNationalNumber(start);
  const here = toNationalNumber(`+${start}`);
  return here.startsWith('+') ? start : here;
}

interface Filling {
  mask: string;
  /** The next index in the mask. */
  at: number;
  text: string;
}

/** Adds one typed character; false if it does not fit the mask. */
function take(filling: Filling, sign: string): boolean {
  const { mask } = filling;
  return isDigit(sign) ? takeDigit(filling, sign) : takeSign(filling, sign, !/[/:.]/.test(mask));
}

function takeDigit(filling: Filling, digit: string): boolean {
  const { mask } = filling;
  let at = filling.at;
  while (at < mask.length && !isDigit(mask[at])) at++;
  if (at === mask.length || (mask[at] !== '9' && mask[at] !== digit)) return false;
  filling.text += mask.slice(filling.at, at) + digit;
  filling.at = at + 1;
  return true;
}

/** Adds a typed character that is not a digit. With `isGrouped`, punctuation only groups digits: spaces and hyphens elsewhere are ignored. */
function takeSign(filling: Filling, sign: string, isGrouped: boolean): boolean {
  const { mask, at } = filling;
  let end = at;
  while (end < mask.length && !isDigit(mask[end])) end++;
  const fixed = mask.slice(at, end);
  const place = [...fixed].findIndex((one) => one.toLowerCase() === sign.toLowerCase());
  const taken = place >= 0 ? place : isSeparator(sign) && isSeparator(fixed.charAt(0)) ? 0 : -1;
  if (taken >= 0) {
    filling.text += fixed.slice(0, taken + 1);
    filling.at = at + taken + 1;
    return true;
  }
  const isBoundary = at === 0 || !isDigit(mask[at - 1]);
  const isEnd = at === mask.length && (/\D*$/.exec(mask)?.[0] ?? '').toLowerCase().includes(sign.toLowerCase());
  return isEnd || (isSeparator(sign) && (isGrouped || isBoundary));
}

/**
 * Formats a text by a mask: `12` in `AAA-99A` gives `AAA-12A`, `0491570156` in `0499 999 999` gives `0491 570 156`. In a phone mask, a
 * number with +61 or 0061 becomes the number as dialled in Australia. From the first character that does not fit, the text stays as
 * typed. With `isOpen`, fixed characters at the end are not added, because the user is deleting them.
 */
export function fillMask(mask: string, typed: string, isOpen = false): Masked {
  const filling: Filling = { mask, at: 0, text: '' };
  const lastDigit = mask.search(/\d\D*$/);
  const signs = [...withoutCountry(mask, typed)];
  for (const [place, sign] of signs.entries()) {
    if (!take(filling, sign)) return { text: filling.text + signs.slice(place).join(''), isComplete: false };
    const isFull = filling.at > lastDigit && lastDigit >= 0;
    if (!isFull || isOpen) continue;
    filling.text += mask.slice(filling.at);
    filling.at = mask.length;
  }
  return { text: filling.text, isComplete: filling.at === mask.length };
}
