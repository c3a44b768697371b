import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Files, makeFiles } from './files.server.ts';

let folder: string;
let bucketServer: S3rver;
const stores: Record<string, Files> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spruce-files-'));
  bucketServer = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 'bucket'),
    configureBuckets: [{ name: 'spruce', configs: [] }],
  });
  const { port }: AddressInfo = await bucketServer.run();
  stores.folder = await makeFiles({ dataDir: folder });
  stores.bucket = await makeFiles({
    dataDir: folder,
    s3Bucket: 'spruce',
    s3Endpoint: `http://127.0.0.1:${port}`,
    s3AccessKeyId: 'S3RVER',
    s3SecretAccessKey: 'S3RVER',
  });
});

afterAll(async () => {
  await bucketServer.close();
  await rm(folder, { recursive: true, force: true });
});

describe.each(['folder', 'bucket'])('files in a %s', (kind) => {
  const files = (): Files => {
    const store = stores[kind];
    if (!store) throw new Error(`No store ${kind}.`);
    return store;
  };

  test.each([0, 1, 5, 70_000])('stores %d bytes', async (size) => {
    const bytes = Buffer.alloc(size, 'spruce');
    const key = `size/${size}.bin`;
    await files().put(key, bytes, 'application/octet-stream');
    expect((await files().get(key))?.equals(bytes)).toBe(true);
    const stored = await files().stream(key);
    expect(stored?.size).toBe(size);
    expect(stored && (await buffer(stored.body)).equals(bytes)).toBe(true);
  });

  test('lists and copies files', async () => {
    for (const key of ['list/a.pdf', 'list/deep/b.pdf', 'listed.pdf'])
      await files().put(key, Buffer.from(key), 'application/pdf');
    await files().copy('list/a.pdf', 'list/copied/a.pdf');
    const keys: string[] = [];
    for await (const key of files().list('list/')) keys.push(key);
    expect(keys.sort()).toEqual(['list/a.pdf', 'list/copied/a.pdf', 'list/deep/b.pdf']);
    expect(await files().get('list/copied/a.pdf')).toEqual(Buffer.from('list/a.pdf'));
  });

  test('stores a local file', async () => {
    const path = join(folder, 'sent');
    const bytes = randomBytes(3_000_000);
    await writeFile(path, bytes);
    await files().putFile('from/disk.bin', path, 'application/octet-stream');
    expect((await files().get('from/disk.bin'))?.equals(bytes)).toBe(true);
    const gone = files().putFile('from/nowhere.bin', `${path}-none`, 'text/plain');
    await expect(gone).rejects.toThrow();
    expect(await files().exists('from/nowhere.bin')).toBe(false);
  });

  test('replaces, reports and removes', async () => {
    const key = 'deep/er/file.txt';
    expect(await files().exists(key)).toBe(false);
    await files().put(key, Buffer.from('one'), 'text/plain');
    await files().put(key, Buffer.from('two'), 'text/plain');
    expect(String(await files().get(key))).toBe('two');
    expect(await files().exists(key)).toBe(true);
    await files().remove(key);
    expect(await files().exists(key)).toBe(false);
  });

  test('returns undefined for a missing file', async () => {
    expect(await files().get('none/here.png')).toBeUndefined();
    expect(await files().stream('none/here.png')).toBeUndefined();
    await files().remove('none/here.png');
  });

  test.each(['../secret', 'a/../../secret', 'a/..\\..\\secret'])('never leaves the store for %s', async (key) => {
    await expect(files().put(key, Buffer.from('x'), 'text/plain')).rejects.toThrow();
    await expect(files().get(key)).rejects.toThrow();
  });
});

test.each([
  ['cannot be reached', undefined],
  ['fails', 500],
])('while the bucket %s, all calls throw 503', async (_, status) => {
  const server = createServer((_request, response) => response.writeHead(status ?? 500).end());
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)); // it listens on a port
  });
  if (status === undefined) server.close();
  const s3AccessKeyId = 'S3RVER';
  const bucket = {
    s3Bucket: 'spruce',
    s3Endpoint: `http://127.0.0.1:${port}`,
    s3AccessKeyId,
    s3SecretAccessKey: 'S3RVER',
  };
  const away = await makeFiles({ dataDir: folder, ...bucket });
  const path = join(folder, 'some file');
  await writeFile(path, 'spruce');
  const calls = [
    away.put('a.txt', Buffer.from('x'), 'text/plain'),
    away.putFile('a.txt', path, 'text/plain'),
    away.get('a.txt'),
    away.stream('a.txt'),
    away.exists('a.txt'),
    away.remove('a.txt'),
  ];
  for (const call of await Promise.allSettled(calls))
    expect(call).toMatchObject({ reason: { status: 503, message: 'Please try again in a moment.' } });
  server.close();
});

test('a file in a folder is read completely, with its size, while others replace it', async () => {
  const key = 'size/changing.bin';
  const sizes = [10_000, 3_000_000];
  const write = (turn: number) =>
    stores.folder?.put(key, Buffer.alloc(sizes[turn % 2] ?? 0), 'application/octet-stream');
  await write(0);
  for (let turn = 1; turn <= 40; turn++) {
    const [stored] = await Promise.all([stores.folder?.stream(key), write(turn)]);
    const { length } = stored ? await buffer(stored.body) : Buffer.of();
    expect(sizes).toContain(length);
    expect(stored?.size).toBe(length);
  }
});

test('parallel writers leave one complete file in a folder', async () => {
  const versions = Array.from({ length: 20 }, (_, n) => Buffer.alloc(200_000, String.fromCharCode(65 + n)));
  await Promise.all(versions.map((bytes) => stores.folder?.put('shared.bin', bytes, 'application/octet-stream')));
  const stored = await stores.folder?.get('shared.bin');
  expect(versions.some((bytes) => stored?.equals(bytes))).toBe(true);
});

test('a folder contains no drafts afterwards', async () => {
  const names = await readdir(join(folder, 'files'), { recursive: true });
  expect(names.filter((name) => name.endsWith('.part'))).toEqual([]);
});
