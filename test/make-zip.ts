import { crc32, deflateRawSync } from 'node:zlib';

/** A file in a zip; its metadata can be falsified. */
export interface ZipFile {
  name: string;
  content: string | Buffer;
  size?: number;
  crc?: number;
  flags?: number;
  method?: number;
  /** Unix mode; a regular file's by default. */
  mode?: number;
}

const deflated = 8;
const utf8 = 0x800;

function fields(...values: [value: number, bytes: 2 | 4][]): Buffer {
  const buffer = Buffer.alloc(values.reduce((sum, [, bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [value, bytes] of values) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
}

/** A zip with any names, sizes and kinds (PKWARE's APPNOTE 4.3); `count` is the number of entries it claims to have. */
export function makeZip(files: readonly ZipFile[], count = files.length): Buffer {
  const [parts, directory] = [[] as Buffer[], [] as Buffer[]];
  let offset = 0;
  for (const { name, content, flags = utf8, method = deflated, mode = 0o100644, ...said } of files) {
    const bytes = Buffer.from(content);
    const packed = method === deflated ? deflateRawSync(bytes, { level: 1 }) : bytes;
    const about = fields(
      [flags, 2],
      [method, 2],
      [0, 2],
      [0x21, 2],
      [said.crc ?? crc32(bytes), 4],
      [packed.length, 4],
      [said.size ?? bytes.length, 4],
      [Buffer.byteLength(name), 2],
      [0, 2],
    );
    const local = Buffer.concat([fields([0x04034b50, 4], [20, 2]), about, Buffer.from(name), packed]);
    const rest = fields([0, 2], [0, 2], [0, 2], [(mode << 16) >>> 0, 4], [offset, 4]);
    directory.push(Buffer.concat([fields([0x02014b50, 4], [0x0314, 2], [20, 2]), about, rest, Buffer.from(name)]));
    parts.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const said = Math.min(count, 0xffff);
  const end = fields([0x06054b50, 4], [0, 2], [0, 2], [said, 2], [said, 2], [list.length, 4], [offset, 4], [0, 2]);
  return Buffer.concat([...parts, list, end]);
}
