import type { Db } from '#platform/db/db.server.ts';
import { parseSearch, type Search } from '#lib/text/search-words.ts';
import { mostSimilarWords } from './dictionary.server.ts';
import { countMatches } from './count-matches.server.ts';
import { isFiller } from './word-forms.ts';
import { literalBreadth, tokensOf, type Interpretation, type InterpretSearch } from './interpret-search.server.ts';

/** The same search with its typing errors corrected, if it has any. */
export function didYouMean(search: Search, { corrections }: Interpretation): { didYouMean?: string } {
  if (corrections.size === 0) return {};
  return { didYouMean: textOf(search, (word) => corrections.get(word) ?? word) };
}

/** The search as text, with each unquoted word replaced; undefined leaves it out. */
const textOf = ({ phrases, ...search }: Search, replace: (word: string) => string | undefined): string =>
  [
    ...phrases.map((phrase) => `"${phrase.join(' ')}"`),
    ...tokensOf({ ...search, phrases }).flatMap((word) => replace(word) ?? []),
  ].join(' ');

const mostTried = 8;

/**
 * A similar search for one without results. It tries to replace unknown words with the most similar ones, then (if it
 * may be shorter) to leave them out, then to leave out one word more, then single words. The first with results is
 * returned.
 */
export async function suggest(
  db: Db,
  search: Search,
  { interpreter, mayBeShorter }: { interpreter: { read: InterpretSearch }; mayBeShorter: boolean },
): Promise<string | undefined> {
  const { unknown } = await interpreter.read(search, literalBreadth);
  const similar = new Map(
    await Promise.all(
      unknown.slice(0, mostTried).map(async (word) => [word, (await mostSimilarWords(db, word))[0]] as const),
    ),
  );
  const tokens = tokensOf(search).filter((word) => !isFiller(word));
  const replaced = tokens.flatMap((word) => (unknown.includes(word) ? (similar.get(word) ?? []) : word));
  const longestFirst = [...replaced].sort((a, b) => b.length - a.length);
  const respelled = textOf(search, (word) => (unknown.includes(word) ? similar.get(word) : word));
  if (!mayBeShorter && (similar.size === 0 || [...similar.values()].includes(undefined))) return undefined;
  const shorter = [
    replaced.join(' '),
    ...longestFirst.toReversed().map((leftOut) => replaced.filter((word) => word !== leftOut).join(' ')),
    ...longestFirst,
  ];
  const tried = [respelled, ...(mayBeShorter ? shorter : [])];
  for (const text of [...new Set(tried)].filter((one) => one !== '').slice(0, mostTried)) {
    const interpretation = await interpreter.read(parseSearch(text), literalBreadth);
    if (interpretation.slots.length + interpretation.phrases.length === 0) continue;
    if ((await countMatches(db, interpretation, 1)) > 0) return text;
  }
  return undefined;
}
