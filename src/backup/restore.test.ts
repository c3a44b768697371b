import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openDb } from '#platform/db/db.server.ts';
import { readEnv } from '#platform/process/env.server.ts';
import { startEmbedded } from '#platform/postgres/embedded-postgres.server.ts';
import { removeAllLeftovers } from './restore-leftovers.server.ts';
import { testApp } from '../../test/app.ts';
import { backupCommand, onServer, restoreCommand } from '../../test/backup-commands.ts';
import { checkOut, checkoutOf } from '../../test/buyer.ts';
import { tableSums } from '../../test/contents.ts';
import { emptyDatabase } from '../../test/database.ts';
import { makeProduct } from '../../test/make.ts';
import { makeAdministrator } from '../../test/people.ts';
import { schemaOf } from '../../test/schema.ts';
import { longTest } from '../../test/long.ts';

const shop = await testApp();
const { db, env, files, jobs } = shop.deps;
const product = await makeProduct(db, { onHand: 5_000, price: 12.5 });
await makeAdministrator(shop.deps);
for (let i = 0; i < 3; i++) await checkOut(shop, checkoutOf([{ product, qty: i + 1 }]));
await jobs.finishAll();
const odd = 'tab\tquote\'"\\N\nline\r\u2028 ünï 漢字 \u0001';
await sql`insert into suppliers (id, name, notes, created_at) values (gen_random_uuid(), 'Odd', ${odd}, now())`.execute(
  db,
);
await files.put('products/one.webp', Buffer.from('a picture'), 'image/webp');
await files.put('deep/er/empty.pdf', Buffer.alloc(0), 'application/pdf');

const here = onServer(shop.connection, env.dataDir);
const folders: string[] = [];
const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'spruce-backup-'));
  folders.push(folder);
  return folder;
};
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});
const folder = await newFolder();
const archivePath = join(folder, 'shop.zip');
const backedUp = await backupCommand([archivePath], here);

/** Tables that describe the installation or are written by each migration. */
const ofThePlace = [
  'backups',
  'restore_drills',
  'kysely_migration',
  'kysely_migration_lock',
  'schema_migrations',
  'nodes',
  'maintenance',
  'request_counts',
  'cache_purges',
  'system_events',
];
async function contentsOf(which: typeof db): Promise<Record<string, string>> {
  const sums = await tableSums(which);
  for (const name of ofThePlace) delete sums[name];
  return sums;
}

async function filesIn(dataDir: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true }))
    if (entry.isFile()) {
      const path = join(entry.parentPath, entry.name);
      found[path.slice(dataDir.length)] = (await readFile(path)).toString('base64');
    }
  return found;
}

test('a backup is restored on another server, table by table and file by file', async () => {
  expect(backedUp).toMatchObject({ code: 0 });
  const other = await emptyDatabase();
  const dataDir = await newFolder();
  const result = await restoreCommand([archivePath], onServer(other.connection, dataDir));
  expect(result).toMatchObject({ code: 0 });
  expect(await contentsOf(other.db)).toEqual(await contentsOf(db));
  expect(await schemaOf(other.db)).toEqual(await schemaOf(db));
  expect(await filesIn(dataDir)).toEqual(await filesIn(env.dataDir));
  const jobsOf = (which: typeof db) =>
    sql`select id, name, state, data from jobs.job order by id`.execute(which).then(({ rows }) => rows);
  expect(await jobsOf(other.db)).toEqual(await jobsOf(db));
});

longTest(
  'a backup from a server is restored into an embedded database, and back, with the session secret',
  async () => {
    const dataDir = await newFolder();
    const embedded = { DATA_DIR: dataDir };
    expect(await restoreCommand([archivePath], embedded)).toMatchObject({ code: 0 });
    const server = await startEmbedded({ dataDir, durable: false });
    const open = openDb(server.connection, console);
    expect(await contentsOf(open.db)).toEqual(await contentsOf(db));
    await open.close();
    const path = join(dataDir, 'embedded.zip');
    const left = ['postgres.restoring-1', 'before-0123abcd'];
    for (const name of left) await mkdir(join(dataDir, name));
    await removeAllLeftovers({ ...shop.deps, env: readEnv(embedded), connection: server.connection });
    const present = await readdir(dataDir);
    expect(present.filter((name) => left.includes(name))).toEqual([]);
    expect(present.filter((name) => name.startsWith('before-'))).toHaveLength(1); // the restore point
    const refused = await restoreCommand([archivePath], embedded);
    expect(refused.output).toContain('already running');
    expect(await backupCommand([path], embedded)).toMatchObject({ code: 0 });
    await server.stop();

    const other = await emptyDatabase();
    const otherDir = await newFolder();
    const back = await restoreCommand([path], onServer(other.connection, otherDir));
    expect(back).toMatchObject({ code: 0 });
    expect(back.output).toContain("The backup's session secret is in");
    expect(await readFile(join(otherDir, 'session-secret'), 'utf8')).toBe(
      await readFile(join(dataDir, 'session-secret'), 'utf8'),
    );
    expect(await contentsOf(other.db)).toEqual(await contentsOf(db));
  },
);

test('a mistyped data folder has no shop to go back to or to back up, and is not made', async () => {
  const mistyped = join(await newFolder(), 'mistyped');
  for (const command of [
    () => restoreCommand(['--undo', '--yes'], { DATA_DIR: mistyped }),
    () => backupCommand([], { DATA_DIR: mistyped }),
  ]) {
    const { code, output } = await command();
    expect(output).toContain(`There is no shop in ${mistyped} yet.`);
    expect([code, existsSync(mistyped)]).toEqual([1, false]);
  }
  const undone = await restoreCommand(['--undo', '--yes'], onServer(shop.connection, mistyped));
  expect(undone).toMatchObject({ code: 1, output: expect.stringContaining('Nothing has been restored here') });
  expect(existsSync(mistyped)).toBe(false);
});

test('a used shop is replaced only with --yes, and comes back with --undo', async () => {
  const used = await testApp();
  await makeAdministrator(used.deps);
  await makeAdministrator(used.deps);
  await used.deps.files.put('own.pdf', Buffer.from('own'), 'application/pdf');
  const place = onServer(used.connection, used.deps.env.dataDir);
  const before = { tables: await contentsOf(used.deps.db), files: await filesIn(used.deps.env.dataDir) };
  const asked = await restoreCommand([archivePath], place);
  expect(asked).toMatchObject({ code: 1 });
  expect(asked.output).toContain('Add --yes to agree.');
  expect(await contentsOf(used.deps.db)).toEqual(before.tables);

  expect(await restoreCommand([archivePath, '--yes'], place)).toMatchObject({ code: 0 });
  expect(await contentsOf(used.deps.db)).toEqual(await contentsOf(db));
  expect(await filesIn(used.deps.env.dataDir)).toEqual(await filesIn(env.dataDir));
  expect(await restoreCommand(['--undo', '--yes'], place)).toMatchObject({ code: 0 });
  expect(await contentsOf(used.deps.db)).toEqual(before.tables);
  expect(await filesIn(used.deps.env.dataDir)).toEqual(before.files);
  expect(await restoreCommand(['--undo', '--yes'], place)).toMatchObject({ code: 0 });
  expect(await contentsOf(used.deps.db)).toEqual(await contentsOf(db));
});
