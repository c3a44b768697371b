import { open } from 'node:fs/promises';

/** A file of which any part can be read. Ends are exclusive. */
export interface ByteSource {
  size: number;
  stream(start: number, end: number): AsyncIterable<Buffer>;
  read(start: number, end: number): Promise<Buffer>;
  close(): Promise<void>;
}

const chunkLength = 64 * 1024;

/** Opens a local file. A read past its end returns less than was requested. */
export async function openBytes(path: string): Promise<ByteSource> {
  const handle = await open(path);
  const { size } = await handle.stat();
  const read = async (start: number, end: number): Promise<Buffer> => {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafeSlow(end - start), 0, end - start, start);
    return buffer.subarray(0, bytesRead);
  };
  async function* stream(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; ) {
      const piece = await read(at, Math.min(end, at + chunkLength));
      if (piece.length === 0) return;
      at += piece.length;
      yield piece;
    }
  }
  return { size, stream, read, close: () => handle.close() };
}
