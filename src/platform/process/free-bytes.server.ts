import { statfs } from 'node:fs/promises';

/** What archives and backups leave free on a disk, so that the shop itself can go on. */
export const reservedBytes = 1024 ** 3;

/** Bytes that can still be written to the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
