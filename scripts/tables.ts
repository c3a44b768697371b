/**
 * Writes `src/platform/db/tables.server.ts` and `docs/data-model.md` from a freshly migrated database, and the checksums of new
 * migrations; with `--check` it only says whether they are stale.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate, getDialect, IdentifierNode, ModuleReferenceNode } from 'kysely-codegen';
import { openDb } from '#platform/db/db.server.ts';
import { startEmbedded } from '#platform/postgres/embedded-postgres.server.ts';
import { migrate } from '#platform/db/migrate.server.ts';
import { dataModel } from './data-model.ts';

const root = join(import.meta.dirname, '..');

/** Contents by the path of their file. */
async function writeFiles(): Promise<Record<string, string>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'spruce-tables-'));
  const server = await startEmbedded({ dataDir, durable: false });
  const { db, close } = openDb(server.connection, console);
  try {
    await migrate(db);
    const written = await generate({
      db,
      dialect: dialect(),
      excludePattern: 'public.kysely_*',
      outFile: null,
      typeMapping: { int8: 'number' }, // as openDb reads it
      typeOnlyImports: true,
    });
    const tables = written
      .replace('export interface DB {', 'export interface Tables {')
      .replace(/^\/\*\*[\s\S]*?\*\//, header);
    return {
      'src/platform/db/tables.server.ts': tables,
      'docs/data-model.md': await dataModel(db),
      'test/migrations.sha256': await checksums(),
    };
  } finally {
    await close();
    await server.stop();
    await rm(dataDir, { recursive: true });
  }
}

/** A line for each migration, as `sha256sum` writes them. Lines that are there stay: a test refuses migrations that no longer match. */
async function checksums(): Promise<string> {
  const landed = (await readFile(join(root, 'test/migrations.sha256'), 'utf8').catch(() => ''))
    .split('\n')
    .filter(Boolean);
  for (const name of (await readdir(join(root, 'migrations'))).sort()) {
    if (landed.some((line) => line.endsWith(`  ${name}`))) continue;
    const hash = createHash('sha256').update(await readFile(join(root, 'migrations', name)));
    landed.push(`${hash.digest('hex')}  ${name}`);
  }
  return `${landed.join('\n')}\n`;
}

/** Domains become the brands that carry their meaning. */
function dialect(): ReturnType<typeof getDialect> {
  const postgres = getDialect('postgres', { dateParser: 'string', domains: false });
  const { scalars, imports } = postgres.adapter;
  scalars['cents'] = new IdentifierNode('Cents');
  imports['Cents'] = new ModuleReferenceNode('#lib/money.ts');
  scalars['business_day'] = new IdentifierNode('Day');
  imports['Day'] = new ModuleReferenceNode('#lib/day.ts');
  return postgres;
}

const header = `/** Written by scripts/tables.ts from the migrated database. Do not edit: change a migration, then \`npm run tables\`. */`;

for (const [path, content] of Object.entries(await writeFiles())) {
  const file = join(root, path);
  if (content === (await readFile(file, 'utf8').catch(() => ''))) continue;
  if (process.argv.includes('--check')) {
    console.error(`${path} is not what the migrations make. Run \`npm run tables\`.`);
    process.exitCode = 1;
  } else await writeFile(file, content);
}
