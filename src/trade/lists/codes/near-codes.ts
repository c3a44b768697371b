import { editDistance } from '#lib/text/spelling.ts';

const alike: Record<string, string> = {
  o: '0',
  '0': 'o',
  i: '1',
  l: '1',
  '1': 'l',
  s: '5',
  '5': 's',
  b: '8',
  '8': 'b',
};
/** Of longer codes only as many characters are varied. */
const mostVaried = 24;

/**
 * Codes that somebody may have meant who typed this one, in lower case: with a character too many, two swapped, a letter for a digit that
 * looks like it, or with or without a dash. They are looked up by an index; codes that begin alike are found beside it.
 */
export function slipsOf(typed: string): string[] {
  const slips = new Set([typed.replaceAll(/[\s_./-]+/g, ''), typed.replaceAll(/[\s_./]+/g, '-')]);
  for (let at = 0; at < Math.min(typed.length, mostVaried); at++) {
    const [before, one = '', next = '', after] = [typed.slice(0, at), typed[at], typed[at + 1], typed.slice(at + 2)];
    slips.add(before + next + after);
    if (next !== '') slips.add(before + next + one + after);
    if (alike[one] !== undefined) slips.add(before + alike[one] + next + after);
    if (at > 0) slips.add(`${before}-${one}${next}${after}`);
  }
  slips.delete(typed);
  slips.delete('');
  return [...slips];
}

/** Whether a code is near enough to be suggested for what was typed: lower is nearer; undefined if it is not. */
export function nearness(typed: string, code: string): number | undefined {
  const [one, other] = [typed, code.toLowerCase()].map((text) => text.replaceAll(/[^\p{L}\p{N}]/gu, ''));
  const distance = editDistance(other ?? '', one ?? '');
  if (distance <= Math.max(1, Math.floor(typed.length / 4))) return distance;
  return typed.length > 2 && code.toLowerCase().startsWith(typed) ? 10 : undefined;
}
