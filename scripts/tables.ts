/** Writes `src/platform/db/tables.server.ts` from a freshly migrated database; with `--check` only reports whether it is outdated. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate, getDialect, IdentifierNode, ModuleReferenceNode } from 'kysely-codegen';
import { openDb } from '#platform/db/db.server.ts';
import { startEmbedded } from '#platform/postgres/embedded-postgres.server.ts';
import { migrate } from '#platform/db/migrate.server.ts';

const file = join(import.meta.dirname, '../src/platform/db/tables.server.ts');

async function tables(): Promise<string> {
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
      typeMapping: { int8: 'number' }, // like openDb
      typeOnlyImports: true,
    });
    return written.replace('export interface DB {', 'export interface Tables {').replace(/^\/\*\*[\s\S]*?\*\//, header);
  } finally {
    await close();
    await server.stop();
    await rm(dataDir, { recursive: true });
  }
}

/** Maps domains to branded types. */
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

const fresh = await tables();
const isStale = fresh !== (await readFile(file, 'utf8').catch(() => ''));
if (isStale && process.argv.includes('--check')) {
  console.error('src/platform/db/tables.server.ts is not what the migrations make. Run `npm run tables`.');
  process.exitCode = 1;
} else if (isStale) {
  await writeFile(file, fresh);
}
