import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import S3rver from 's3rver';
import { afterAll, expect, test } from 'vitest';
import { systemClock } from '#platform/process/clock.server.ts';
import { freshDatabase } from '../../../test/database.ts';
import { makeField, makeForm, storeForm } from '../../../test/make-form.ts';
import { type ShopProcess, shopProcess } from '../../../test/own-shop.ts';
import { pdf } from '../../../test/sample-files.ts';
import { filesPath } from '../../../test/send-form-file.ts';

const megabyte = 1024 * 1024;
const { db, connection } = await freshDatabase();
const papers = makeField({ formFieldType: 8, fieldLabel: 'Papers', maxFileSize: 20_971_520 });
const { id } = await storeForm({ db, clock: systemClock }, makeForm([papers]));
const folder = await mkdtemp(join(tmpdir(), 'spruce-memory-'));
const bucket = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: folder,
  configureBuckets: [{ name: 'spruce', configs: [] }],
});
const { port } = await bucket.run();
const onDisk = await shopProcess(connection);
const inBucket = await shopProcess(connection, {
  S3_BUCKET: 'spruce',
  S3_ENDPOINT: `http://127.0.0.1:${port}`,
  S3_ACCESS_KEY_ID: 'S3RVER',
  S3_SECRET_ACCESS_KEY: 'S3RVER',
});
afterAll(async () => {
  await Promise.all([onDisk.end(), inBucket.end(), bucket.close()]);
  await rm(folder, { recursive: true, force: true });
});

const small = pdf();
const large = pdf('x'.repeat(20_971_520 - pdf('').length));

async function send(shop: ShopProcess, bytes: Buffer): Promise<number> {
  const body = new FormData();
  body.append('file', new File([new Uint8Array(bytes)], 'plan.pdf'));
  const answer = await fetch(`${shop.address}${filesPath(id)}?fieldId=${papers.id}`, { method: 'POST', body });
  await answer.arrayBuffer();
  return answer.status;
}

/** Uploads five files at once and returns the server's peak memory growth in bytes. */
async function growth(shop: ShopProcess): Promise<number> {
  const before = await shop.memory();
  let highest = before;
  let isOver = false;
  const watching = (async () => {
    for (; !isOver; await sleep(5)) highest = Math.max(highest, await shop.memory());
  })();
  const statuses = await Promise.all(Array.from({ length: 5 }, () => send(shop, large)));
  isOver = true;
  await watching;
  expect(statuses).toEqual([201, 201, 201, 201, 201]);
  return highest - before;
}

test.each([
  ['a folder', onDisk],
  ['a bucket', inBucket],
])('five concurrent uploads of 20 MB into %s take less than 60 MB of memory', async (_where, shop) => {
  await shop.start();
  expect(await send(shop, small)).toBe(201); // warm-up
  const grown = await growth(shop);
  expect(grown / megabyte).toBeLessThan(60); // measured: 14 to 24
});
