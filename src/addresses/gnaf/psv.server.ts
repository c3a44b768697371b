import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { Problem } from '#lib/api/problem.ts';
import type { GnafRow } from './gnaf-names.ts';

/** A fault in a file: what a person who looks at it needs. */
export interface PsvFault {
  file: string;
  line: number;
  message: string;
}

/** The first of them are told; one damaged download has thousands. */
const told = 20;

/** Refuses a file with faults. */
export function refuse(faults: readonly PsvFault[]): never {
  const lines = faults.slice(0, told).map(({ file, line, message }) => `${file}, line ${line}: ${message}`);
  const more = faults.length > told ? [`and ${faults.length - told} more in the same part of the file`] : [];
  throw new Problem(400, [...lines, ...more].join('\n'));
}

/** How far a file has been read: the next byte, and the number of the line that begins there. */
export interface PsvPlace {
  offset: number;
  line: number;
}

/** Takes one row, and says what is wrong with it. */
export type TakeRow = (row: GnafRow) => string | undefined;

const pieceBytes = 1024 * 1024;
const newline = 0x0a;

export interface PsvReading {
  /** Those that must be there; they are found by name. */
  columns: readonly string[];
  /** Where an earlier reading was; the first row where left out. */
  from?: PsvPlace | undefined;
  take: TakeRow;
}

/**
 * Reads a file of values separated by `|` under a line of column names. Gives the place that it came to after about every
 * megabyte, when the rows up to there have been taken. Throws all faults of a megabyte at once.
 */
export async function* readPsv(file: string, { columns, from, take }: PsvReading): AsyncGenerator<PsvPlace> {
  const handle = await open(file);
  try {
    const header = await readHeader(handle, file, columns);
    const buffer = Buffer.allocUnsafe(pieceBytes);
    let place = from ?? header.next;
    for (;;) {
      const text = await readLines(handle, { file, place, buffer });
      if (text.length === 0) return;
      const lines = takeLines(text.toString(), { file: basename(file), header, first: place.line, take });
      place = { offset: place.offset + text.length, line: place.line + lines };
      yield place;
    }
  } finally {
    await handle.close();
  }
}

interface Header {
  width: number;
  /** Where each column stands. */
  places: Map<string, number>;
  next: PsvPlace;
}

async function readHeader(handle: FileHandle, file: string, columns: readonly string[]): Promise<Header> {
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(64 * 1024), position: 0 });
  const end = buffer.subarray(0, bytesRead).indexOf(newline);
  const first = buffer.subarray(0, end < 0 ? bytesRead : end).toString();
  const names = first
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('|');
  const missing = columns.filter((column) => !names.includes(column));
  if (missing.length > 0)
    refuse(missing.map((column) => ({ file: basename(file), line: 1, message: `the column ${column} is missing.` })));
  const places = new Map(names.map((name, place) => [name, place]));
  return { width: names.length, places, next: { offset: end < 0 ? bytesRead : end + 1, line: 2 } };
}

interface LinesAt {
  file: string;
  place: PsvPlace;
  /** Written over each time. */
  buffer: Buffer;
}

/** The bytes from a place to the end of a line, about a piece of them; none at the end of the file. */
async function readLines(handle: FileHandle, { file, place, buffer }: LinesAt): Promise<Buffer> {
  let length = 0;
  for (let bytesRead = -1; length < pieceBytes && bytesRead !== 0; length += bytesRead)
    ({ bytesRead } = await handle.read(buffer, length, pieceBytes - length, place.offset + length));
  const read = buffer.subarray(0, length);
  if (length < pieceBytes) return read; // the last line need not be ended
  const end = read.lastIndexOf(newline);
  if (end < 0) refuse([{ file: basename(file), line: place.line, message: 'the line has no end.' }]);
  return read.subarray(0, end + 1);
}

interface Lines {
  file: string;
  header: Header;
  /** The number of the first line. */
  first: number;
  take: TakeRow;
}

/** Answers how many lines there were. */
function takeLines(text: string, { file, header, first, take }: Lines): number {
  const faults: PsvFault[] = [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  for (const [place, ended] of lines.entries()) {
    const line = ended.endsWith('\r') ? ended.slice(0, -1) : ended;
    if (line === '') continue;
    const message = takeLine(line, header, take);
    if (message !== undefined) faults.push({ file, line: first + place, message });
  }
  if (faults.length > 0) refuse(faults);
  return lines.length;
}

function takeLine(line: string, { width, places }: Header, take: TakeRow): string | undefined {
  const values = line.split('|');
  if (values.length !== width) return `${values.length} values, where the columns are ${width}.`;
  if (/[\0\ufffd]/.test(line)) return 'a character that is no text.';
  return take((column) => values[places.get(column) ?? -1] ?? '');
}
