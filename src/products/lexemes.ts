import { normalise } from '#lib/search-words.ts';

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
export const optionText = (name: string, value: string): string =>
  `${name.trim().replace(/\s*:\s*/g, ':')}:${value.trim()}`;

/** Case makes no difference. */
export const optionLexeme = (option: string): string => quoteLexeme(`o:${option.toLowerCase()}`);
/** Of an option, or of its name alone. */
export const optionNameLexeme = (option: string): string =>
  quoteLexeme(`n:${option.toLowerCase().replace(/:.*/s, '')}`);
