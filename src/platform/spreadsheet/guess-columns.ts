/** The columns of an import, each with other names that files use for it. */
export type ColumnAliases<C extends string> = Record<C, readonly string[]>;

/** What staff chose before for a header, by normalised header; null means that the column is skipped. */
export type EarlierChoices = ReadonlyMap<string, string | null>;

/** Normalises a header for comparison: `Price (incl. GST)` becomes `price incl gst`. */
export const normaliseHeader = (header: string): string =>
  header
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%]+/gu, ' ')
    .trim()
    .slice(0, 80);

export interface ColumnGuess<C extends string> {
  /** The columns in the order of the headers; null for a skipped header. */
  columns: (C | null)[];
  /** Columns that several headers match equally well, so that the user has to choose. */
  ambiguous: C[];
}

/**
 * Guesses the column of each header of a file: first by the column's own name, then by earlier choices for the header, then by the
 * column's other names in their order. Each column is assigned once.
 */
export function guessColumns<C extends string>(
  headers: readonly string[],
  known: ColumnAliases<C>,
  earlierChoices: EarlierChoices = new Map(),
): ColumnGuess<C> {
  const plain = headers.map(normaliseHeader);
  const names = Object.keys(known) as C[]; // the keys of the record
  const columns: (C | null)[] = headers.map(() => null);
  const decided = new Set<number>();
  const ambiguous: C[] = [];
  const claim = (column: C, name: string): void => {
    if (columns.includes(column) || ambiguous.includes(column)) return;
    const places = plain.flatMap((header, place) => (header === name && !decided.has(place) ? [place] : []));
    if (places.length > 1) ambiguous.push(column);
    for (const place of places) {
      decided.add(place);
      if (places.length === 1) columns[place] = column;
    }
  };
  for (const column of names) claim(column, normaliseHeader(column));
  for (const [header, chosen] of earlierChoices) {
    const column = names.find((name) => name === chosen);
    if (column) claim(column, header);
    else if (chosen === null) for (const [place, own] of plain.entries()) if (own === header) decided.add(place);
  }
  for (const column of names) for (const synonym of known[column]) claim(column, normaliseHeader(synonym));
  return { columns, ambiguous };
}
