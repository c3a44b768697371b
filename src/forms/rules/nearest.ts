/** The most similar word, differing in at most a third of the letters; undefined if there is none. */
export function nearest(word: string, words: Iterable<string>): string | undefined {
  const most = Math.max(1, Math.floor(word.length / 3));
  let best: string | undefined;
  let least = most + 1;
  for (const one of words) {
    if (Math.abs(one.length - word.length) >= least) continue;
    const distance = distanceOf(word.toLowerCase(), one.toLowerCase(), least);
    if (distance < least) [best, least] = [one, distance];
  }
  return best;
}

/** Levenshtein distance, at most `most`. */
function distanceOf(one: string, other: string, most: number): number {
  let above = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let row = 1; row <= one.length; row++) {
    const line = [row];
    let least = row;
    for (let column = 1; column <= other.length; column++) {
      const swap = (above[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      const letters = Math.min(swap, (above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1);
      line.push(letters);
      least = Math.min(least, letters);
    }
    if (least >= most) return most;
    above = line;
  }
  return above[other.length] ?? 0;
}

/** Suggests one of a form's names for an unknown one. */
export type Suggest = (word: string) => string | undefined;

/** Number of unknown names that get a suggestion; with more, the rules probably belong to another form. */
const maxLookups = 20;

/** Looks up only the first unknown names, each once, because each is compared with all names. */
export function suggestions(names: Iterable<string>): Suggest {
  const suggested = new Map<string, string | undefined>();
  return (word) => {
    if (!suggested.has(word) && suggested.size < maxLookups) suggested.set(word, nearest(word, names));
    return suggested.get(word);
  };
}
