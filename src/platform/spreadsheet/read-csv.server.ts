import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { Problem } from '#lib/api/problem.ts';
import { decodingOf, textOf } from './text-encoding.server.ts';
import type { Source } from './file-chunks.server.ts';
import type { Delimiter } from '#lib/table-file.ts';
import { isBlank, mostColumns, type TableFile, type TableOptions, type TableRow, tooWide } from './table-row.server.ts';

/** The most characters in all cells of a row: beyond it, a quotation mark is missing. */
const longestRow = 1_000_000;

/** Opens a CSV file (RFC 4180 and the variants of spreadsheets). Throws `Problem` 400 if it is not text. */
export async function openCsv(
  source: Source,
  { head, hasQuoted = false }: TableOptions & { head: Buffer },
): Promise<TableFile> {
  const decoding = await decodingOf(source, head);
  const { delimiter, skip } = await startOf(textOf(source, decoding));
  const readAs = { format: 'csv', encoding: decoding.encoding, delimiter, sheet: null, sheetCount: 0 } as const;
  return { readAs, rows: () => rowsOf(withoutStart(textOf(source, decoding), skip), { delimiter, hasQuoted }) };
}

interface Start {
  delimiter: Delimiter;
  /** Number of characters before the first row. */
  skip: number;
}

/** A first line meant for Excel alone, which does not display it: `sep=;`. */
const separatorLine = /^sep=([,;\t])(\r\n|\n|\r)/i;

async function startOf(text: AsyncIterable<string>): Promise<Start> {
  let first = '';
  for await (const piece of text) {
    first += piece;
    if (first.length >= 4096) break;
  }
  const [line, sign] = separatorLine.exec(first) ?? [];
  if (line !== undefined) return { delimiter: sign as Delimiter, skip: line.length }; // the pattern admits these three only
  return { delimiter: delimiterOf(first), skip: 0 };
}

async function* withoutStart(text: AsyncIterable<string>, skip: number): AsyncGenerator<string> {
  let left = skip;
  for await (const piece of text) {
    yield piece.slice(left);
    left = Math.max(0, left - piece.length);
  }
}

const delimiters: readonly Delimiter[] = [',', ';', '\t'];
const linesLookedAt = 10;

/** The most frequent candidate in the first lines (the median by line), outside quotation marks. */
function delimiterOf(text: string): Delimiter {
  const plain = text.replace(/(^|[,;\t\r\n])"(?:[^"]|"")*("|$)/g, '$1');
  const lines = plain.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const first = lines.slice(0, linesLookedAt);
  const usual = (sign: Delimiter): number => {
    const counts = first.map((line) => line.split(sign).length).sort((a, b) => a - b);
    return counts[Math.floor(counts.length / 2)] ?? 0;
  };
  return delimiters.reduce((best, sign) => (usual(sign) > usual(best) ? sign : best));
}

interface Cell {
  text: string;
  isQuoted: boolean;
}

interface HowToRead {
  delimiter: Delimiter;
  hasQuoted: boolean;
}

async function* rowsOf(text: AsyncIterable<string>, { delimiter, hasQuoted }: HowToRead): AsyncGenerator<TableRow> {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'], // a file joined from two may have both
    relax_column_count: true,
    relax_quotes: true, // such as a 5" hose
    skip_empty_lines: false, // they count as rows of the spreadsheet
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
    throw sentenceOf(error);
  } finally {
    input.destroy();
  }
}

/** Replaces the parser's error, which is worded for programmers. */
function sentenceOf(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  const row = 1 + ('records' in error ? Number(error.records) : 0);
  const isOpen = error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE';
  if (isOpen)
    return new Problem(
      400,
      `A quotation mark that is opened in row ${row} is never closed. Correct it and choose the file again.`,
    );
  return new Problem(400, `Row ${row} cannot be read as CSV. Correct its quotation marks and choose the file again.`);
}
