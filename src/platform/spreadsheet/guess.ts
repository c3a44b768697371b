/** Columns that an import knows, each with other names that files give it. */
export type Known<C extends string> = Record<C, readonly string[]>;

/** What staff chose before, by a header's plain form; null is "left out". */
export type Remembered = ReadonlyMap<string, string | null>;

/** A header as it is compared: `Price (incl. GST)` is `price incl gst`. */
export const plainHeader = (header: string): string =>
  header
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%]+/gu, ' ')
    .trim()
    .slice(0, 80);

export interface Guess<C extends string> {
  /** In the order of the headers; null is left out. */
  columns: (C | null)[];
  /** Columns that more than one header claims with the same right: somebody has to choose. */
  twice: C[];
}

/**
 * What each header of a file means: a column's own name first, then what was chosen for such a header before, then other
 * names by their order. A column is taken once.
 */
export function guessColumns<C extends string>(
  headers: readonly string[],
  known: Known<C>,
  remembered: Remembered = new Map(),
): Guess<C> {
  const plain = headers.map(plainHeader);
  const names = Object.keys(known) as C[]; // the keys of the record
  const columns: (C | null)[] = headers.map(() => null);
  const decided = new Set<number>();
  const twice: C[] = [];
  const claim = (column: C, name: string): void => {
    if (columns.includes(column) || twice.includes(column)) return;
    const places = plain.flatMap((header, place) => (header === name && !decided.has(place) ? [place] : []));
    if (places.length > 1) twice.push(column);
    for (const place of places) {
      decided.add(place);
      if (places.length === 1) columns[place] = column;
    }
  };
  for (const column of names) claim(column, plainHeader(column));
  for (const [header, chosen] of remembered) {
    const column = names.find((name) => name === chosen);
    if (column) claim(column, header);
    else if (chosen === null) for (const [place, own] of plain.entries()) if (own === header) decided.add(place);
  }
  for (const column of names) for (const synonym of known[column]) claim(column, plainHeader(synonym));
  return { columns, twice };
}
