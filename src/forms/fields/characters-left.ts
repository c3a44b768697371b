/** The message appears when less than this fraction of the limit is left. */
const nearEnd = 0.2;

/** Limit in characters. Fields with a shorter limit, such as codes, get a message only when the text is too long. */
const shortText = 30;

/** Message about the characters left; undefined without a limit, or while many are left. */
export function charactersLeft(limit: number | null, text: string): string | undefined {
  if (limit === null) return undefined;
  const left = limit - [...text].length;
  if (left > limit * nearEnd || (limit < shortText && left >= 0)) return undefined;
  const characters = Math.abs(left) === 1 ? 'character' : 'characters';
  return left < 0 ? `${-left} ${characters} too many` : `${left} ${characters} left`;
}
