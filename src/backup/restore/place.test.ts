import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { makeFiles } from '#platform/storage/files.server.ts';
import { testApp, type TestApp } from '../../../test/app.ts';
import { backupCommand, onServer, restoreCommand, type Variables } from '../../../test/backup-commands.ts';
import { tableSums } from '../../../test/contents.ts';
import { emptyDatabase } from '../../../test/database.ts';
import { makeAdministrator } from '../../../test/people.ts';
import { createBeside, currentDatabase, databasesLike, dropBeside } from '../database/database-beside.server.ts';
import { exchange, isRestoreInterrupted, type Place, type ShopBeside } from './place.server.ts';
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
  expect(present).toEqual(restored);
  expect(await backupCommand([join(folder, 'from-bucket.zip')], bucket)).toMatchObject({ code: 0 });
  expect(await restoreCommand(['--undo', '--yes'], bucket)).toMatchObject({ code: 0 });
  expect(await files.get('changed.pdf')).toEqual(Buffer.from('as it is now'));

  async function pointKey(): Promise<string> {
    for await (const key of files.list('restore-point/')) return key;
    throw new Error('Nothing was kept.');
  }
});

/** A place with a shop beside, each with a file that tells which it is. */
async function twoShops(): Promise<{ used: TestApp; place: Place; incoming: ShopBeside; outgoing: ShopBeside }> {
  const used = await testApp();
  const { env, files } = used.deps;
  const database = await currentDatabase(used.connection);
  const place = { env, files, connection: used.connection, database };
  await files.put('which.pdf', Buffer.from('former'), pdf);
  await makeAdministrator(used.deps, { firstName: 'Former' });
  const beside = (use: string) => ({
    database: `${database}_${use}`,
    folder: join(env.dataDir, `${use}-1`),
    prefix: `${use}/1/`,
  });
  const incoming = beside('restore');
  await createBeside(used.connection, incoming.database);
  const next = await makeFiles({ dataDir: incoming.folder });
  await next.put('which.pdf', Buffer.from('next'), pdf);
  afterAll(async () => {
    for (const name of await databasesLike(used.connection, `${database}_`)) await dropBeside(used.connection, name);
  });
  return { used, place, incoming, outgoing: beside('before') };
}

test('an exchange that fails at its last step is taken back', async () => {
  const { used, place, incoming, outgoing } = await twoShops();
  const { db, env, files } = used.deps;
  const before = { tables: await tableSums(db), folder: await readdir(env.dataDir) };
  await dropBeside(used.connection, incoming.database ?? '');
  await expect(exchange(place, incoming, outgoing, new Date(0))).rejects.toThrow('does not exist');
  expect(String(await files.get('which.pdf'))).toBe('former');
  expect(await tableSums(db)).toEqual(before.tables);
  expect(isRestoreInterrupted(env)).toBe(false);
});

test('an exchange ends the connections of others, and admits them again afterwards', async () => {
  const { used, place, incoming, outgoing } = await twoShops();
  await sql`select 1`.execute(used.deps.db);
  await exchange(place, incoming, outgoing, new Date(0));
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
  plain['DATABASE_URL'] = plain['DATABASE_URL']?.replace('//spruce@', `//${role}@`) ?? '';
  expect(await restoreCommand([archive], plain)).toMatchObject({ code: 0 });
  expect(Object.keys(await tableSums(db))).toContain('orders');
  const refused = await restoreCommand([archive, '--yes'], plain);
  expect(refused.output).toContain('may not create and rename databases');
});
