import { sql } from 'kysely';
import type { Db, Tx } from '../db/db.server.ts';
import { recordset } from '../db/recordset.server.ts';
import type { FileColumn } from '#lib/table-file.ts';
import { guessColumns, type ColumnAliases, normaliseHeader, type EarlierChoices } from './guess-columns.ts';

export type ImportList = 'products' | 'stock-take' | 'promos' | 'price-list';

/** Enough for a hundred files with a hundred unknown columns each. */
const mostChoices = 10_000;

/** What staff chose for the headers of earlier files of this list. */
export async function readColumnChoices(db: Db | Tx, list: ImportList): Promise<EarlierChoices> {
  const { rows } = await sql<{ header: string; column: string | null }>`
    select header, column_name as "column" from import_columns where list = ${list}
    order by chosen_at desc, header limit ${mostChoices}`.execute(db);
  return new Map(rows.map(({ header, column }) => [header, column]));
}

/** Stores the choices for a file's columns that differ from the guess, and deletes stored choices where they equal it. */
export async function storeColumnChoices<C extends string>(
  tx: Tx,
  columns: readonly Pick<FileColumn, 'header' | 'column'>[],
  { list, known, at }: { list: ImportList; known: ColumnAliases<C>; at: Date },
): Promise<void> {
  const headers = columns.map(({ header }) => header);
  const guess = guessColumns(headers, known);
  const own = new Set(Object.keys(known).map(normaliseHeader));
  const plain = headers.map(normaliseHeader);
  const rows = columns.flatMap(({ column }, place) => {
    const header = plain[place] ?? '';
    // Leaves out headers that are a column's own name, which means that column in every file, and headers that the file has twice.
    const isStorable = header !== '' && !own.has(header) && plain.indexOf(header) === plain.lastIndexOf(header);
    return isStorable ? { header, column, guessed: guess.columns[place] === column } : [];
  });
  const chosen = rows.filter(({ guessed }) => !guessed);
  const equalToGuess = rows.filter(({ guessed }) => guessed).map(({ header }) => header);
  await sql`delete from import_columns where list = ${list} and header = any(${equalToGuess}::text[])`.execute(tx);
  await sql`insert into import_columns (list, header, column_name, chosen_at)
    select ${list}, header, "column", ${at} from ${recordset(chosen, 'header text, "column" text')} order by header
    on conflict (list, header) do update set column_name = excluded.column_name, chosen_at = excluded.chosen_at`.execute(
    tx,
  );
}
