import { brotliDecompressSync } from 'node:zlib';
import { type Reader, reader } from './binary.server.ts';
import { plainTables } from './woff2-glyphs.server.ts';

/** The tags of tables that a WOFF2 file names by number (W3C WOFF File Format 2.0, section 4.1). */
const knownTags =
  'cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'
    .split(' ')
    .map((tag) => tag.replace('_', ' '));

/** A length with seven bits in each byte, the most significant first. */
function packedLength(from: Reader): number {
  let length = 0;
  for (let byte = 0x80; byte & 0x80; ) {
    byte = from.uint8();
    length = length * 128 + (byte & 0x7f);
  }
  return length;
}

/** The tables of a TrueType font in a WOFF2 file, as before compression except for hints. */
export function unpackWoff2(file: Buffer): Map<string, Buffer> {
  const head = reader(file);
  if (head.tag() !== 'wOF2') throw new Error('Not a WOFF2 file.');
  head.skip(8);
  const count = head.uint16();
  head.skip(6);
  const packed = head.uint32();
  head.skip(24);
  const entries = Array.from({ length: count }, () => entryOf(head));
  const body = reader(brotliDecompressSync(head.bytes(packed)));
  const tables = new Map(entries.map(({ tag, length }) => [tag, body.bytes(length)]));
  return plainTables(tables, new Set(entries.filter(({ isChanged }) => isChanged).map(({ tag }) => tag)));
}

function entryOf(head: Reader): { tag: string; length: number; isChanged: boolean } {
  const flags = head.uint8();
  const tag = knownTags[flags & 0x3f] ?? head.tag();
  const version = flags >> 6;
  const isChanged = tag === 'glyf' || tag === 'loca' ? version === 0 : version !== 0;
  const length = packedLength(head);
  return { tag, isChanged, length: isChanged ? packedLength(head) : length };
}
