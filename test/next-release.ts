import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Release {
  /** Where its sources are. */
  folder: string;
  end(): Promise<void>;
}

const root = join(import.meta.dirname, '..');

/** A copy of the sources as a later release, with more migrations: their bodies by name, each after `import { sql } from 'kysely'`. */
export async function nextRelease(version: string, migrations: Record<string, string>): Promise<Release> {
  const folder = await mkdtemp(join(tmpdir(), 'spruce-release-'));
  for (const part of ['src', 'migrations']) await cp(join(root, part), join(folder, part), { recursive: true });
  await mkdir(join(folder, 'test'));
  for (const file of ['test/shop-process.ts', 'test/archived-database.ts'])
    await cp(join(root, file), join(folder, file)); // the program of the tests, with what it imports
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const described = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as object; // package.json is an object
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...described, version }));
  for (const [name, body] of Object.entries(migrations))
    await writeFile(join(folder, 'migrations', `${name}.ts`), `import { sql } from 'kysely';\n${body}\n`);
  return { folder, end: () => rm(folder, { recursive: true, force: true }) };
}
