import { crc32, deflateSync } from 'node:zlib';
import { zipSync } from 'fflate';
import sharp from 'sharp';

/** Files as programs write them, and files with misleading names or headers. */

/** A picture of one colour. */
export const picture = (format: 'png' | 'jpeg' | 'webp' | 'gif', width = 40, height = 20): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#0f766e' }, limitInputPixels: false })
    .toFormat(format)
    .toBuffer();

export const pdf = (inside = '1 0 obj <</Type/Catalog>> endobj'): Buffer =>
  Buffer.from(`%PDF-1.7\n${inside}\ntrailer <</Root 1 0 R>>\nstartxref\n9\n%%EOF\n`, 'latin1');

/** A zip of small files with these names. */
export const zip = (...names: string[]): Buffer =>
  Buffer.from(zipSync(Object.fromEntries(names.map((name) => [name, Buffer.from('<x/>')]))));

export const docx = (...more: string[]): Buffer =>
  zip('[Content_Types].xml', '_rels/.rels', 'word/document.xml', ...more);
export const xlsx = (...more: string[]): Buffer =>
  zip('[Content_Types].xml', '_rels/.rels', 'xl/workbook.xml', ...more);

const sector = 512;

/** A compound file with these names in its directory, using as many sectors as they require. */
export function compoundFile(...names: string[]): Buffer {
  const entries = ['Root Entry', ...names];
  const directories = Math.ceil(entries.length / 4);
  const bytes = Buffer.alloc(sector * (2 + directories), 0xff);
  bytes.fill(0, 0, 0x4c);
  bytes.write('d0cf11e0a1b11ae1', 'hex');
  bytes.writeUInt16LE(9, 0x1e);
  bytes.writeUInt32LE(1, 0x30);
  bytes.writeUInt32LE(0, 0x4c);
  bytes.writeUInt32LE(0xfffffffd, sector);
  for (let at = 1; at <= directories; at++)
    bytes.writeUInt32LE(at === directories ? 0xfffffffe : at + 1, sector + 4 * at);
  for (const [place, name] of entries.entries()) {
    const at = 2 * sector + 128 * place;
    bytes.fill(0, at, at + 128);
    bytes.write(name, at, 'utf16le');
    bytes.writeUInt16LE(2 * (name.length + 1), at + 64);
  }
  return bytes;
}

const chunk = (kind: string, data: Uint8Array): Buffer => {
  const inside = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(inside));
  return Buffer.concat([length, inside, sum]);
};

/** A PNG of a few bytes whose header claims this size. */
export function hollowPng(width: number, height: number): Buffer {
  const head = Buffer.from('00000000000000000802000000', 'hex');
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.alloc(100))), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts]);
}
