import { type Reader, reader } from './binary.server.ts';
import { glyphTables, noOutline, type Outline, outlineOf, type Point } from './truetype.server.ts';

/** The streams of the transformed glyph table (W3C WOFF File Format 2.0, section 5.1). */
type Stream = 'contours' | 'points' | 'flags' | 'places' | 'composites' | 'boxes' | 'instructions';
const streams: Stream[] = ['contours', 'points', 'flags', 'places', 'composites', 'boxes', 'instructions'];

type Packed = Record<Stream, Reader>;

const tableIn = (tables: ReadonlyMap<string, Buffer>, tag: string): Buffer => tables.get(tag) ?? Buffer.alloc(0);

/** The tables, with those restored that were transformed for better compression. Hints are dropped: paper needs none. */
export function plainTables(tables: ReadonlyMap<string, Buffer>, changed: ReadonlySet<string>): Map<string, Buffer> {
  if (!changed.has('glyf')) return new Map(tables);
  const { count, packed, boxed } = openTable(tableIn(tables, 'glyf'));
  const glyphs = Array.from({ length: count }, (_, id) => glyphOf(packed, boxed(id)));
  const plain = new Map([...tables, ...glyphTables(glyphs, tableIn(tables, 'head'))]);
  if (changed.has('hmtx')) plain.set('hmtx', metricsOf(tables, glyphs));
  return plain;
}

function openTable(table: Buffer): { count: number; packed: Packed; boxed: (id: number) => boolean } {
  const from = reader(table);
  from.skip(4);
  const count = from.uint16();
  from.skip(2);
  const sizes = streams.map((name) => [name, from.uint32()] as const);
  const parts = new Map(sizes.map(([name, size]) => [name, reader(from.bytes(size))]));
  const packed = Object.fromEntries(parts) as Packed; // all streams are present
  const bits = packed.boxes.bytes(((count + 31) >> 5) << 2);
  return { count, packed, boxed: (id) => ((bits[id >> 3] ?? 0) & (0x80 >> (id & 7))) !== 0 };
}

/** A number below 65,536 in one to three bytes. */
function packedNumber(from: Reader): number {
  const code = from.uint8();
  if (code === 253) return from.uint16();
  if (code === 255) return 253 + from.uint8();
  if (code === 254) return 506 + from.uint8();
  return code;
}

function glyphOf(packed: Packed, isBoxed: boolean): Outline {
  const count = packed.contours.int16();
  if (count === 0) return noOutline;
  if (count < 0) {
    const box = packed.boxes.bytes(8);
    return { bytes: Buffer.concat([Buffer.from([0xff, 0xff]), box, componentsOf(packed)]), left: box.readInt16BE(0) };
  }
  const lengths = Array.from({ length: count }, () => packedNumber(packed.points));
  const at = { x: 0, y: 0 };
  const contours = lengths.map((length) => Array.from({ length }, () => pointAfter(at, packed)));
  packed.instructions.skip(packedNumber(packed.places));
  if (isBoxed) packed.boxes.skip(8);
  return outlineOf(contours);
}

/** Reads the step to the next point. */
function pointAfter(at: { x: number; y: number }, { flags, places }: Packed): Point {
  const flag = flags.uint8();
  const [dx, dy] = stepOf(flag & 0x7f, places);
  at.x += dx;
  at.y += dy;
  return { x: at.x, y: at.y, isOnCurve: flag < 0x80 };
}

/** The step to the next point: the flag determines the number of bits, the offset and the signs (section 5.2). */
function stepOf(flag: number, from: Reader): [dx: number, dy: number] {
  const signed = (bit: number, size: number): number => (flag & bit ? size : -size);
  if (flag < 10) return [0, signed(1, ((flag & 14) << 7) + from.uint8())];
  if (flag < 20) return [signed(1, (((flag - 10) & 14) << 7) + from.uint8()), 0];
  if (flag < 84) {
    const [base, both] = [flag - 20, from.uint8()];
    return [signed(1, 1 + (base & 0x30) + (both >> 4)), signed(2, 1 + ((base & 0x0c) << 2) + (both & 0x0f))];
  }
  if (flag < 120) {
    const base = flag - 84;
    const dx = 1 + (Math.floor(base / 12) << 8) + from.uint8();
    return [signed(1, dx), signed(2, 1 + (((base % 12) >> 2) << 8) + from.uint8())];
  }
  if (flag < 124) {
    const [first, middle] = [from.uint8(), from.uint8()];
    return [signed(1, (first << 4) + (middle >> 4)), signed(2, ((middle & 0x0f) << 8) + from.uint8())];
  }
  return [signed(1, from.uint16()), signed(2, from.uint16())];
}

/* Flags of a component (OpenType, table glyf). */
const [wide, scale, more, twoScales, matrix, hinted] = [0x1, 0x8, 0x20, 0x40, 0x80, 0x100];

/** The components of a composite glyph. */
function componentsOf({ composites, places, instructions }: Packed): Buffer {
  const parts: Buffer[] = [];
  let isHinted = false;
  for (let flags = more; flags & more; ) {
    flags = composites.uint16();
    isHinted ||= (flags & hinted) !== 0;
    const scaled = flags & scale ? 2 : flags & twoScales ? 4 : flags & matrix ? 8 : 0;
    const head = Buffer.alloc(2);
    head.writeUInt16BE(flags & ~hinted);
    parts.push(head, composites.bytes(2 + (flags & wide ? 4 : 2) + scaled));
  }
  if (isHinted) instructions.skip(packedNumber(places));
  const length = parts.reduce((sum, part) => sum + part.length, 10);
  return Buffer.concat([...parts, Buffer.alloc(-length & 3)]);
}

/** Widths and left side bearings of glyphs; omitted bearings equal those of the outlines (section 5.4). */
function metricsOf(tables: ReadonlyMap<string, Buffer>, glyphs: readonly Outline[]): Buffer {
  const from = reader(tableIn(tables, 'hmtx'));
  const count = tableIn(tables, 'hhea').readUInt16BE(34);
  const flags = from.uint8();
  const widths = Array.from({ length: count }, () => from.uint16());
  const bytes = Buffer.alloc(count * 2 + glyphs.length * 2);
  let at = 0;
  for (const [id, { left }] of glyphs.entries()) {
    if (id < count) at = bytes.writeUInt16BE(widths[id] ?? 0, at);
    const isStored = (flags & (id < count ? 1 : 2)) === 0;
    at = bytes.writeInt16BE(isStored ? from.int16() : left, at);
  }
  return bytes;
}
