import { statfs } from 'node:fs/promises';

/** What archives and backups leave free on a disk, so that the shop itself can go on. */
export const reservedBytes = 1024 ** 3;

/** Throws `fault` of the free bytes unless `needed` bytes can still be written to the disk of a folder. */
export async function requireFreeBytes(folder: string, needed: number, fault: (free: number) => Error): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free < needed) throw fault(free);
}
