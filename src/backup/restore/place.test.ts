import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import S3rver from 's3rver';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { databaseOn } from '#platform/db/db.server.ts';
import { makeFiles } from '#platform/storage/files.server.ts';
import { testApp } from '../../../test/app.ts';
import { backupCommand, onServer, restoreCommand, type Variables } from '../../../test/backup-commands.ts';
import { tableSums } from '../../../test/contents.ts';
import { emptyDatabase } from '../../../test/database.ts';
import { makeAdministrator } from '../../../test/people.ts';
import { createBeside, currentDatabase, databasesLike, dropBeside } from '../database/database-beside.server.ts';
import { removeAllLeftovers } from '../restore-leftovers.server.ts';
import { withDrillDatabase } from '../restore-drill.server.ts';
import { withClient } from '../database/database-client.server.ts';
import { exchange, isRestoreInterrupted, type Place } from './place.server.ts';
import { whileNoneRestores } from './restore.server.ts';
import { restoreSentences } from './sentences.ts';
import { longTest } from '../../../test/long.ts';

const folder = await mkdtemp(join(tmpdir(), 'spruce-place-'));
const bucketServer = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: join(folder, 'bucket'),
  configureBuckets: [{ name: 'spruce', configs: [] }],
});
const { port } = await bucketServer.run();
afterAll(async () => {
  await bucketServer.close();
  await rm(folder, { recursive: true, force: true });
});

const pdf = 'application/pdf';
const shop = await testApp();
await shop.deps.files.put('same.pdf', Buffer.from('same'), pdf);
await shop.deps.files.put('changed.pdf', Buffer.from('as it was'), pdf);
await shop.deps.files.put('empty.pdf', Buffer.alloc(0), pdf);
const archive = join(folder, 'shop.zip');
const secret = onServer(shop.connection, '')['SESSION_SECRET'] ?? '';
await writeFile(join(shop.deps.env.dataDir, 'session-secret'), secret);
await backupCommand([archive], onServer(shop.connection, shop.deps.env.dataDir));

longTest('files go into a bucket and come back from the restore point', async () => {
  const other = await emptyDatabase();
  const bucket: Variables = {
    ...onServer(other.connection, join(folder, 'other')),
    S3_BUCKET: 'spruce',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  };
  const files = await makeFiles({
    dataDir: folder,
    s3Bucket: 'spruce',
    s3Endpoint: `http://127.0.0.1:${port}`,
    s3AccessKeyId: 'S3RVER',
    s3SecretAccessKey: 'S3RVER',
  });
  const contents = async (): Promise<Record<string, string>> => {
    const found: Record<string, string> = {};
    for await (const key of files.list()) found[key] = String(await files.get(key));
    return found;
  };
  await files.put('same.pdf', Buffer.from('same'), pdf);
  await files.put('changed.pdf', Buffer.from('as it is now'), pdf);
  const restored = { 'same.pdf': 'same', 'changed.pdf': 'as it was', 'empty.pdf': '' };
  expect(await restoreCommand([archive], bucket)).toMatchObject({ code: 0 });
  const { [await pointKey()]: former, ...present } = await contents();
  expect(former).toBe('as it is now');
  expect(present).toMatchObject(restored); // beside the brand's pictures
  expect(await backupCommand([join(folder, 'from-bucket.zip')], bucket)).toMatchObject({ code: 0 });
  expect(await restoreCommand(['--undo', '--yes'], bucket)).toMatchObject({ code: 0 });
  expect(await files.get('changed.pdf')).toEqual(Buffer.from('as it is now'));

  async function pointKey(): Promise<string> {
    for await (const key of files.list('restore-point/')) return key;
    throw new Error('Nothing was kept.');
  }
});

/** A place with a shop beside, each with a file that tells which it is. */
async function twoShops() {
  const used = await testApp();
  const { env, files } = used.deps;
  const database = await currentDatabase(used.connection);
  const place: Place = { env, files, connection: used.connection, database };
  await files.put('which.pdf', Buffer.from('former'), pdf);
  await makeAdministrator(used.deps, { firstName: 'Former' });
  const beside = (use: string) => ({
    database: `${database}_${use}_0123abcd`,
    folder: join(env.dataDir, `${use}-0123abcd`),
    prefix: `${use}/0123abcd/`,
  });
  const incoming = beside('restore');
  await createBeside(used.connection, incoming.database);
  const next = await makeFiles({ dataDir: incoming.folder });
  await next.put('which.pdf', Buffer.from('next'), pdf);
  afterAll(async () => {
    for (const name of await databasesLike(used.connection, `${database}_`)) await dropBeside(used.connection, name);
  });
  const whichFile = async () => String(await files.get('which.pdf'));
  return { used, place, incoming, outgoing: beside('before'), whichFile };
}

test('an exchange that fails at its last step is taken back', async () => {
  const { used, place, incoming, outgoing } = await twoShops();
  const { db, env, files } = used.deps;
  const before = { tables: await tableSums(db) };
  await dropBeside(used.connection, incoming.database ?? '');
  await expect(exchange(place, { incoming, outgoing }, new Date(0))).rejects.toThrow('does not exist');
  expect(String(await files.get('which.pdf'))).toBe('former');
  expect(await tableSums(db)).toEqual(before.tables);
  expect(isRestoreInterrupted(env)).toBe(false);
});

