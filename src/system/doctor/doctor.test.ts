import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { SMTPServer } from 'smtp-server';
import { afterAll, expect, test } from 'vitest';
import { startEmbedded } from '#platform/postgres/embedded-postgres.server.ts';
import { freshDatabase } from '../../../test/database.ts';
import { longTest } from '../../../test/long.ts';
import { freePort } from '../../../test/own-shop.ts';
import { run } from './command.server.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'spruce-doctor-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const { connection } = await freshDatabase();
/** The address of the test's database, which a socket or a port serves. */
const databaseUrl =
  connection.connectionString ??
  `postgres://${connection.user}@localhost/${connection.database}?host=${encodeURIComponent(String(connection.host))}&port=${connection.port}`;

async function doctor(environment: Record<string, string> = {}): Promise<{ code: number; text: string }> {
  let text = '';
  const port = String(await freePort());
  const code = await run({ DATA_DIR: dataDir, PORT: port, ...environment }, (more) => void (text += more));
  return { code, text };
}
const onServer = { DATABASE_URL: databaseUrl, SESSION_SECRET: 'x'.repeat(40), PAYMENT_PROVIDER: 'test' };

test('before the first start nothing is made, and nothing fails', async () => {
  const none = join(dataDir, 'none');
  const { code, text } = await doctor({ DATA_DIR: none });
  expect(text).toContain('is created at the first start');
  expect([code, existsSync(none)]).toEqual([0, false]);
});

test('a good configuration passes', async () => {
  const { code, text } = await doctor(onServer);
  expect(text).toMatch(/✓ Database +PostgreSQL \d+/);
  expect(text).toMatch(/✓ Schema +Up to date/);
  expect(text).toMatch(/✓ Database permissions/);
  expect(text).toMatch(/✓ Direct connection +DATABASE_URL leads to the server itself/);
  expect(text).toMatch(/✓ Clock/);
  expect(code).toBe(0);
});

test('wrong variables are named', async () => {
  const { code, text } = await doctor({ PORT: 'http', SMTP_URL: 'mail' });
  expect(text).toContain('✗ Configuration        PORT must be a whole number from 1 to 65535.\n');
  expect(text).toContain('SMTP_URL must begin with smtp:// or smtps://.\n');
  expect(code).toBe(1);
});

test('a session secret that is missing stops the start and is reported, although none is made here', async () => {
  const without = await doctor({ DATABASE_URL: databaseUrl, PAYMENT_PROVIDER: 'test' });
  expect(without.text).toContain('✗ Configuration        SESSION_SECRET is required with DATABASE_URL');
  const missing = join(dataDir, 'no-such-file');
  const wrong = await doctor({ SESSION_SECRET_FILE: missing });
  expect(wrong.text).toContain(`SESSION_SECRET_FILE names ${missing}`);
  expect([without.code, wrong.code]).toEqual([1, 1]);
});

test('an interrupted restore fails', async () => {
  const folder = await mkdtemp(join(dataDir, 'restored-'));
  const shop = { database: null, folder: join(folder, 'a-shop'), prefix: '' };
  await writeFile(join(folder, 'restore-under-way.json'), JSON.stringify({ incoming: shop, outgoing: shop }));
  const { code, text } = await doctor({ ...onServer, DATA_DIR: folder });
  expect(text).toMatch(
    /✗ Restore +The shop does not start\.\n +A restore was interrupted\. .*npm run restore -- --undo/,
  );
  expect(code).toBe(1);
});

test('with a server and no data folder yet, none is made, and what needs it is left out', async () => {
  const none = join(dataDir, 'none-yet');
  const { code, text } = await doctor({ ...onServer, DATA_DIR: none });
  expect(text).toMatch(/✓ Database +PostgreSQL/);
  expect(text).not.toMatch(/Files|Disk/);
  expect([code, existsSync(none)]).toEqual([0, false]);
});

test('a database that cannot be reached fails, and the rest is checked all the same', async () => {
  const { code, text } = await doctor({ ...onServer, DATABASE_URL: 'postgres://kim:hunter2secret@127.0.0.1:1/shop' });
  expect(text).toMatch(/✗ Database +It cannot be reached/);
  expect(text).toMatch(/✓ Port/);
  expect(text).toMatch(/✓ Files/);
  expect(text).not.toContain('hunter2secret');
  expect(code).toBe(1);
});

