import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw);

/** A stored text with holes of one length, all filled with the same word at each use. */
export interface Spliced {
  readonly bytes: number;
  /** The parts of the text in order; most are shared by all fillings. `word` has the length that it was made for, in ASCII. */
  fill(word: string): Buffer[];
}

/** A text that is not packed; its holes hold a byte that no text has. */
export interface Plain extends Spliced {
  readonly text: Buffer;
  /** Where they begin. */
  readonly holes: readonly number[];
  readonly wordLength: number;
}

/** `pieces` are joined by the word: n pieces have n - 1 holes. */
export function splicePlain(pieces: readonly string[], wordLength: number): Plain {
  const text = Buffer.from(pieces.join('\0'.repeat(wordLength)));
  const holes: number[] = [];
  let at = 0;
  for (const piece of pieces.slice(0, -1)) {
    at += Buffer.byteLength(piece);
    holes.push(at);
    text.fill(neverInText, at, at + wordLength);
    at += wordLength;
  }
  return { bytes: text.length, fill: filler(text, holes, wordLength), text, holes, wordLength };
}

const worthSharing = 2_048; // bytes: less is copied together with the holes around it

/** Holes that are close together make one part, which each filling copies; what lies between such parts is shared. */
function filler(text: Buffer, holes: readonly number[], wordLength: number): Spliced['fill'] {
  const groups: number[][] = [];
  for (const hole of holes) {
    const last = groups.at(-1)?.at(-1);
    if (last === undefined || hole - last >= worthSharing) groups.push([hole]);
    else groups.at(-1)?.push(hole);
  }
  const copied = groups.map((group) => {
    const begin = group[0] ?? 0;
    const part = text.subarray(begin, (group.at(-1) ?? 0) + wordLength);
    return { begin, part, holes: group.map((hole) => hole - begin) };
  });
  const shared = [0, ...copied.map(({ begin, part }) => begin + part.length)].map((begin, i) =>
    text.subarray(begin, copied[i]?.begin),
  );
  return (word) => {
    const letters = Buffer.from(word, 'latin1');
    return shared.flatMap((part, i) => {
      const next = copied[i];
      return next ? [part, withWord(next.part, next.holes, letters)] : [part];
    });
  };
}

function withWord(text: Buffer, holes: readonly number[], letters: Buffer): Buffer {
  const copy = Buffer.from(text);
  for (const hole of holes) copy.set(letters, hole);
  return copy;
}

const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const tailBytes = 8;
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
  const { text, holes, wordLength } = plain;
  const parts: Buffer[] = [gzipHead];
  const filledAt: number[] = [];
  let at = gzipHead.length;
  const push = (part: Buffer): void => {
    parts.push(part);
    at += part.length;
  };
  const begins = [0, ...holes.map((hole) => hole + wordLength)];
  for (const [i, begin] of begins.entries()) {
    const end = holes[i];
    push(await packed(text, begin, end));
    if (end === undefined) break;
    filledAt.push(at + storedHead);
    push(stored(text.subarray(end, end + wordLength)));
  }
  const stream = Buffer.concat(parts);
  const fillStream = filler(stream, filledAt, wordLength);
  const sumOf = checksum(plain);
  const fill = (word: string): Buffer[] => {
    const tail = Buffer.alloc(tailBytes);
    tail.writeUInt32LE(sumOf(word));
    tail.writeUInt32LE(text.length % 2 ** 32, 4);
    return [...fillStream(word), tail];
  };
  return { bytes: stream.length + tailBytes, fill };
}

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
function stored(bytes: Buffer, isLast = false): Buffer {
  const head = Buffer.alloc(storedHead);
  head.writeUInt8(isLast ? 1 : 0);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(~bytes.length & 0xffff, 3);
  return Buffer.concat([head, bytes]);
}

/**
 * CRC-32 of a text with its holes filled, without reading it again. The checksum of two texts of one length differs by
 * the sum of what each differing byte contributes, which is the byte's polynomial times x^8 for each byte behind it.
 */
function checksum({ text, holes, wordLength }: Plain): (word: string) => number {
  const base = crc32(withWord(text, holes, Buffer.alloc(wordLength)));
  const shifts = new Uint32Array(wordLength);
  for (const hole of holes) {
    let shift = xTo(8 * (text.length - hole - wordLength));
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
