import { dialledHere } from './phone.ts';

/*
 * Masks of text fields. `9` is a place for a digit; every other character stands as written. Letters and signs are put in
 * where they were not typed; a digit never is, so a fixed digit such as the 04 of `0499 999 999` has to be typed like others.
 */

export interface Masked {
  /** As far as it fits in the shape of the mask, then as it was typed: no digit is lost. */
  text: string;
  /** Whether all of it fits and every digit is there. */
  isComplete: boolean;
}

const isDigit = (sign: string | undefined): boolean => sign !== undefined && /\d/.test(sign);
const isSeparator = (sign: string): boolean => /[\s().\-/:]/.test(sign);

/** Masks of ten digits grouped as phone numbers are, with or without brackets. */
const phoneShape = /^(\(?99\)?[ -]?9999[ -]?9999|9999[ -]?999[ -]?999)$/;

/** A number with the country's code, where the mask is one of a phone. Before a mobile number its plus may lack. */
function withoutCountry(mask: string, typed: string): string {
  if (!phoneShape.test(mask.replace(/\d/g, '9'))) return typed;
  const begun = typed.replace(/^[\s().\-/:]+/, '');
  if (!mask.startsWith('04') || !begun.startsWith('61')) return dialledHere(begun);
  const here = dialledHere(`+${begun}`);
  return here.startsWith('+') ? begun : here;
}

interface Filling {
  mask: string;
  /** The place of the mask that comes next. */
  at: number;
  text: string;
}

/** Fills in one typed character; false where it has no place in the mask. */
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

/** `isGrouped`: the mask's signs only group its digits, so that blanks and hyphens elsewhere mean nothing. */
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
 * A text as its mask writes it: `12` in `AAA-99A` is `AAA-12A`, `0491570156` in `0499 999 999` is `0491 570 156`. Numbers with
 * +61 or 0061 are written as they are dialled in Australia where the mask is one of a phone. What has no place in the mask
 * stays as it was typed, from there on. With `isOpen` fixed signs at the end are not put in, for somebody who deletes them.
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
