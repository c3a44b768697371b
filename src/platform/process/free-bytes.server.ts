import { statfs } from 'node:fs/promises';

/** The bytes that archives and backups leave free on a disk, so that the shop itself can continue. */
export const reservedBytes = 1024 ** 3;

/** Throws what `fault` makes of the number of free bytes, unless `needed` bytes can still be written to the disk of a folder. */
export async function requireFreeBytes(folder: string, needed: number, fault: (free: number) => Error): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free < needed) throw fault(free);
}
