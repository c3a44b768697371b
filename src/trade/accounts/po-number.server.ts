import { RE2JS } from 're2js';
import type { SiteAccess } from './site-access.server.ts';
import { accountSentences as sentences } from './sentences.ts';

/** What is wrong with a PO number under an account's rule; undefined if nothing is. The pattern is for the whole number, ignoring case. */
export function poNumberFault(
  { poRule, poPattern }: Pick<SiteAccess['account'], 'poRule' | 'poPattern'>,
  poNumber: string,
): string | undefined {
  if (poRule === 'none') return undefined;
  if (poNumber === '') return sentences.poRequired;
  if (poRule === 'required' || RE2JS.compile(poPattern, RE2JS.CASE_INSENSITIVE).matches(poNumber)) return undefined;
  return sentences.poPattern;
}

/** Whether a text is a pattern that `poNumberFault` can use. RE2 takes time in proportion to the text, whatever the pattern. */
export function isPattern(text: string): boolean {
  try {
    RE2JS.compile(text);
    return true;
  } catch {
    return false;
  }
}