test('a direct connection that cannot be reached fails under its own name, and the database itself passes', async () => {
  const direct = 'postgres://kim:hunter2secret@127.0.0.1:1/shop';
  const { code, text } = await doctor({ ...onServer, DATABASE_DIRECT_URL: direct });
  expect(text).toMatch(
    /✗ Direct connection +DATABASE_DIRECT_URL: connect ECONNREFUSED 127\.0\.0\.1:1\.\n +Check its host/,
  );
  expect(text).toMatch(/✓ Database +PostgreSQL/);
  expect(text).not.toContain('hunter2secret');
  expect(code).toBe(1);
});

test('a port that another program uses fails', async () => {
  const other = createServer().listen(0, '0.0.0.0');
  await new Promise((listening) => other.once('listening', listening));
  const address = other.address();
  const port = String(typeof address === 'object' && address ? address.port : 0);
  const { code, text } = await doctor({ ...onServer, PORT: port });
  other.close();
  expect(text).toContain(`Another program uses ${port}.`);
  expect(code).toBe(1);
});

test('a shop that listens on one address only is found there', async () => {
  const shop = createHttpServer((_request, response) => void response.end('{"status":"ok"}')).listen(0, '127.0.0.2');
  await new Promise((listening) => shop.once('listening', listening));
  const address = shop.address();
  const port = String(typeof address === 'object' && address ? address.port : 0);
  const { text } = await doctor({ ...onServer, PORT: port, HOST: '127.0.0.2' });
  shop.close();
  expect(text).toContain(`The shop answers on ${port}.`);
});

test('a folder that cannot be written fails', async () => {
  const file = join(dataDir, 'a-file');
  await writeFile(file, '');
  const { code, text } = await doctor({ ...onServer, DATA_DIR: join(file, 'below') });
  expect(text).toMatch(/✗ Data folder/);
  expect(code).toBe(1);
});

test('a mail server that refuses the sign-in fails, without the password being shown', async () => {
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) =>
      password === 'right' ? done(null, { user: 'kim' }) : done(new Error('Invalid login')),
  });
  smtp.on('error', () => {});
  const port = await freePort();
  await new Promise<void>((listening) => void smtp.listen(port, '127.0.0.1', listening));
  const wrong = await doctor({ ...onServer, SMTP_URL: `smtp://kim:hunter2secret@127.0.0.1:${port}` });
  expect(wrong.text).toMatch(/✗ Mail server/);
  expect(wrong.text).not.toContain('hunter2secret');
  expect(wrong.code).toBe(1);
  const right = await doctor({ ...onServer, SMTP_URL: `smtp://kim:right@127.0.0.1:${port}` });
  expect(right.text).toMatch(/✓ Mail server +127\.0\.0\.1:\d+ accepts our sign-in/);
  await new Promise<void>((closed) => smtp.close(() => closed()));
});

test('a bucket is written and read', async () => {
  const store = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(dataDir, 'buckets'),
    configureBuckets: [{ name: 'spruce', configs: [] }],
  });
  const { port } = await store.run();
  const s3 = {
    S3_BUCKET: 'spruce',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  };
  expect((await doctor({ ...onServer, ...s3 })).text).toMatch(/✓ Files +The bucket spruce can be written and read/);
  const missing = await doctor({ ...onServer, ...s3, S3_BUCKET: 'none' });
  expect(missing.text).toMatch(/✗ Files +The bucket none: /);
  expect(missing.code).toBe(1);
  await store.close();
});

longTest(
  'the embedded database is asked while the shop runs, and started for the moment while it does not',
  async () => {
    const folder = join(dataDir, 'embedded');
    const server = await startEmbedded({ dataDir: folder, durable: false });
    const running = await doctor({ DATA_DIR: folder });
    expect(running.text).toMatch(/✓ Database +PostgreSQL 18/);
    expect(running.text).toMatch(/! Schema +\d+ migrations waiting/); // nothing has been migrated, and the doctor does not do it
    await server.stop();
    const stopped = await doctor({ DATA_DIR: folder });
    expect(stopped.text).toMatch(/✓ Database +PostgreSQL 18/);
    expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false);
  },
);