test('an exchange ends the connections of others, and admits them again afterwards', async () => {
  const { used, place, incoming, outgoing } = await twoShops();
  await sql`select 1`.execute(used.deps.db);
  await exchange(place, { incoming, outgoing }, new Date(0));
  expect(String(await used.deps.files.get('which.pdf'))).toBe('next');
  expect(await tableSums(used.deps.db).catch(() => tableSums(used.deps.db))).toEqual({}); // the pool replaces what was ended
  expect(await databasesLike(place.connection, `${place.database}_`)).toEqual([outgoing.database]);
});

test('a user who may not create databases restores into an empty one, and gets a sentence that says so otherwise', async () => {
  const { pool, connection, db } = await emptyDatabase();
  const database = await currentDatabase(connection);
  const role = `plain_${database}`;
  await pool.query(`create role ${role} login; alter database ${database} owner to ${role};
    create extension if not exists pg_trgm`);
  const plain = onServer(connection, join(folder, 'plain'));
  plain['DATABASE_URL'] = plain['DATABASE_URL']?.replace(/\/\/\w+@/, `//${role}@`) ?? '';
  const restored = await restoreCommand([archive], plain);
  expect(restored).toMatchObject({ code: 0 });
  expect(restored.output).not.toContain("The backup's session secret is in"); // it is set already
  expect(Object.keys(await tableSums(db))).toContain('orders');
  const refused = await restoreCommand([archive, '--yes'], plain);
  expect(refused.output).toContain('may not create and rename databases');
});

test('what a restore cannot clean up costs neither shop its files', async () => {
  const { used, place, incoming, outgoing, whichFile } = await twoShops();
  const variables = onServer(used.connection, used.deps.env.dataDir);
  await exchange(place, { incoming, outgoing }, new Date(0));
  const keepsDatabase = (is: boolean) =>
    withClient(databaseOn(place.connection, 'postgres'), (client) =>
      client.query(`alter database ${place.database}_before_0123abcd is_template ${is}`),
    );
  await keepsDatabase(true); // so that it cannot be dropped
  expect(await restoreCommand([archive, '--yes'], variables)).toMatchObject({ code: 0 });
  expect(await restoreCommand(['--undo', '--yes'], variables)).toMatchObject({ code: 0 });
  expect(await whichFile()).toBe('next');
  await keepsDatabase(false);
});

test('a restore that was killed right after its end is complete, and one before it is taken back', async () => {
  const { used, place, incoming, outgoing, whichFile } = await twoShops();
  const { env } = used.deps;
  const variables = onServer(used.connection, env.dataDir);
  const wasKilled = () =>
    writeFile(join(env.dataDir, 'restore-under-way.json'), JSON.stringify({ incoming, outgoing }));
  await wasKilled();
  const refused = await backupCommand([join(folder, 'mix.zip')], variables);
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.output).toContain('a restore is under way or was interrupted');
  expect((await restoreCommand(['--undo', '--yes'], variables)).output).toContain('restore has been undone');
  expect(await backupCommand([join(folder, 'mix.zip')], variables)).toMatchObject({ code: 0 });

  await exchange(place, { incoming, outgoing }, new Date(0));
  await wasKilled();
  expect(isRestoreInterrupted(env)).toBe(false);
  const undone = await restoreCommand(['--undo', '--yes'], variables);
  expect(undone.output).toContain('The shop is as it was before the restore of');
  expect(await whichFile()).toBe('former');
});

test('only one restore of a database runs at a time', async () => {
  const { used, place, whichFile } = await twoShops();
  const variables = onServer(used.connection, used.deps.env.dataDir);
  const second = await whileNoneRestores(place, () => restoreCommand([archive, '--yes'], variables));
  expect(second?.result.code).toBe(1);
  expect(second?.result.output).toContain(`${restoreSentences.atWork}\nNothing has been changed.\n`);
  expect(await whichFile()).toBe('former');
});

test('what killed restores and drills have left is removed, but not while one is at work', async () => {
  const { used, place, incoming } = await twoShops();
  const { env } = used.deps;
  const drill = `${place.database}_drill`;
  const left = { databases: [incoming.database], folders: [basename(incoming.folder)] };
  const present = async () => ({
    databases: await databasesLike(place.connection, `${place.database}_`),
    folders: (await readdir(env.dataDir)).filter((name) => /-[0-9a-f]{8}$/.test(name)),
  });
  await whileNoneRestores(place, () => removeAllLeftovers(used.deps));
  expect(await present()).toEqual(left);
  await withDrillDatabase(place.connection, async () => {
    await createBeside(place.connection, drill);
    await removeAllLeftovers(used.deps);
    expect(await present()).toEqual({ databases: [drill], folders: [] });
  });
  await createBeside(place.connection, drill);
  await removeAllLeftovers(used.deps);
  expect(await present()).toEqual({ databases: [], folders: [] });
});
