import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { Problem } from '#lib/api/problem.ts';
import { testApp } from '../../test/app.ts';
import { backupCommand, onServer, restoreCommand } from '../../test/backup-commands.ts';
import { checkOut, checkoutOf } from '../../test/buyer.ts';
import { isLong, longTest } from '../../test/long.ts';
import { makeProduct } from '../../test/make.ts';
import { makeAdministrator } from '../../test/people.ts';
import { tableSums } from '../../test/contents.ts';
import { filesFolder, type Manifest, manifestEntry, sumOf, tableEntry } from './archive/manifest.server.ts';
import { openArchive } from './archive/read-archive.server.ts';
import { archiveSentences } from './archive/sentences.ts';
import { createArchive } from './archive/write-archive.server.ts';
import { createBeside, currentDatabase, databasesLike, dropBeside } from './database/database-beside.server.ts';
import { openForRestore } from './restore/restore.server.ts';

const shop = await testApp();
const { db, env, files, jobs } = shop.deps;
const product = await makeProduct(db, { onHand: 50, price: 12.5 });
await checkOut(shop, checkoutOf([{ product }]));
await jobs.finishAll();
await files.put('products/one.webp', Buffer.alloc(300_000, 'a picture '), 'image/webp');
const here = onServer(shop.connection, env.dataDir);
const key = 'a key of the tests with more than 32 characters';
const folder = await mkdtemp(join(tmpdir(), 'spruce-refused-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const plainPath = join(folder, 'plain.zip');
const sealedPath = join(folder, 'sealed.zip.enc');
await backupCommand([plainPath], here);
await backupCommand([sealedPath], { ...here, BACKUP_KEY: key });
const plain = await readFile(plainPath);
const sealed = await readFile(sealedPath);

/** The sentence with which an archive is refused; undefined if it is not. */
async function refusal(bytes: Buffer, withKey: string | undefined = undefined): Promise<string | undefined> {
  const path = join(folder, 'tried');
  await writeFile(path, bytes);
  try {
    await (await openForRestore(path, { key: withKey, onProgress: () => {} })).close();
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}

function withFlippedBit(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed.writeUInt8((changed[at] ?? 0) ^ 0x10, at);
  return changed;
}

/** `count` positions all over a file, and as many of its first and last bytes, where the formats have their headers. */
const positions = (length: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => [i, Math.floor(((i + 0.5) / count) * length), length - 1 - i]).flat();

test('an undamaged archive is accepted', async () => {
  expect(await refusal(plain)).toBeUndefined();
  expect(await refusal(sealed, key)).toBeUndefined();
});

/** The positions at which a changed bit goes unnoticed. */
async function unnoticed(bytes: Buffer, withKey: string | undefined, count: number): Promise<number[]> {
  const accepted: number[] = [];
  for (const at of positions(bytes.length, count))
    if ((await refusal(withFlippedBit(bytes, at), withKey)) === undefined) accepted.push(at);
  return accepted;
}

test('one changed bit refuses an archive', async () => {
  expect(await unnoticed(plain, undefined, 15)).toEqual([]);
  expect(await unnoticed(sealed, key, 3)).toEqual([]);
});

longTest('one changed bit anywhere refuses an archive', async () => {
  expect(await unnoticed(plain, undefined, 500)).toEqual([]);
  expect(await unnoticed(sealed, key, 150)).toEqual([]);
});

test.each([
  ['plain', plain, undefined],
  ['encrypted', sealed, key],
])('a %s archive that was cut off or extended is refused', async (_kind, bytes, withKey) => {
  const lengths = [1, 40, 58, 59, 200, 65_594, 65_594 + 65_552, bytes.length - 71, bytes.length - 1];
  for (const length of lengths) expect(await refusal(bytes.subarray(0, length), withKey)).toBeDefined();
  expect(await refusal(Buffer.concat([bytes, Buffer.from('x')]), withKey)).toBeDefined();
});

test('exchanged frames of an encrypted archive are refused', async () => {
  const header = 58;
  const frame = 64 * 1024 + 16;
  const [first, second] = [
    sealed.subarray(header, header + frame),
    sealed.subarray(header + frame, header + 2 * frame),
  ];
  const exchanged = Buffer.concat([sealed.subarray(0, header), second, first, sealed.subarray(header + 2 * frame)]);
  expect(await refusal(exchanged, key)).toBe(archiveSentences.damaged);
});

test('other files, wrong keys and missing keys are refused in so many words', async () => {
  expect(await refusal(Buffer.alloc(0))).toBe(archiveSentences.foreign);
  expect(await refusal(Buffer.from('PK\x03\x04 and so on, but not ours'))).toBe(archiveSentences.foreign);
  expect(await refusal(await readFile(join(import.meta.dirname, '../../package.json')))).toBe(archiveSentences.foreign);
  expect(await refusal(plain.subarray(0, -100))).toBe(archiveSentences.incomplete);
  expect(await refusal(sealed)).toBe(archiveSentences.needsKey);
  expect(await refusal(sealed, `${key}!`)).toBe(archiveSentences.otherKey);
});

/** The archive again, sealed properly, with another manifest or other rows of a table. */
async function forged(change: (manifest: Manifest) => Manifest, rows: Record<string, Buffer> = {}): Promise<Buffer> {
  const path = join(folder, 'forged.zip');
  const archive = await openArchive(plainPath, { key: undefined });
  const writer = await createArchive(path, undefined);
  const { manifest } = archive;
  const tables = [];
  for await (const { name, open } of archive.parts()) {
    const table = manifest.tables.find((one) => tableEntry(one) === name);
    if (!table && !name.startsWith(filesFolder)) continue;
    const content = rows[name] ?? (await buffer(Readable.from(await open())));
    const sum = await writer.add(name, Readable.from([content]), true);
    if (table) tables.push({ ...table, ...sum });
  }
  await writer.add(manifestEntry, JSON.stringify(change({ ...manifest, tables })));
  await writer.finish();
  await archive.close();
  return readFile(path);
}

test('an archive of a newer version is refused, by its format and by its migrations', async () => {
  const newer = archiveSentences.newer('9.0.0');
  const appVersion = '9.0.0';
  const later = (manifest: Manifest) => [...manifest.migrations, '9999-from-the-future'];
  expect(await refusal(await forged((manifest) => ({ ...manifest, appVersion, migrations: later(manifest) })))).toBe(
    newer,
  );
  const format = 2 as 1; // no such format exists yet
  expect(await refusal(await forged((manifest) => ({ ...manifest, appVersion, format })))).toBe(newer);
});

/** Everything that a restore may change. */
async function stateOf(place: typeof shop): Promise<object> {
  const { dataDir } = place.deps.env;
  return {
    tables: await tableSums(place.deps.db),
    files: (await readdir(dataDir, { recursive: true })).sort(),
    databases: await databasesLike(place.connection, await currentDatabase(place.connection)),
  };
}

/** A shop that no refused archive may change, so that all tests below can use it. */
const used = await testApp();
await makeAdministrator(used.deps);
await used.deps.files.put('own.pdf', Buffer.from('own'), 'application/pdf');

test('a refused archive leaves the place untouched', async () => {
  const before = await stateOf(used);
  const path = join(folder, 'refused.zip');
  for (const bytes of [withFlippedBit(plain, 5_000), plain.subarray(0, 9_000), Buffer.from('no archive'), sealed]) {
    await writeFile(path, bytes);
    const result = await restoreCommand([path, '--yes'], onServer(used.connection, used.deps.env.dataDir));
    expect(result.code).toBe(1);
    expect(result.output).toContain('Nothing has been changed.');
  }
  expect(await stateOf(used)).toEqual(before);
});

const withColumn = (manifest: Manifest): Manifest => ({
  ...manifest,
  tables: manifest.tables.map((table) =>
    table.name === 'users' ? { ...table, columns: [...table.columns, 'age'] } : table,
  ),
});
const otherSums = { orders: 0, ordersTotalCents: 1, stockDifferences: 0 };
const unchanged = (manifest: Manifest): Manifest => manifest;
const rowsOf = (name: string, text: string) => ({ [tableEntry({ schema: 'public', name })]: Buffer.from(text) });

/** Archives whose checksums are right, whose content cannot be restored, and why. */
const broken: [string, () => Promise<Buffer>, string][] = [
  ['invoices without orders', () => forged(unchanged, rowsOf('orders', '')), 'violates foreign key constraint'],
  ['lines that are no rows', () => forged(unchanged, rowsOf('settings', 'x\ty\n')), 'invalid input syntax'],
  ['other sums', () => forged((manifest) => ({ ...manifest, sums: otherSums })), "The restored shop's sums"],
  ['a column that no migration makes', () => forged(withColumn), 'differ from its schema: users'],
];

// All of them fail at the same step; the others are for the long run.
test.each(isLong ? broken : broken.slice(0, 1))(
  'a restore that fails in the middle leaves all as it was: %s',
  async (_what, make, reason) => {
    const otherMachine = `${await currentDatabase(used.connection)}_before_0123abcd`; // its restore point
    await createBeside(used.connection, otherMachine);
    const before = await stateOf(used);
    const path = join(folder, 'broken.zip');
    await writeFile(path, await make());
    const result = await restoreCommand([path, '--yes'], onServer(used.connection, used.deps.env.dataDir));
    expect(result.code).toBe(1);
    expect(result.output).toContain(reason);
    expect(await stateOf(used)).toEqual(before);
    await dropBeside(used.connection, otherMachine);
  },
);

test('the sum of a stream is that of its bytes', async () => {
  expect(await sumOf(Readable.from([Buffer.from('a'), Buffer.from('bc')]))).toEqual({
    size: 3,
    sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  });
});

test('an encrypted archive shows nothing of its content', () => {
  expect(plain.includes('a picture a picture')).toBe(true);
  expect(sealed.includes('a picture a picture')).toBe(false);
});
