import { nearestWords } from '#lib/text/spelling.ts';

/** The most similar word, ignoring case; undefined if none is similar. */
export function nearest(word: string, words: Iterable<string>): string | undefined {
  const all = [...words];
  const inLowerCase = all.map((one) => one.toLowerCase());
  const [near] = nearestWords(word.toLowerCase(), inLowerCase);
  return near === undefined ? undefined : all[inLowerCase.indexOf(near)];
}

/** Suggests the known name that a misspelt one probably stands for. */
export type Suggest = (word: string) => string | undefined;

/** Limit on unknown names that get a suggestion; with more, the rules probably belong to another form. */
const maxLookups = 20;

/** Looks up only the first unknown names, each once, because every lookup compares with all names. */
export function suggestions(names: Iterable<string>): Suggest {
  const suggested = new Map<string, string | undefined>();
  return (word) => {
    if (!suggested.has(word) && suggested.size < maxLookups) suggested.set(word, nearest(word, names));
    return suggested.get(word);
  };
}
