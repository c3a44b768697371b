import { constants, crc32, deflateRawSync } from 'node:zlib';

/** A stored text with holes of one length, all filled with the same word at each use. */
export interface Spliced {
  readonly bytes: number;
  /** `word` has exactly the length that the text was made for, in ASCII. */
  fill(word: string): Buffer;
}

/** `pieces` are joined by the word: n pieces have n - 1 holes. */
export function splicePlain(pieces: readonly string[], wordLength: number): Spliced {
  const parts: Buffer[] = [];
  const holes: number[] = [];
  let at = 0;
  pieces.forEach((piece, i) => {
    const part = Buffer.from(piece);
    parts.push(part);
    at += part.length;
    if (i === pieces.length - 1) return;
    holes.push(at);
    parts.push(Buffer.alloc(wordLength));
    at += wordLength;
  });
  const text = Buffer.concat(parts);
  return { bytes: text.length, fill: (word) => filled(text, holes, word) };
}

function filled(text: Buffer, holes: readonly number[], word: string): Buffer {
  const copy = Buffer.allocUnsafe(text.length);
  copy.set(text);
  const letters = Buffer.from(word, 'latin1');
  for (const hole of holes) copy.set(letters, hole);
  return copy;
}

const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const windowBytes = 32 * 1024; // how far deflate looks back
const neverInText = 0xff; // no byte of UTF-8
const letterCount = 128; // words are ASCII
const storedHead = 5; // bytes before a stored block: its type, its length, and that length's complement

/**
 * The same as one gzip stream (RFC 1952): the pieces are compressed once, each up to a byte boundary, and the words lie
 * between them as stored blocks (RFC 1951, 3.2.4). A piece may repeat what came before it, but never a word: in what the
 * compressor looks back on, words are bytes that no text holds. Only the checksum depends on the words; it is linear in them.
 */
export function spliceGzip(pieces: readonly string[], wordLength: number): Spliced {
  const parts: Buffer[] = [gzipHead];
  const holes: number[] = [];
  let at = gzipHead.length;
  let behind = Buffer.alloc(0);
  const push = (part: Buffer): void => {
    parts.push(part);
    at += part.length;
  };
  pieces.forEach((piece, i) => {
    const last = i === pieces.length - 1;
    const flush = last ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
    push(deflateRawSync(piece, { level: 6, finishFlush: flush, ...(behind.length > 0 && { dictionary: behind }) }));
    if (last) return;
    behind = Buffer.concat([behind, Buffer.from(piece), Buffer.alloc(wordLength, neverInText)]).subarray(-windowBytes);
    const stored = Buffer.alloc(storedHead + wordLength);
    stored.writeUInt16LE(wordLength, 1);
    stored.writeUInt16LE(~wordLength & 0xffff, 3);
    holes.push(at + storedHead);
    push(stored);
  });
  const sum = checksum(pieces, wordLength);
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(sum.length % 2 ** 32, 4);
  push(tail);
  const stream = Buffer.concat(parts);
  const fill = (word: string): Buffer => {
    const copy = filled(stream, holes, word);
    copy.writeUInt32LE(sum.of(word), stream.length - 8);
    return copy;
  };
  return { bytes: stream.length, fill };
}

/**
 * CRC-32 of the pieces joined by a word, without reading them again. The checksum of two texts of one length differs by
 * the sum of what each differing byte contributes, which is the byte's polynomial times x^8 for each byte behind it.
 */
function checksum(pieces: readonly string[], wordLength: number): { length: number; of(word: string): number } {
  const whole = Buffer.from(pieces.join('\0'.repeat(wordLength)));
  const base = crc32(whole);
  const shifts = new Uint32Array(wordLength);
  let behind = 0;
  for (let i = pieces.length - 1; i > 0; i--) {
    behind += Buffer.byteLength(pieces[i] ?? '');
    for (let place = wordLength - 1; place >= 0; place--) {
      shifts[place] = ((shifts[place] ?? 0) ^ xTo(8 * behind)) >>> 0;
      behind += 1;
    }
  }
  const table = new Uint32Array(wordLength * letterCount);
  for (let at = 0; at < table.length; at++) {
    table[at] = times(shifts[Math.floor(at / letterCount)] ?? 0, byteTable[at % letterCount] ?? 0);
  }
  const of = (word: string): number => {
    let sum = base;
    for (let place = 0; place < wordLength; place++) sum ^= table[place * letterCount + word.charCodeAt(place)] ?? 0;
    return sum >>> 0;
  };
  return { length: whole.length, of };
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
