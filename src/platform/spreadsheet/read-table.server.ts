import { unescapeFormula } from '#lib/text/escape-formula.ts';
import { badInput, Problem } from '#lib/api/problem.ts';
import type { TableFileInfo } from '#lib/table-file.ts';
import { tidy } from '#lib/api/wire.ts';
import { type ColumnGuess, guessColumns, type ColumnAliases, type EarlierChoices } from './guess-columns.ts';
import type { TableFile, TableOptions, TableRow } from './table-row.server.ts';
import type { Source } from './file-chunks.server.ts';
import { emptyFile, openTable } from './open-table.server.ts';

export interface TableSpec<C extends string> extends TableOptions {
  known: ColumnAliases<C>;
  /** Groups of columns; one of each group is required. */
  required: readonly (readonly C[])[];
  /** Columns whose line breaks are kept. */
  multiline?: ReadonlySet<C>;
  /** The user's choice for each of the file's columns; guessed by default. */
  chosen?: readonly (string | null)[] | undefined;
  remembered?: EarlierChoices | undefined;
}

export interface Remark<C extends string> {
  row: number;
  column: C;
  message: string;
}

/** A row with only the imported columns. */
export interface ReadRow<C extends string> {
  row: number;
  cells: Partial<Record<C, string>>;
  faults: Remark<C>[];
  /** All cells in the order of the file, tidied. */
  all: string[];
  quoted?: boolean[];
}

export interface ReadTable<C extends string> {
  /** Its `letters` are complete once all rows have been read. */
  read: TableFileInfo;
  /** Missing and ambiguous columns, reported at the header's row. */
  faults: Remark<C>[];
  /** The rows below the header. Throws `Problem` 400 if there are none, or if the file is damaged. */
  rows(): AsyncGenerator<ReadRow<C>>;
}

const noRows = 'The file has no rows below its header.';
/** A title and a date may be above the header. */
const headerSearchRows = 10;
const longestShown = 80;
const mostLetters = 4;

/**
 * Reads the columns of an import from a CSV or Excel file. The header is the one of the first rows that matches most of
 * them. Throws `Problem` 400 with a sentence for any other file.
 */
export async function readTable<C extends string>(source: Source, spec: TableSpec<C>): Promise<ReadTable<C>> {
  const file = await openTable(source, spec);
  const { header, samples } = await startOf(file, spec);
  const guess = spec.chosen
    ? checked(spec.chosen, header.cells.length, spec.known)
    : guessColumns(header.cells, spec.known, spec.remembered);
  const columns = header.cells.map((cell, place) => ({
    header: shown(cell),
    sample: shown(samples.map(({ cells }) => cells[place] ?? '').find((value) => value.trim() !== '') ?? ''),
    column: guess.columns[place] ?? null,
  }));
  const read: TableFileInfo = {
    ...file.readAs,
    headerRow: header.row,
    columns,
    known: Object.keys(spec.known),
    letters: [],
  };
  const faults = columnFaults(guess, spec, header.row);
  return { read, faults, rows: () => rowsBelow({ file, header, columns: guess.columns, spec, read }) };
}

const shown = (text: string): string => {
  const plain = tidy(text);
  return plain.length > longestShown ? `${plain.slice(0, longestShown)}...` : plain;
};

/** The header and the rows after it that were read in search of it. */
async function startOf<C extends string>(file: TableFile, { known, remembered }: TableSpec<C>) {
  const first: TableRow[] = [];
  for await (const row of file.rows()) {
    first.push(row);
    if (first.length === headerSearchRows) break;
  }
  const countOf = ({ cells }: TableRow): number => {
    const { columns, ambiguous: twice } = guessColumns(cells, known, remembered);
    return columns.filter((column) => column !== null).length + twice.length;
  };
  const [header] = first.toSorted((a, b) => countOf(b) - countOf(a) || a.row - b.row);
  if (!header) throw new Problem(400, emptyFile);
  return {
    header: { ...header, cells: withoutBlankEnd(header.cells) },
    samples: first.slice(first.indexOf(header) + 1),
  };
}

const withoutBlankEnd = (cells: readonly string[]): string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);

function checked<C extends string>(
  chosen: readonly (string | null)[],
  width: number,
  known: ColumnAliases<C>,
): ColumnGuess<C> {
  if (chosen.length !== width)
    throw badInput({ path: 'columns', message: `The file has ${width} columns, not ${chosen.length}.` });
  const columns = chosen.map((name) => {
    if (name !== null && !Object.hasOwn(known, name))
      throw badInput({ path: 'columns', message: `'${name}' is not a column.` });
    return name as C | null; // a key of `known`
  });
  const twice = columns.filter((column, place) => column !== null && columns.indexOf(column) !== place);
  return { columns, ambiguous: [...new Set(twice.filter((column) => column !== null))] };
}

const inWords = (column: string): string => column.replaceAll('_', ' ');

function columnFaults<C extends string>(
  { columns, ambiguous: twice }: ColumnGuess<C>,
  { required }: TableSpec<C>,
  row: number,
): Remark<C>[] {
  const missing = required.filter(
    (group) => !group.some((column) => columns.includes(column) || twice.includes(column)),
  );
  return [
    ...missing.flatMap(([column, ...others]) =>
      column === undefined
        ? []
        : {
            row,
            column,
            message: `No column of the file is the ${[column, ...others].map(inWords).join(' or ')}. Choose it under Columns.`,
          },
    ),
    ...twice.map((column) => ({
      row,
      column,
      message: `More than one column of the file is the ${inWords(column)}. Choose one under Columns.`,
    })),
  ];
}

interface Below<C extends string> {
  file: TableFile;
  header: TableRow;
  columns: readonly (C | null)[];
  spec: TableSpec<C>;
  read: TableFileInfo;
}

async function* rowsBelow<C extends string>({
  file,
  header,
  columns,
  spec,
  read,
}: Below<C>): AsyncGenerator<ReadRow<C>> {
  let isEmpty = true;
  for await (const { row, cells: raw, problems, quoted } of file.rows()) {
    if (row <= header.row) continue;
    isEmpty = false;
    const cells: Partial<Record<C, string>> = {};
    const all = raw.map((cell, place) => {
      const column = columns[place];
      return unescapeFormula(tidy(cell, column ? spec.multiline?.has(column) : false));
    });
    for (const [place, column] of columns.entries()) if (column !== null) cells[column] = all[place] ?? '';
    const faults = problems.flatMap(({ place, message }): Remark<C>[] => {
      const column = columns[place];
      return column ? [{ row, column, message }] : [];
    });
    if (read.letters.length < mostLetters) addLetters(read.letters, columns, all);
    yield { row, cells, faults, all, ...(quoted && { quoted }) };
  }
  if (isEmpty) throw new Problem(400, noRows);
}

function addLetters(letters: string[], columns: readonly (string | null)[], cells: readonly string[]): void {
  const cell = cells.find((text, place) => columns[place] && /\P{ASCII}/u.test(text) && !letters.includes(shown(text)));
  if (cell !== undefined) letters.push(shown(cell));
}
