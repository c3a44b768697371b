/** The word that is meant by a misspelled one, at most a third of its letters away; undefined where none is so near. */
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

/** Letters to change, add or take out (Levenshtein); `most` where they are as many or more. */
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

/** Which of a form's names is meant by an unknown one. */
export type Suggest = (word: string) => string | undefined;

/** Of so many unknown names; beyond, it is rather another form that was meant. */
const maxLookups = 20;

/** Each unknown name is compared with all names, so only the first of them are, each once. */
export function suggestions(names: Iterable<string>): Suggest {
  const found = new Map<string, string | undefined>();
  return (word) => {
    if (!found.has(word) && found.size < maxLookups) found.set(word, nearest(word, names));
    return found.get(word);
  };
}
