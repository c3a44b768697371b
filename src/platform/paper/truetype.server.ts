/* The parts of a TrueType file (OpenType specification) that we write. */

export interface Point {
  x: number;
  y: number;
  isOnCurve: boolean;
}

export interface Outline {
  bytes: Buffer;
  /** Its left edge. */
  left: number;
}

export const noOutline: Outline = { bytes: Buffer.alloc(0), left: 0 };

/** Flags of a point, for each axis: the step from the previous point is one byte, and then positive, or else zero. */
const axes = [
  { axis: 'x', isByte: 0x02, isSame: 0x10 },
  { axis: 'y', isByte: 0x04, isSame: 0x20 },
] as const;

/** A glyph of closed contours, without hints; coordinates are whole numbers. */
export function outlineOf(contours: readonly (readonly Point[])[]): Outline {
  const points = contours.flat();
  if (points.length === 0) return noOutline;
  const bytes = Buffer.alloc(12 + contours.length * 2 + points.length * 5 + 3);
  let at = bytes.writeInt16BE(contours.length, 0);
  const edges = edgesOf(points);
  for (const edge of edges) at = bytes.writeInt16BE(edge, at);
  let end = -1;
  for (const contour of contours) at = bytes.writeUInt16BE((end += contour.length), at);
  const flags = bytes.subarray(at + 2); // there are no instructions before them
  for (const [place, { isOnCurve }] of points.entries()) flags[place] = isOnCurve ? 1 : 0;
  at += 2 + points.length;
  for (const { axis, isByte, isSame } of axes) {
    let before = 0;
    for (const [place, { [axis]: to }] of points.entries()) {
      const step = to - before;
      before = to;
      const isShort = step !== 0 && step > -256 && step < 256;
      flags[place] = (flags[place] ?? 0) | (isShort ? isByte : 0) | (step === 0 || (isShort && step > 0) ? isSame : 0);
      if (isShort) at = bytes.writeUInt8(Math.abs(step), at);
      else if (step !== 0) at = bytes.writeInt16BE(step, at);
    }
  }
  return { bytes: bytes.subarray(0, at + (-at & 3)), left: edges[0] };
}

function edgesOf(points: readonly Point[]): [left: number, bottom: number, right: number, top: number] {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < bottom) bottom = y;
    if (y > top) top = y;
  }
  return [left, bottom, right, top];
}

/** The tables `glyf` and `loca` of glyphs, and `head`, which states the format of `loca`. */
export function glyphTables(glyphs: readonly Outline[], head: Buffer): [tag: string, bytes: Buffer][] {
  const offsets = Buffer.alloc((glyphs.length + 1) * 4);
  let end = 0;
  for (const [id, { bytes }] of glyphs.entries()) {
    end += bytes.length;
    offsets.writeUInt32BE(end, (id + 1) * 4);
  }
  const own = Buffer.from(head);
  own.writeInt16BE(1, 50); // offsets of 32 bits
  return [
    ['glyf', Buffer.concat(glyphs.map(({ bytes }) => bytes))],
    ['loca', offsets],
    ['head', own],
  ];
}

/** Tables as one file. Checksums are zero, because our readers don't verify them. */
export function fileOf(tables: ReadonlyMap<string, Buffer>): Buffer {
  const sorted = [...tables].sort(([one], [other]) => (one < other ? -1 : 1));
  const head = Buffer.alloc(12 + 16 * sorted.length);
  head.writeUInt32BE(0x00010000, 0);
  head.writeUInt16BE(sorted.length, 4);
  const parts: Buffer[] = [head];
  let offset = head.length;
  for (const [place, [tag, bytes]] of sorted.entries()) {
    const at = 12 + 16 * place;
    head.write(tag, at, 'latin1');
    head.writeUInt32BE(offset, at + 8);
    head.writeUInt32BE(bytes.length, at + 12);
    const padding = Buffer.alloc(-bytes.length & 3);
    parts.push(bytes, padding);
    offset += bytes.length + padding.length;
  }
  return Buffer.concat(parts);
}
