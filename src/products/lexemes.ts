import { normalise, parseSearch, type Search, toTsQuery, wordsOf } from '#lib/search-words.ts';

/*
 * Besides a product's words its search vector holds marked lexemes. Words are letters and digits only, so no mark is ever
 * taken for a word, and every combination of search, category and option is one question to one index.
 */

/** The category that stands for the whole catalogue in listings and their counts. */
export const wholeCatalogue = '00000000-0000-0000-0000-000000000000';

/** As PostgreSQL reads a lexeme in `tsvector` and `tsquery`. Longer ones than it takes are cut on both sides. */
export const quoteLexeme = (text: string): string =>
  `'${[...text].slice(0, 400).join('').replace(/\\/g, '\\\\').replace(/'/g, "''")}'`;

export const codeLexeme = (code: string): string => quoteLexeme(`k:${normalise(code)}`);
export const categoryLexeme = (id: string): string => quoteLexeme(`c:${id}`);

/** How an option is written in listings, counts and addresses: `Size:5 L`, the first colon parting name and value. */
export const optionText = (name: string, value: string): string => `${name.trim().replace(/\s*:\s*/g, ':')}:${value.trim()}`;

/** Case makes no difference. */
export const optionLexeme = (option: string): string => quoteLexeme(`o:${option.toLowerCase()}`);

const nameMark = '=';

/** Lexemes of the name's words with their places, so that a phrase can be looked for in names alone. */
export const nameLexemes = (name: string): string =>
  wordsOf(name)
    .map((word, index) => `${quoteLexeme(nameMark + word)}:${index + 1}`)
    .join(' ');

/** Questions to the search index. */
export interface SearchQuestions {
  anywhere: string;
  /** The same in three, none of which answers a product of another: the code itself, all in the name, the rest. */
  bestFirst: [string, string, string];
}

/** Reads a search box; undefined where nothing is looked for. */
export function searchQuestions(text: string): SearchQuestions | undefined {
  const search = parseSearch(text);
  const anywhere = toTsQuery(search);
  if (anywhere === '') return undefined;
  const inName = toTsQuery(marked(search));
  const code = codeLexeme(text);
  return { anywhere, bestFirst: [`(${anywhere}) & ${code}`, `(${inName}) & !${code}`, `(${anywhere}) & !(${inName}) & !${code}`] };
}

const marked = ({ words, phrases, prefix }: Search): Search => ({
  words: words.map(mark),
  phrases: phrases.map((phrase) => phrase.map(mark)),
  ...(prefix !== undefined && { prefix: mark(prefix) }),
});

const mark = (word: string): string => nameMark + word;
