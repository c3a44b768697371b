import { existsSync, readdirSync, renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** The ending of the folder of a complete database that is about to replace the one beside it. */
const waiting = '.restored';

/**
 * Puts the database in `replacement` in the place of `folder`, which becomes `aside`. If the process is killed in between,
 * `finishSwap` finishes it at the next start.
 */
export function swapFolders(
  folder: string,
  { replacement, aside }: { replacement: string; aside: string | undefined },
): void {
  renameSync(replacement, replacement + waiting);
  if (aside !== undefined) renameSync(folder, aside);
  finishSwap(folder);
}

/** Finishes a swap that was interrupted after the old folder had been put aside; otherwise a new, empty database would be made. */
export function finishSwap(folder: string): void {
  if (existsSync(folder) || !existsSync(dirname(folder))) return;
  const next = siblings(folder).find((path) => path.endsWith(waiting));
  if (next !== undefined) renameSync(next, folder);
}

/** The folders beside this one whose names begin with its name and a dot. */
export const siblings = (folder: string): string[] =>
  readdirSync(dirname(folder))
    .filter((name) => name.startsWith(`${basename(folder)}.`))
    .map((name) => join(dirname(folder), name));

/** Removes what a killed restore left behind. Call it while no other process can restore or start the database in `folder`. */
export async function clearLeftOvers(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  for (const path of siblings(folder)) {
    const ending = path.slice(folder.length);
    if (/^\.(restoring-\d+(\.restored)?|restored)$/.test(ending)) await rm(path, { recursive: true, force: true });
    // A former database that was about to be put back remains a former one.
    else if (ending.endsWith(waiting)) renameSync(path, path.slice(0, -waiting.length));
  }
}
