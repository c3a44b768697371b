import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { Problem } from '#lib/api/problem.ts';
import type { GnafRow } from './gnaf-names.ts';

/** What is wrong with a line of a file. */
export interface PsvFault {
  file: string;
  line: number;
  message: string;
}

/** How many faults are listed, since a damaged download has thousands. */
const maxListed = 20;

/** Throws a `Problem` that lists the faults. */
export function refuse(faults: readonly PsvFault[]): never {
  const lines = faults.slice(0, maxListed).map(({ file, line, message }) => `${file}, line ${line}: ${message}`);
  const more = faults.length > maxListed ? [`and ${faults.length - maxListed} more in the same part of the file`] : [];
  throw new Problem(400, [...lines, ...more].join('\n'));
}

/** A position in a file: the next byte, and the number of the line that begins there. */
export interface PsvPlace {
  offset: number;
  line: number;
}

const pieceBytes = 1024 * 1024;
const newline = 0x0a;

export interface PsvReading {
  /** The required columns; they are found by name. */
  columns: readonly string[];
  /** Where to resume; the first row if left out. */
  from?: PsvPlace | undefined;
  /** Handles one row, and returns a message if it is invalid. */
  take: (row: GnafRow) => string | undefined;
}

/**
 * Reads a file of `|`-separated values with a header line. Yields the position after about every megabyte, once its
 * rows have been handled. Throws all faults of a megabyte at once.
 */
export async function* readPsv(file: string, { columns, from, take }: PsvReading): AsyncGenerator<PsvPlace> {
  const handle = await open(file);
  try {
    const header = await readHeader(handle, file, columns);
    const buffer = Buffer.allocUnsafe(pieceBytes);
    let place = from ?? header.next;
    for (;;) {
      const text = await readLines(handle, file, place, buffer);
      if (text.length === 0) return;
      const lines = handleLines(text.toString(), basename(file), header, place.line, take);
      place = { offset: place.offset + text.length, line: place.line + lines };
      yield place;
    }
  } finally {
    await handle.close();
  }
}

interface Header {
  width: number;
  /** The index of each column. */
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

/**
 * Reads about a megabyte from a position, up to the end of a line; empty at the end of the file. The result is a part of
 * `buffer`, which every call reuses.
 */
async function readLines(handle: FileHandle, file: string, place: PsvPlace, buffer: Buffer): Promise<Buffer> {
  let length = 0;
  for (let bytesRead = -1; length < pieceBytes && bytesRead !== 0; length += bytesRead)
    ({ bytesRead } = await handle.read(buffer, length, pieceBytes - length, place.offset + length));
  const read = buffer.subarray(0, length);
  if (length < pieceBytes) return read; // the last line may lack a newline
  const end = read.lastIndexOf(newline);
  if (end < 0) refuse([{ file: basename(file), line: place.line, message: 'the line is too long.' }]);
  return read.subarray(0, end + 1);
}

/** Handles the lines of a text and returns how many there are. `first` is the line number of the first one. */
function handleLines(text: string, file: string, header: Header, first: number, take: PsvReading['take']): number {
  const faults: PsvFault[] = [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  for (const [place, rawLine] of lines.entries()) {
    const line = rawLine.endsWith('\r') ? rawLine.slice(0, -1) : rawLine;
    if (line === '') continue;
    const message = handleLine(line, header, take);
    if (message !== undefined) faults.push({ file, line: first + place, message });
  }
  if (faults.length > 0) refuse(faults);
  return lines.length;
}

function handleLine(line: string, { width, places }: Header, take: PsvReading['take']): string | undefined {
  const values = line.split('|');
  if (values.length !== width) return `${values.length} values instead of ${width}.`;
  if (/[\0\ufffd]/.test(line)) return 'an invalid character.';
  return take((column) => values[places.get(column) ?? -1] ?? '');
}
