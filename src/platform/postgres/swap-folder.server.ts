import { existsSync, renameSync } from 'node:fs';
import { basename } from 'node:path';

/** Beside the database's folder: a complete database that is about to take its place. */
const waiting = (folder: string): string => `${folder}.restored`;

/**
 * Puts the database in `replacement` in the place of `folder`, which becomes `aside`. If the process is killed in between,
 * `finishSwap` finishes it at the next start.
 */
export function swapFolders(
  folder: string,
  { replacement, aside }: { replacement: string; aside: string | undefined },
): void {
  renameSync(replacement, waiting(folder));
  if (aside !== undefined) renameSync(folder, aside);
  finishSwap(folder);
}

/** Finishes a swap that was interrupted after the old folder had been put aside; otherwise a new, empty database would be made. */
export function finishSwap(folder: string): void {
  if (!existsSync(folder) && existsSync(waiting(folder))) renameSync(waiting(folder), folder);
}

/** Whether a folder is what an interrupted restore left. */
export const isLeftOver = (path: string): boolean => /^postgres\.(restoring-\d+|restored)$/.test(basename(path));
