/**
 * How many letters must be inserted, deleted, replaced or swapped with a neighbour to turn `typed` into `word` (optimal string
 * alignment distance). With `isBegun`, into a prefix of `word`, because the user is still typing.
 */
export function editDistance(word: string, typed: string, isBegun = false): number {
  let before: number[] = [];
  let last = Array.from({ length: word.length + 1 }, (_, place) => place);
  for (let i = 1; i <= typed.length; i++) {
    const row = [i];
    for (let j = 1; j <= word.length; j++) {
      const isSame = typed[i - 1] === word[j - 1];
      const isSwapped = i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1];
      const edited = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
      row.push(isSwapped ? Math.min(edited, (before[j - 2] ?? 0) + 1) : edited);
    }
    before = last;
    last = row;
  }
  return isBegun ? Math.min(...last) : (last[word.length] ?? 0);
}

/** How many edits are accepted: one in up to five letters, two from six, three from nine. */
const mostEdits = (typed: string): number => Math.max(1, Math.floor(typed.length / 3));

/** The words with the smallest distance to the typed one; none if even that is too large for a typing error. */
export function nearestWords(typed: string, words: readonly string[], isBegun = false): string[] {
  const most = mostEdits(typed);
  const measured = words
    .filter((word) => isBegun || Math.abs(word.length - typed.length) <= most)
    .map((word) => ({ word, distance: editDistance(word, typed, isBegun) }));
  const least = measured.reduce((nearest, { distance }) => Math.min(nearest, distance), most);
  return measured.filter(({ distance }) => distance === least).map(({ word }) => word);
}

/** The word with each pair of adjacent letters swapped, because short words misspelled in this way share few trigrams. */
export const swapsOf = (word: string): string[] =>
  Array.from({ length: word.length - 1 }, (_, i) => word.slice(0, i) + word[i + 1] + word[i] + word.slice(i + 2));
