import { parse } from 'csv-parse/sync';
import { unguard } from '#lib/csv-guard.ts';
import { badInput, Problem } from '#lib/problem.ts';
import { tidy } from '#lib/wire.ts';
import { mostUnits } from '#products/movement-contract.ts';
import { mostTakeRows, type TakeFault, takeSentences } from './take-contract.ts';

/** What was counted of one item. */
export interface CountedRow {
  /** The header is row 1. */
  row: number;
  code: string;
  counted: number;
}

export interface CountedFile {
  rows: number;
  /** Rows without a count. */
  skipped: number;
  counted: CountedRow[];
  faults: TakeFault[];
}

/** What the two columns may be called, in small letters; `product code` is what the list's export calls the first. */
const names = { code: ['code', 'product code'], counted: ['counted', 'counted quantity', 'quantity'] };

/**
 * Reads a counted file (RFC 4180; comma, semicolon or tab): a header row with `code` and `counted`, other columns are left
 * aside. Throws `Problem` 400 where it is no such file, 413 for too many rows; all other faults are answered.
 */
export function readCountedFile(file: string): CountedFile {
  const delimiter = delimiterOf(file);
  const [header, ...records] = recordsOf(file, delimiter);
  const places = placesIn(header);
  const isCut = cutter(places, { delimiter, width: header?.record.length ?? 0 });
  if (records.length > mostTakeRows) throw new Problem(413, takeSentences.tooMany);
  const read: CountedFile = { rows: records.length, skipped: 0, counted: [], faults: [] };
  const first = new Map<string, number>();
  for (const { record, row } of records) {
    const code = textOf(record[places.code]);
    const text = textOf(record[places.counted]);
    const cut = isCut(record);
    if (text === '' && !cut) {
      read.skipped++;
      continue;
    }
    const message = codeFault(code, { first, row });
    const counted = cut ?? quantityOf(text);
    if (message) read.faults.push({ row, column: 'code', message });
    if (typeof counted === 'string') read.faults.push({ row, column: 'counted', message: counted });
    else if (!message) read.counted.push({ row, code, counted });
  }
  return read;
}

interface Cell {
  text: string;
  isQuoted: boolean;
}

interface Line {
  record: Cell[];
  row: number;
}

function recordsOf(file: string, delimiter: string): Line[] {
  try {
    const parsed = parse(file, {
      bom: true,
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      info: true,
      cast: (text, { quoting }): Cell => ({ text: unguard(tidy(text)), isQuoted: quoting }),
    }) as unknown as { record: Cell[]; info: { lines: number } }[]; // so it answers with `info`
    return parsed.map(({ record, info }) => ({ record, row: info.lines }));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw badInput({ path: 'file', message: `The file cannot be read as CSV: ${why}` });
  }
}

/** Whichever of the three stands in the header most. */
function delimiterOf(file: string): string {
  const [header = ''] = file.slice(0, 4096).split(/\r?\n/);
  const count = (sign: string): number => header.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

const needsQuotes = 'A number like "1,000" needs quotes.';
const tooLong = `The row has more cells than the header. ${needsQuotes}`;

interface Places {
  code: number;
  counted: number;
}

/**
 * Tells what is wrong with a row whose count may be cut in two: `1,000` without quotes would be read as 1, and all but one taken
 * off the shelf. A row that lacks a cell elsewhere is as long as the header nevertheless, so the cell after the count says it too.
 */
function cutter({ counted }: Places, { delimiter, width }: { delimiter: string; width: number }) {
  return (record: readonly Cell[]): string | undefined => {
    const beyond = record.slice(width);
    const [count, next] = [record[counted], record[counted + 1]];
    if (beyond.some(({ text }) => text !== '')) return tooLong;
    if (beyond.length > 0 && counted < width - 1 && textOf(count) !== '') return tooLong;
    const isThousand =
      delimiter === ',' &&
      [count, next].every((part) => part?.isQuoted === false) &&
      /^-?\d{1,3}$/.test(textOf(count)) &&
      /^\d{3}(\.0+)?$/.test(textOf(next));
    if (!isThousand) return undefined;
    const [first, rest] = [textOf(count), textOf(next)];
    return `'${first}' may be the start of '${first},${rest}'. ${needsQuotes} If it is ${first}, put the count into the last column.`;
  };
}

const textOf = (cell: Cell | undefined): string => cell?.text ?? '';

function placesIn(header: Line | undefined): Places {
  const found = (header?.record ?? []).map(({ text }) => text.toLowerCase());
  const placesOf = (known: readonly string[]): number[] =>
    found.flatMap((name, place) => (known.includes(name) ? [place] : []));
  const [codes, counts] = [placesOf(names.code), placesOf(names.counted)];
  const [[code], [counted]] = [codes, counts];
  const missing = [code === undefined && "'code'", counted === undefined && "'counted'"].filter(Boolean);
  if (code === undefined || counted === undefined)
    throw badInput({ path: 'file', message: `The header row has no column ${missing.join(' and no column ')}.` });
  const twice = [codes.length > 1 && "'code'", counts.length > 1 && "'counted'"].filter(Boolean);
  if (twice.length > 0)
    throw badInput({ path: 'file', message: `The header row has more than one column ${twice.join(' and ')}.` });
  return { code, counted };
}

function codeFault(code: string, { first, row }: { first: Map<string, number>; row: number }): string | undefined {
  if (code === '') return 'Code is required.';
  const before = first.get(code.toLowerCase());
  if (before !== undefined) return `Code '${code}' stands in row ${before} too.`;
  first.set(code.toLowerCase(), row);
  return undefined;
}

/** The number, or what is wrong with it. `1,200` and `1200.00` are numbers that spreadsheets write; `1.000` is a thousand to many. */
function quantityOf(text: string): number | string {
  if (/^[1-9]\d{0,2}\.000$/.test(text))
    return `'${text}' may mean ${text.slice(0, -4)} or ${text.replace('.', '')}. Write it without a point.`;
  const plain = text.replace(
    /^(\d{1,3})((?:,\d{3})+)(?=$|\.)/,
    (_, head: string, rest: string) => head + rest.replaceAll(',', ''),
  );
  if (/^-\d+(\.\d+)?$/.test(plain)) return 'The quantity must not be negative.';
  if (!/^\d+(\.0+)?$/.test(plain)) return `'${text}' is not a whole number.`;
  return Number(plain) > mostUnits ? 'The quantity must not be over 1,000,000.' : Number(plain);
}
