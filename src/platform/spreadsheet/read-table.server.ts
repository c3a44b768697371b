import { isAmount } from '#lib/text/number-text.ts';
import { unescapeFormula } from '#lib/text/escape-formula.ts';
import { badInput, Problem } from '#lib/api/problem.ts';
import type { TableFileInfo } from '#lib/table-file.ts';
import { tidy } from '#lib/api/wire.ts';
import { type ColumnGuess, guessColumns, type ColumnAliases, type EarlierChoices } from './guess-columns.ts';
import type { TableFile, TableOptions, TableRow } from './table-row.server.ts';
import type { FileSource } from './file-chunks.server.ts';
import { emptyFile, openTable } from './open-table.server.ts';

export interface TableSpec<C extends string> extends TableOptions {
  /** The columns that can be imported. */
  known: ColumnAliases<C>;
  /** Groups of columns: the file must have at least one of each group. */
  required: readonly (readonly C[])[];
  /** Columns whose line breaks are kept. */
  multiline?: ReadonlySet<C>;
  /** The user's choice for each of the file's columns; by default the choices are guessed. */
  chosen?: readonly (string | null)[] | undefined;
  earlierChoices?: EarlierChoices | undefined;
  /**
   * The columns of a file without a header, guessed by the cells of its first row; undefined if these are headings. It is asked if
   * no column was found by its name. By default a row with an amount is a line, and nothing is guessed.
   */
  columnsOfLine?: (cells: readonly string[]) => readonly (C | null)[] | undefined;
}

export interface CellFault<C extends string> {
  row: number;
  column: C;
  message: string;
}

/** A row of an import. */
export interface ImportRow<C extends string> {
  row: number;
  /** The imported cells by column. */
  cells: Partial<Record<C, string>>;
  faults: CellFault<C>[];
  /** All cells in the order of the file, tidied. */
  all: string[];
  quoted?: boolean[];
}

export interface ImportTable<C extends string> {
  /** How the file was read. Its `letters` are complete once all rows have been read. */
  read: TableFileInfo;
  /** Faults of missing and ambiguous columns, at the header's row. */
  faults: CellFault<C>[];
  /** The rows below the header. Throws `Problem` 400 if there are none, or if the file is damaged. */
  rows(): AsyncGenerator<ImportRow<C>>;
}

const noRows = 'The file has no rows below its header.';
/** The rows among which the header is searched for, because a title and a date may be above it. */
const headerSearchRows = 10;
const longestShown = 80;
const mostLetters = 4;

/**
 * Reads the columns of an import from a CSV or Excel file. Its header is whichever of the first rows matches the most
 * columns; a file whose first row is a line has none, and its `headerRow` is 0. Throws `Problem` 400 with a sentence for any other file.
 */
export async function readTable<C extends string>(source: FileSource, spec: TableSpec<C>): Promise<ImportTable<C>> {
  const file = await openTable(source, spec);
  const { header, samples, columnsOfLine } = await findHeader(file, spec);
  const guess = spec.chosen
    ? requireColumns(spec.chosen, header.cells.length, spec.known)
    : columnsOfLine
      ? { columns: header.cells.map((_, place) => columnsOfLine[place] ?? null), ambiguous: [] }
      : guessColumns(header.cells, spec.known, spec.earlierChoices);
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
  const faults = columnFaults(guess, spec, Math.max(header.row, 1));
  return { read, faults, rows: () => rowsBelow({ file, header, columns: guess.columns, spec, read }) };
}

const shown = (text: string): string => {
  const plain = tidy(text);
  return plain.length > longestShown ? `${plain.slice(0, longestShown)}...` : plain;
};

/** The header, and the rows after it that were read while searching for it, as samples. Without a header its row is 0, and its cells are blank. */
async function findHeader<C extends string>(
  file: TableFile,
  { known, earlierChoices, columnsOfLine = columnsOfAmounts }: TableSpec<C>,
) {
  const first: TableRow[] = [];
  for await (const row of file.rows()) {
    first.push(row);
    if (first.length === headerSearchRows) break;
  }
  const countOf = ({ cells }: TableRow): number => {
    const { columns, ambiguous } = guessColumns(cells, known, earlierChoices);
    return columns.filter((column) => column !== null).length + ambiguous.length;
  };
  const [header] = first.toSorted((a, b) => countOf(b) - countOf(a) || a.row - b.row);
  if (!header) throw new Problem(400, emptyFile);
  const guessed = countOf(header) === 0 ? columnsOfLine(withoutBlankEnd(header.cells)) : undefined;
  if (guessed) {
    const width = Math.max(...first.map(({ cells }) => withoutBlankEnd(cells).length));
    const blank: TableRow = { row: 0, cells: Array<string>(width).fill(''), problems: [] };
    return { header: blank, samples: first, columnsOfLine: guessed };
  }
  return {
    header: { ...header, cells: withoutBlankEnd(header.cells) },
    samples: first.slice(first.indexOf(header) + 1),
  };
}

const columnsOfAmounts = (cells: readonly string[]): [] | undefined => (cells.some(isAmount) ? [] : undefined);

const withoutBlankEnd = (cells: readonly string[]): string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);

function requireColumns<C extends string>(
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

const columnName = (column: string): string => column.replaceAll('_', ' ');

function columnFaults<C extends string>(
  { columns, ambiguous }: ColumnGuess<C>,
  { required }: TableSpec<C>,
  row: number,
): CellFault<C>[] {
  const missing = required.filter(
    (group) => !group.some((column) => columns.includes(column) || ambiguous.includes(column)),
  );
  return [
    ...missing.flatMap(([column, ...others]) =>
      column === undefined
        ? []
        : {
            row,
            column,
            message: `No column of the file is the ${[column, ...others].map(columnName).join(' or ')}. Choose it under Columns.`,
          },
    ),
    ...ambiguous.map((column) => ({
      row,
      column,
      message: `More than one column of the file is the ${columnName(column)}. Choose one under Columns.`,
    })),
  ];
}

interface RowsBelowHeader<C extends string> {
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
}: RowsBelowHeader<C>): AsyncGenerator<ImportRow<C>> {
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
    const faults = problems.flatMap(({ place, message }): CellFault<C>[] => {
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
