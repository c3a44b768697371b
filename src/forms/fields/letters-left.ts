/** Of the longest text, the part before its end in which one wants to know how much is left. */
const nearEnd = 0.2;

/** Of shorter texts, such as a time or a code, one sees their end oneself. */
const shortText = 30;

/** How much room is left near the end of a text that may have so many characters; undefined long before, or without an end. */
export function charactersLeft(most: number | null, text: string): string | undefined {
  if (most === null) return undefined;
  const left = most - [...text].length;
  if (left > most * nearEnd || (most < shortText && left >= 0)) return undefined;
  const characters = Math.abs(left) === 1 ? 'character' : 'characters';
  return left < 0 ? `${-left} ${characters} too many` : `${left} ${characters} left`;
}
