/**
 * Runs the tests of a former release on the schema of this one, from which it takes nothing: `node scripts/former-release-tests.ts REF [FILE...]`.
 * While a rolling upgrade goes on, the former release serves on this schema. REF is a commit or tag; FILEs are its test files, all of
 * its unit and API tests by default. Tests that make a schema by themselves (of migrations and upgrades) are removed first.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { glob, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDb } from '#platform/db/db.server.ts';
import { migrate } from '#platform/db/migrate.server.ts';
import { startEmbedded } from '#platform/postgres/embedded-postgres.server.ts';

const root = join(import.meta.dirname, '..');
const [ref, ...files] = process.argv.slice(2);

/** Not `spawnSync`: this process has to read what PostgreSQL logs meanwhile, or PostgreSQL waits for it. */
async function run(
  command: string,
  args: string[],
  { cwd = root, env = {} }: { cwd?: string; env?: object } = {},
): Promise<number> {
  const child = spawn(command, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } });
  const [status] = (await once(child, 'close')) as [number | null]; // the event's arguments
  return status ?? 1;
}

/** Installs the former release's packages, or uses ours if they are the same. */
async function install(folder: string): Promise<void> {
  const lock = (place: string) => readFileSync(join(place, 'package-lock.json'), 'utf8');
  if (lock(folder) === lock(root)) await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  else if ((await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder })) !== 0)
    throw new Error('npm ci failed.');
}

/** A server whose every new database has the schema of this release, because PostgreSQL copies `template1`. */
async function serverWithSchema(dataDir: string) {
  const server = await startEmbedded({ dataDir, durable: false });
  const template = openDb({ ...server.connection, database: 'template1' }, console);
  await migrate(template.db);
  await template.close(); // a database with connections can't be copied
  const { host = '', port = 5432, user = '' } = server.connection;
  return {
    url: `postgres://${user}@localhost/postgres?host=${encodeURIComponent(host)}&port=${port}`,
    stop: server.stop,
  };
}

/** Tests that make their own schema or compare it: the former release cannot restore a backup of a newer schema, and says so. */
const ownSchema = [
  'src/platform/db/migrate.test.ts',
  'test/upgrade.test.ts',
  'test/migration-locks.test.ts',
  'src/platform/postgres/connect-database.test.ts',
  'src/backup/**/*.test.ts',
];

async function test(reference: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'spruce-former-'));
  const dataDir = await mkdtemp(join(tmpdir(), 'spruce-former-data-'));
  const sources = join(folder, 'sources');
  let server: Awaited<ReturnType<typeof serverWithSchema>> | undefined;
  try {
    if ((await run('git', ['worktree', 'add', '--detach', sources, reference])) !== 0) return 2;
    await install(sources);
    server = await serverWithSchema(dataDir);
    for await (const file of glob(ownSchema, { cwd: sources })) await rm(join(sources, file));
    const vitest = [join(sources, 'node_modules/vitest/vitest.mjs'), 'run', '--project=spruce', ...files];
    return await run(process.execPath, vitest, {
      cwd: sources,
      env: { TEST_DATABASE_URL: server.url, NODE_ENV: 'test' },
    });
  } finally {
    await server?.stop();
    await run('git', ['worktree', 'remove', '--force', sources]);
    await rm(folder, { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  }
}

if (ref === undefined) {
  console.error('Usage: node scripts/former-release-tests.ts REF [FILE...]');
  process.exitCode = 2;
} else process.exitCode = await test(ref);
