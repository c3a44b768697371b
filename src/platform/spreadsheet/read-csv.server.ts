import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { Problem } from '#lib/api/problem.ts';
import { detectEncoding, decodeText } from './text-encoding.server.ts';
import type { FileSource } from './file-chunks.server.ts';
import type { Delimiter } from '#lib/table-file.ts';
import { isBlank, mostColumns, type TableFile, type TableOptions, type TableRow, tooWide } from './table-row.server.ts';

/** The most characters in all cells of a row; in a longer row, a closing quotation mark must be missing. */
const longestRow = 1_000_000;

/** Opens a CSV file (RFC 4180, and as spreadsheets write it). Throws `Problem` 400 if it is not text. */
export async function openCsv(
  source: FileSource,
  { head, hasQuoted = false }: TableOptions & { head: Buffer },
): Promise<TableFile> {
  const decoding = await detectEncoding(source, head);
  const { delimiter, skip } = await detectDelimiter(decodeText(source, decoding));
  const readAs = { format: 'csv', encoding: decoding.encoding, delimiter, sheet: null, sheetCount: 0 } as const;
  return { readAs, rows: () => rowsOf(skipCharacters(decodeText(source, decoding), skip), { delimiter, hasQuoted }) };
}

interface Start {
  delimiter: Delimiter;
  /** Number of characters before the first row. */
  skip: number;
}

/** `sep=;`: a first line that names the delimiter for Excel and is not part of the table. */
const separatorLine = /^sep=([,;\t])(\r\n|\n|\r)/i;

async function detectDelimiter(text: AsyncIterable<string>): Promise<Start> {
  let first = '';
  for await (const chunk of text) {
    first += chunk;
    if (first.length >= 4096) break;
  }
  const [line, sign] = separatorLine.exec(first) ?? [];
  if (line !== undefined) return { delimiter: sign as Delimiter, skip: line.length }; // the pattern admits only delimiters
  return { delimiter: guessDelimiter(first), skip: 0 };
}

async function* skipCharacters(text: AsyncIterable<string>, skip: number): AsyncGenerator<string> {
  let left = skip;
  for await (const chunk of text) {
    yield chunk.slice(left);
    left = Math.max(0, left - chunk.length);
  }
}

const delimiters: readonly Delimiter[] = [',', ';', '\t'];
const sampleLines = 10;

/**
 * The delimiter that splits a typical line at the start of the file into the most cells, ignoring text in quotation marks; of equal
 * ones that which splits the header so, since prices may have decimal commas.
 */
function guessDelimiter(text: string): Delimiter {
  const plain = text.replace(/(^|[,;\t\r\n])"(?:[^"]|"")*("|$)/g, '$1');
  const lines = plain.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const first = lines.slice(0, sampleLines);
  const cellsIn = (line: string, sign: Delimiter): number => line.split(sign).length;
  /** The median number of cells. */
  const usualCells = (sign: Delimiter): number => {
    const counts = first.map((line) => cellsIn(line, sign)).sort((a, b) => a - b);
    return counts[Math.floor(counts.length / 2)] ?? 0;
  };
  const [header = ''] = first;
  return delimiters.reduce((best, sign) => {
    const more = usualCells(sign) - usualCells(best) || cellsIn(header, sign) - cellsIn(header, best);
    return more > 0 ? sign : best;
  });
}

interface Cell {
  text: string;
  isQuoted: boolean;
}

interface CsvOptions {
  delimiter: Delimiter;
  hasQuoted: boolean;
}

async function* rowsOf(text: AsyncIterable<string>, { delimiter, hasQuoted }: CsvOptions): AsyncGenerator<TableRow> {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'], // a file joined from two may have both
    relax_column_count: true,
    relax_quotes: true, // such as a 5" hose
    skip_empty_lines: false, // empty lines count in row numbers
    max_record_size: longestRow,
    ...(hasQuoted && {
      cast: (cell: string, { quoting }: { quoting: boolean }): Cell => ({ text: cell, isQuoted: quoting }),
    }),
  });
  const input = Readable.from(text);
  input.on('error', (error) => parser.destroy(error));
  input.pipe(parser);
  let row = 0;
  try {
    for await (const record of parser as AsyncIterable<(string | Cell)[]>) {
      row++;
      const cells = record.map((cell) => (typeof cell === 'string' ? cell : cell.text));
      if (isBlank(cells)) continue;
      const quoted = hasQuoted && { quoted: record.map((cell) => typeof cell !== 'string' && cell.isQuoted) };
      if (cells.length > mostColumns && !isBlank(cells.slice(mostColumns))) throw tooWide(row);
      yield { row, cells: cells.slice(0, mostColumns), problems: [], ...quoted };
    }
  } catch (error) {
    throw asProblem(error);
  } finally {
    input.destroy();
  }
}

/** Replaces an error of the CSV parser, which is worded for programmers. */
function asProblem(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  const row = 1 + ('records' in error ? Number(error.records) : 0);
  const isUnclosed = error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE';
  if (isUnclosed)
    return new Problem(
      400,
      `A quotation mark that is opened in row ${row} is never closed. Correct it and choose the file again.`,
    );
  return new Problem(400, `Row ${row} cannot be read as CSV. Correct its quotation marks and choose the file again.`);
}
