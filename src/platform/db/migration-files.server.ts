import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Kysely } from 'kysely';

/**
 * `expand` migrations leave everything that the former release uses; they run at the start, while its processes go on serving.
 * `contract` migrations remove what only former releases use; they run once no process of a former release is alive.
 */
export type Phase = 'expand' | 'contract';

/** A file of `migrations/`. All its exports are optional, except `up`. */
export interface MigrationFile {
  /** `0011-nodes` */
  name: string;
  sha256: string;
  /** `expand` by default. */
  phase: Phase;
  /** Runs in one transaction, or without one if `transaction` is false: then it must be repeatable, as it may be interrupted anywhere. */
  up(db: Kysely<unknown>): Promise<void>;
  /** `export const transaction = false` is for `create index concurrently` and the like. */
  transaction: boolean;
  /** Part of a long conversion, in a transaction of its own, after `up`; called until it returns 0. It returns about how many rows are left. */
  batch?: (db: Kysely<unknown>) => Promise<number>;
}

const migrationsFolder = join(import.meta.dirname, '../../../migrations');

/** The program's migrations in the order of their numbers: `NNNN-name.ts`. */
export async function readMigrations(folder = migrationsFolder): Promise<MigrationFile[]> {
  const files: MigrationFile[] = [];
  const numbers = new Set<string>();
  for (const file of (await readdir(folder)).sort()) {
    const [, name, number] = /^((\d{4})-[a-z0-9-]+)\.ts$/.exec(file) ?? [];
    if (name === undefined || number === undefined) throw new Error(`${file} is not named like 0001-foundation.ts.`);
    if (numbers.has(number)) throw new Error(`Two migrations have the number ${number}.`);
    numbers.add(number);
    files.push(await readMigration(join(folder, file), name));
  }
  return files;
}

async function readMigration(path: string, name: string): Promise<MigrationFile> {
  const exported = (await import(pathToFileURL(path).href)) as Partial<MigrationFile>; // checked below
  const { phase = 'expand', transaction = true, up, batch } = exported;
  if (typeof up !== 'function') throw new Error(`${name} does not export the function up.`);
  if (phase !== 'expand' && phase !== 'contract') throw new Error(`${name}: phase must be expand or contract.`);
  const sha256 = createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
  return { name, sha256, phase, transaction, up, ...(batch && { batch }) };
}
