/**
 * A copy in memory of its own, for bytes that are kept. Node puts small buffers, and zlib its results, into blocks of 16 to 64 kB, each of
 * which stays whole as long as any part of it is kept: 8 MB of pages took 41.
 */
export function ownMemory(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}
