import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { isRestoreInterrupted } from './restore/place.server.ts';
import { currentDatabase } from './database/database-beside.server.ts';
import { testApp } from '../../test/app.ts';
import { backupCommand, onServer, restoreCommand } from '../../test/backup-commands.ts';
import { tableSums } from '../../test/contents.ts';
import { emptyDatabase } from '../../test/database.ts';
import { makeAdministrator } from '../../test/people.ts';

const folder = await mkdtemp(join(tmpdir(), 'spruce-killed-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const source = await testApp();
await makeAdministrator(source.deps, { firstName: 'Restored' });
await source.deps.files.put('which.pdf', Buffer.from('restored'), 'application/pdf');
const archive = join(folder, 'shop.zip');
await backupCommand([archive], onServer(source.connection, source.deps.env.dataDir));

const used = await testApp();
await makeAdministrator(used.deps, { firstName: 'Former' });
await used.deps.files.put('which.pdf', Buffer.from('former'), 'application/pdf');
const place = onServer(used.connection, used.deps.env.dataDir);

/** The users and the file, which must be of the same shop. */
async function whichShop(): Promise<string> {
  const { users } = await tableSums(used.deps.db).catch(() => tableSums(used.deps.db)); // connections may have been ended
  const isRestored = users === (await tableSums(source.deps.db))['users'];
  return `${isRestored ? 'restored' : 'former'} ${String(await used.deps.files.get('which.pdf'))}`;
}

const isExchanging = (): boolean => isRestoreInterrupted(used.deps.env);
/** Whether the shop beside has its files, after its database. */
const hasFiles = (): boolean =>
  readdirSync(used.deps.env.dataDir).some((name) => /^restore-[0-9a-f]{8}$/.test(name)) || isExchanging();

function startRestore(variables = place): ChildProcess {
  const command = join(import.meta.dirname, 'restore-command.server.ts');
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', command, archive, '--yes'], {
    env: { ...process.env, ...variables },
    stdio: 'ignore',
  });
}

test('a restore that is killed at any moment leaves the former shop or the restored one, after --undo if it says so', async () => {
  const whole = startRestore();
  await once(whole, 'exit');
  expect(whole.exitCode).toBe(0);
  expect(await whichShop()).toBe('restored restored');
  expect(await restoreCommand(['--undo', '--yes'], place)).toMatchObject({ code: 0 });

  const seen = new Map<string, number>();
  const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
  for (let i = 0; i < 40; i++) {
    expect(await whichShop()).toBe('former former');
    const child = startRestore();
    // Half of the kills hit the exchange, the others the time around it.
    while (child.exitCode === null && !(i % 2 === 0 ? isExchanging() : hasFiles())) await sleep(1);
    await sleep(i % 2 === 0 ? i : 10 * i);
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    if (isRestoreInterrupted(used.deps.env)) {
      count('interrupted');
      expect((await restoreCommand(['--undo', '--yes'], place)).output).toContain(
        'The interrupted restore has been undone.',
      );
      continue;
    }
    const shop = await whichShop();
    count(shop);
    expect(['former former', 'restored restored']).toContain(shop);
    if (shop === 'restored restored') await restoreCommand(['--undo', '--yes'], place);
  }
  console.info(`Seen: ${JSON.stringify([...seen])}.`);
  expect(seen.get('interrupted')).toBeGreaterThan(0);
});

test('a restore into an empty database that is killed leaves it empty after --undo, and can be repeated', async () => {
  const { pool, connection, db } = await emptyDatabase();
  const database = await currentDatabase(connection);
  const role = `plain_${database}`;
  await pool.query(`create role ${role} login; alter database ${database} owner to ${role};
    create extension if not exists pg_trgm`);
  const dataDir = join(folder, 'plain');
  const plain = onServer(connection, dataDir);
  plain['DATABASE_URL'] = plain['DATABASE_URL']?.replace(/\/\/\w+@/, `//${role}@`) ?? '';
  const tables = async () => Object.keys(await tableSums(db)).length;
  const killed = startRestore(plain);
  while (killed.exitCode === null && (await tables()) < 10) await sleep(1);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  expect(isRestoreInterrupted({ dataDir, s3Bucket: undefined, databaseUrl: undefined })).toBe(true);
  const other = await restoreCommand(['--undo', '--yes'], { ...plain, DATABASE_URL: place['DATABASE_URL'] ?? '' });
  expect(other.output).toContain('was filling a different database');
  expect(await whichShop()).toBe('former former');

  expect((await restoreCommand(['--undo', '--yes'], plain)).output).toContain(
    'The interrupted restore has been undone.',
  );
  expect(await tables()).toBe(0);
  expect(await restoreCommand([archive], plain)).toMatchObject({ code: 0 });
});
