import { Problem } from '#lib/api/problem.ts';
import { filesFolder, type Sum, sumOf, tableEntry, unpackedSize } from './manifest.server.ts';
import type { Archive } from './read-archive.server.ts';
import { archiveSentences } from './sentences.ts';

/** Compares each table and file of an archive with its sum in the manifest. Throws `Problem` 400 for any difference. */
export async function compareContents(
  archive: Archive,
  onProgress?: (done: number, of: number) => unknown,
): Promise<void> {
  const { manifest } = archive;
  const expected = new Map<string, Sum>();
  for (const table of manifest.tables) expected.set(tableEntry(table), table);
  for (const file of manifest.files) expected.set(filesFolder + file.key, file);
  const total = unpackedSize(manifest);
  let done = 0;
  for await (const { name, open } of archive.parts()) {
    const sum = expected.get(name);
    if (!sum) continue;
    const { size, sha256 } = await sumOf(await open());
    if (size !== sum.size || sha256 !== sum.sha256) throw new Problem(400, archiveSentences.damaged);
    expected.delete(name);
    done += size;
    await onProgress?.(done, total);
  }
  if (expected.size > 0) throw new Problem(400, archiveSentences.damaged);
}
