/** Fraction of the limit below which the rest is shown. */
const nearEnd = 0.2;

/** Characters; for shorter limits, such as codes, the rest is not shown. */
const shortText = 30;

/** Message about the characters left, near the limit `most`; undefined otherwise and without a limit. */
export function charactersLeft(most: number | null, text: string): string | undefined {
  if (most === null) return undefined;
  const left = most - [...text].length;
  if (left > most * nearEnd || (most < shortText && left >= 0)) return undefined;
  const characters = Math.abs(left) === 1 ? 'character' : 'characters';
  return left < 0 ? `${-left} ${characters} too many` : `${left} ${characters} left`;
}
