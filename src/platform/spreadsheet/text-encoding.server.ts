import { Problem } from '#lib/api/problem.ts';
import type { Encoding } from '#lib/table-file.ts';
import { chunksOf, type FileSource } from './file-chunks.server.ts';

export interface Decoding {
  encoding: Encoding;
  /** The name of the encoding for `TextDecoder`. */
  label: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
}

const save = "In Excel, choose Save As and 'CSV UTF-8', or save it as .xlsx.";

export const encodingSentences = {
  utf32: `The file is encoded as UTF-32, which cannot be read. ${save}`,
  unmarkedUtf16: `The file looks like UTF-16 without a byte order mark, so its characters cannot be read reliably. ${save}`,
  binary: 'The file is not a table: it contains bytes that do not occur in text. Choose a CSV or Excel (.xlsx) file.',
  doubtful: `The file mixes encodings or uses one that cannot be recognised, so characters such as é could be wrong. ${save}`,
  broken: `The file is damaged: some of its characters cannot be read. ${save}`,
} as const;

/**
 * Detects the encoding of a text file: by its byte order mark; without one, UTF-8 if the whole file is valid UTF-8, otherwise
 * Windows-1252, which Excel's plain "CSV" uses. Reads the whole file, because the first non-ASCII letter may be in its last row.
 * Throws `Problem` 400 for a file that is not text, and for an ambiguous encoding.
 */
export async function detectEncoding(source: FileSource, head: Buffer): Promise<Decoding> {
  const marked = byByteOrderMark(head);
  if (marked) return marked;
  const counts = new ByteCounts();
  for await (const chunk of chunksOf(source)) counts.add(chunk);
  const { size, nulls, controls, sequences, strays, undefinedBytes } = counts;
  if (nulls > 0)
    throw new Problem(400, looksLikeUtf16(head) ? encodingSentences.unmarkedUtf16 : encodingSentences.binary);
  if (controls > size * mostControls) throw new Problem(400, encodingSentences.binary);
  if (strays === 0 && !counts.endsWithinLetter) return { encoding: 'UTF-8', label: 'utf-8' };
  // With letters of both encodings, or bytes undefined in Windows-1252, any choice would be a guess.
  if (undefinedBytes > 0 || sequences >= strays) throw new Problem(400, encodingSentences.doubtful);
  return { encoding: 'Windows-1252', label: 'windows-1252' };
}

function byByteOrderMark(head: Buffer): Decoding | undefined {
  const startsWith = (...bytes: number[]): boolean => head.subarray(0, bytes.length).equals(Buffer.from(bytes));
  if (startsWith(0xff, 0xfe, 0, 0) || startsWith(0, 0, 0xfe, 0xff)) throw new Problem(400, encodingSentences.utf32);
  if (startsWith(0xef, 0xbb, 0xbf)) return { encoding: 'UTF-8', label: 'utf-8' };
  if (startsWith(0xff, 0xfe)) return { encoding: 'UTF-16', label: 'utf-16le' };
  return startsWith(0xfe, 0xff) ? { encoding: 'UTF-16', label: 'utf-16be' } : undefined;
}

/** In UTF-16, most western letters have a zero byte before or after them. */
function looksLikeUtf16(head: Buffer): boolean {
  const share = (parity: 0 | 1): number => {
    const all = head.filter((_, i) => i % 2 === parity);
    return all.filter((byte) => byte === 0).length / Math.max(all.length, 1);
  };
  return Math.abs(share(0) - share(1)) > 0.4;
}

/** Control characters other than tab, line feed, form feed, carriage return and the end mark of old DOS files. */
const isControl = (byte: number): boolean =>
  byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 0x1a && byte !== 0;

/** The largest share of a file that may be control characters: those have been pasted into cells and are removed. With more, it is not text. */
const mostControls = 0.02;

/** Bytes that Windows-1252 leaves undefined. */
const undefinedIn1252 = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/** Counts the bytes that distinguish encodings. A letter may be split between two chunks. */
class ByteCounts {
  size = 0;
  nulls = 0;
  controls = 0;
  /** The number of well-formed UTF-8 sequences of two to four bytes. */
  sequences = 0;
  /** Non-ASCII bytes that are not part of such a sequence. */
  strays = 0;
  undefinedBytes = 0;
  /** The number of bytes that the current letter still needs, and of those already read. */
  #missing = 0;
  #taken = 0;

  get endsWithinLetter(): boolean {
    return this.#missing > 0;
  }

  add(chunk: Buffer): void {
    this.size += chunk.length;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i] ?? 0; // ten times as fast as an iterator
      if (byte >= 0x80 || this.#missing > 0) this.#countNonAscii(byte);
      if (byte === 0) this.nulls++;
      else if (isControl(byte)) this.controls++;
    }
  }

  #countNonAscii(byte: number): void {
    if (undefinedIn1252.has(byte) && this.#missing === 0) this.undefinedBytes++;
    if (this.#missing > 0 && byte >= 0x80 && byte < 0xc0) {
      this.#taken++;
      if (--this.#missing === 0) this.sequences++;
      return;
    }
    this.strays += this.#missing > 0 ? this.#taken : 0;
    this.#missing = 0;
    if (byte < 0x80) return;
    this.#missing =
      byte >= 0xc2 && byte < 0xe0 ? 1 : byte >= 0xe0 && byte < 0xf0 ? 2 : byte >= 0xf0 && byte < 0xf5 ? 3 : 0;
    this.#taken = 1;
    if (this.#missing === 0) this.strays++;
  }
}

/** The text of a file in chunks, without its byte order mark. Throws `Problem` 400 for bytes that are invalid in its encoding. */
export async function* decodeText(source: FileSource, { label }: Decoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(label, { fatal: true });
  const decode = (chunk?: Buffer): string => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      throw new Problem(400, encodingSentences.broken);
    }
  };
  for await (const chunk of chunksOf(source)) {
    const text = decode(chunk);
    if (text !== '') yield text;
  }
  const rest = decode();
  if (rest !== '') yield rest;
}
