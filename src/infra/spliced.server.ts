import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw);

/**
 * A stored text with holes of one length, all filled with the same word at each use. It is kept and filled as a string of
 * bytes (`latin1`), since Node sends those in one write together with the headers.
 */
export interface Spliced {
  readonly bytes: number;
  /** `word` is in ASCII and as long as it was made for. */
  fill(word: string): string;
}

/** A text that is not packed. */
export interface Plain extends Spliced {
  /** In UTF-8; between them lie the holes. */
  readonly pieces: readonly Buffer[];
  readonly wordLength: number;
}

/** `pieces` are joined by the word: n pieces have n - 1 holes. */
export function splicePlain(texts: readonly string[], wordLength: number): Plain {
  const pieces = texts.map((text) => Buffer.from(text));
  const strings = pieces.map((piece) => piece.toString('latin1'));
  const bytes = pieces.reduce((sum, { length }) => sum + length + wordLength, -wordLength);
  return { bytes, fill: (word) => strings.join(word), pieces, wordLength };
}

const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const tailBytes = 8; // the checksum and the length
const nothing = Buffer.alloc(0);
const windowBytes = 32 * 1024; // how far deflate looks back
const letterCount = 128; // words are ASCII
const neverInText = 0xff; // no byte of UTF-8
const storedHead = 5; // bytes before a stored block: its type, its length, and that length's complement

/**
 * The same as one gzip stream (RFC 1952): the pieces are compressed once, each up to a byte boundary, and the words lie
 * between them as stored blocks (RFC 1951, 3.2.4). A piece may repeat what came before it, but never a word, since no text
 * holds the bytes that are in its place. Only the checksum depends on the words; it is linear in them. The compressing is
 * done beside the main thread.
 */
export async function spliceGzip(plain: Plain): Promise<Spliced> {
  const { pieces, wordLength, bytes } = plain;
  const never = Buffer.alloc(wordLength, neverInText);
  const text = Buffer.concat(pieces.flatMap((piece, i) => (i === 0 ? [piece] : [never, piece])));
  const parts: string[] = [];
  let before = gzipHead;
  let begin = 0;
  for (const [i, { length }] of pieces.entries()) {
    const isLast = i === pieces.length - 1;
    const block = await packed(text, begin, isLast ? undefined : begin + length);
    const after = isLast ? nothing : storedHeadOf(wordLength);
    parts.push(Buffer.concat([before, block, after]).toString('latin1'));
    before = nothing;
    begin += length + wordLength;
  }
  const size = Buffer.alloc(tailBytes / 2);
  size.writeUInt32LE(bytes % 2 ** 32);
  const sumOf = checksum(plain);
  const length = parts.reduce((sum, part) => sum + part.length + wordLength, tailBytes - wordLength);
  const end = size.toString('latin1');
  return { bytes: length, fill: (word) => parts.join(word) + inBytes(sumOf(word)) + end };
}

/** Four bytes, the lowest first. */
const inBytes = (sum: number): string =>
  String.fromCharCode(sum & 0xff, (sum >>> 8) & 0xff, (sum >>> 16) & 0xff, sum >>> 24);

const worthDeflating = 300; // bytes: making a compressor costs more than it saves on less

/** Deflated blocks up to a byte boundary; the last of the stream where there is no `end`. */
async function packed(text: Buffer, begin: number, end: number | undefined): Promise<Buffer> {
  const piece = text.subarray(begin, end);
  const isLast = end === undefined;
  if (piece.length < worthDeflating) return stored(piece, isLast);
  const dictionary = text.subarray(Math.max(0, begin - windowBytes), begin);
  const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
  return deflate(piece, { level: 6, finishFlush, ...(begin > 0 && { dictionary }) });
}

/** A block that is not compressed. */
const stored = (bytes: Buffer, isLast = false): Buffer => Buffer.concat([storedHeadOf(bytes.length, isLast), bytes]);

function storedHeadOf(length: number, isLast = false): Buffer {
  const head = Buffer.alloc(storedHead);
  head.writeUInt8(isLast ? 1 : 0);
  head.writeUInt16LE(length, 1);
  head.writeUInt16LE(~length & 0xffff, 3);
  return head;
}

/**
 * CRC-32 of a text with its holes filled, without reading it again. The checksum of two texts of one length differs by
 * the sum of what each differing byte contributes, which is the byte's polynomial times x^8 for each byte behind it.
 */
function checksum({ pieces, wordLength, bytes }: Plain): (word: string) => number {
  const empty = Buffer.alloc(wordLength);
  const base = pieces.reduce((sum, piece, i) => crc32(piece, i === 0 ? sum : crc32(empty, sum)), 0);
  const shifts = new Uint32Array(wordLength);
  let rest = bytes;
  for (const { length } of pieces.slice(0, -1)) {
    rest -= length + wordLength; // bytes behind this hole
    let shift = xTo(8 * rest);
    for (let place = wordLength - 1; place >= 0; place--) {
      shifts[place] = (shifts[place] ?? 0) ^ shift;
      shift = (shift >>> 8) ^ (byteTable[shift & 0xff] ?? 0); // times x^8
    }
  }
  const table = new Uint32Array(wordLength * letterCount);
  shifts.forEach((shift, place) => {
    const at = place * letterCount;
    // A letter contributes the sum of its bits: one product for each bit, the others are sums of what is there.
    for (let letter = 1; letter < letterCount; letter++) {
      const rest = letter & (letter - 1);
      const own = rest === 0 ? times(shift, byteTable[letter] ?? 0) : (table[at + (letter ^ rest)] ?? 0);
      table[at + letter] = (table[at + rest] ?? 0) ^ own;
    }
  });
  return (word) => {
    let sum = base;
    for (let place = 0; place < wordLength; place++) sum ^= table[place * letterCount + word.charCodeAt(place)] ?? 0;
    return sum >>> 0;
  };
}

const polynomial = 0xedb88320; // of CRC-32, its bits reversed: the highest is x^0

/** Product of two polynomials modulo the one of CRC-32. */
function times(a: number, b: number): number {
  let product = 0;
  let shifted = b;
  for (let bit = 0x80000000; bit !== 0 && a !== 0; bit >>>= 1) {
    if (a & bit) {
      product ^= shifted;
      if ((a & (bit - 1)) === 0) break;
    }
    shifted = shifted & 1 ? (shifted >>> 1) ^ polynomial : shifted >>> 1;
  }
  return product >>> 0;
}

function xTo(power: number): number {
  let result = 0x80000000;
  let square = 0x40000000;
  for (let rest = power; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = times(square, result);
    square = times(square, square);
  }
  return result;
}

/** What one byte adds to the checksum where nothing follows it. */
const byteTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let i = 0; i < 8; i++) sum = sum & 1 ? (sum >>> 1) ^ polynomial : sum >>> 1;
  return sum >>> 0;
});
