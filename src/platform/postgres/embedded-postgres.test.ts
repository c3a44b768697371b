import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { connectOrStart, startEmbedded } from './embedded-postgres.server.ts';
import { isLong, longTest } from '../../../test/long.ts';

vi.setConfig({ testTimeout: 60_000 }); // each creates a database, and some wait for one that was killed

const root = mkdtempSync(join(tmpdir(), 'spruce-launcher-'));
chmodSync(root, 0o755);
afterAll(() => rmSync(root, { recursive: true, force: true }));

const isRoot = process.getuid?.() === 0;
const folder = (name: string) => join(root, name);

async function query(connection: pg.ClientConfig, text: string): Promise<unknown[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(text)).rows as unknown[];
  } finally {
    await client.end();
  }
}

const program = `
  const { startEmbedded } = await import(process.argv[1]);
  const uid = Number(process.argv[3]);
  if (uid > 0) {
    process.setgroups([]);
    process.setgid(uid);
    process.setuid(uid); // once everything is loaded: the program may be in a folder closed to that user
  }
  try {
    const { connection } = await startEmbedded({ dataDir: process.argv[2] });
    console.log(JSON.stringify({ connection }));
    setInterval(() => {}, 1000);
  } catch (error) {
    console.log(JSON.stringify({ name: error.name, message: error.message }));
  }`;

interface Said {
  connection?: pg.ClientConfig;
  name?: string;
  message?: string;
}

/** Starts the database in a process of its own, which a test can kill or run as another user; `uid` is the group's id, too. */
async function elsewhere(
  dataDir: string,
  { uid = 0, env = process.env }: { uid?: number; env?: NodeJS.ProcessEnv } = {},
): Promise<{ child: ChildProcess; said: Said }> {
  const launcher = join(import.meta.dirname, 'embedded-postgres.server.ts');
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, launcher, dataDir, String(uid)], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]; // it prints one line
  return { child, said: JSON.parse(line) as Said };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

test('starts, stores data, and stops', async () => {
  const dataDir = folder('plain');
  const first = await startEmbedded({ dataDir });
  await query(first.connection, 'create table kept as select 1 as one');
  expect(await query(first.connection, "select lower('É') as lower, current_setting('fsync') as fsync")).toEqual([
    { lower: 'é', fsync: 'on' },
  ]);
  expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
  await first.stop();
  await expect(query(first.connection, 'select 1')).rejects.toThrow();
  const second = await startEmbedded({ dataDir });
  expect(await query(second.connection, 'select * from kept')).toEqual([{ one: 1 }]);
  await second.stop();
});

test('refuses a second process on the same folder, and connects a command to the first', async () => {
  const dataDir = folder('shared');
  const { child, said } = await elsewhere(dataDir);
  await expect(startEmbedded({ dataDir })).rejects.toThrow(
    `Spruce is already running on ${dataDir} (process ${child.pid}). Stop it first, or set DATA_DIR to another folder.`,
  );
  const command = await connectOrStart({ dataDir });
  expect(command.connection).toEqual(said.connection);
  await command.stop();
  expect(await query(command.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  await kill(child);
  const own = await connectOrStart({ dataDir });
  expect(await query(own.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  await own.stop();
});

describe('after kill -9', () => {
  longTest.each(['of the process', 'of the process and the server'])('%s, no committed data is lost', async (what) => {
    const dataDir = folder(what.replaceAll(' ', '-'));
    const { child, said } = await elsewhere(dataDir);
    await query(said.connection ?? {}, 'create table kept as select 1 as one');
    if (what.endsWith('server')) process.kill(postmasterOf(dataDir), 'SIGKILL');
    await kill(child);
    const again = await startEmbedded({ dataDir });
    expect(await query(again.connection, 'select * from kept')).toEqual([{ one: 1 }]);
    await again.stop();
  });
});

longTest('stops an orphaned server first, as there can be one where setpriv and flock are missing', async () => {
  const dataDir = folder('orphan');
  const { child, said } = await elsewhere(dataDir, { env: { PATH: '/nowhere' } });
  await query(said.connection ?? {}, 'create table kept as select 1 as one');
  await kill(child);
  expect(await query(said.connection ?? {}, 'select * from kept')).toEqual([{ one: 1 }]);
  const again = await startEmbedded({ dataDir });
  expect(await query(again.connection, 'select * from kept')).toEqual([{ one: 1 }]);
  await again.stop();
});

const postmasterOf = (dataDir: string) =>
  Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

test('removes a lock file whose pid is now that of another program', async () => {
  const dataDir = folder('stale');
  const first = await startEmbedded({ dataDir });
  const { uid, gid } = statSync(join(dataDir, 'postgres'));
  await first.stop();
  const other = spawn('sleep', ['60'], { cwd: '/', uid, gid });
  const file = join(dataDir, 'postgres/postmaster.pid');
  writeFileSync(file, `${other.pid}\n${dataDir}/postgres\n1\n5432\n${dataDir}/postgres\n\n`);
  chownSync(file, uid, gid);
  const again = await startEmbedded({ dataDir });
  await again.stop();
  await kill(other);
});

test('supports a path too long for a socket', async () => {
  const dataDir = folder(`${'long'.repeat(20)}/${'path'.repeat(20)}`);
  const { connection, stop } = await startEmbedded({ dataDir, durable: false });
  expect(connection.host).toMatch(/^\/tmp\/spruce-/);
  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(statSync(connection.host ?? '').mode & 0o777).toBe(0o700);
  await stop();
});

test('reports an unusable folder', async () => {
  writeFileSync(folder('file'), '');
  await expect(startEmbedded({ dataDir: folder('file') })).rejects.toThrow(
    `The data folder ${folder('file')} can't be used`,
  );
});

test('refuses a database of another major version', async () => {
  mkdirSync(folder('old/postgres'), { recursive: true });
  writeFileSync(folder('old/postgres/PG_VERSION'), '15\n');
  await expect(startEmbedded({ dataDir: folder('old') })).rejects.toThrow(
    'was made by PostgreSQL 15, but this version of Spruce brings 18',
  );
});

longTest.each(['SIGQUIT', 'SIGKILL'] as const)('restarts a server that ends unexpectedly (%s)', async (signal) => {
  const dataDir = folder(`crash-${signal}`);
  const crashed = Promise.withResolvers<string>();
  const restarted = Promise.withResolvers<void>();
  const options = { dataDir, onCrash: crashed.resolve, onRestart: restarted.resolve };
  const { connection, stop } = await startEmbedded(options);
  await query(connection, 'create table kept as select 1 as one');
  process.kill(postmasterOf(dataDir), signal);
  expect(await crashed.promise).toMatch(/^The embedded database ended unexpectedly/);
  await restarted.promise;
  expect(await query(connection, 'select * from kept')).toEqual([{ one: 1 }]);
  await stop();
  await expect(query(connection, 'select 1')).rejects.toThrow();
});

describe.runIf(isRoot)('as root', () => {
  const nobody = Number(spawnSync('id', ['-u', 'nobody'], { encoding: 'utf8' }).stdout);
  const isOpen = spawnSync('ls', [import.meta.dirname], { uid: nobody, gid: nobody }).status === 0;

  test('the server runs as another user', async () => {
    const { stop } = await startEmbedded({ dataDir: folder('dropped'), durable: false });
    expect(statSync(folder('dropped/postgres')).uid).not.toBe(0);
    await stop();
  });

  test('supports a folder below one that is closed to that user', async () => {
    mkdirSync(folder('closed'), { mode: 0o700 });
    const { connection, stop } = await startEmbedded({ dataDir: folder('closed/data'), durable: false });
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    await stop();
  });

  // Other users can't run a clone in root's home.
  test.runIf(isOpen && isLong)('a normal user runs it as itself, and root then runs it as that owner', async () => {
    const dataDir = folder('normal');
    mkdirSync(dataDir);
    const uid = nobody;
    chownSync(dataDir, uid, uid);
    const { child, said } = await elsewhere(dataDir, { uid });
    expect(said.connection).toBeDefined();
    await kill(child);
    const { stop } = await startEmbedded({ dataDir });
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(uid);
    await stop();
  });

  test('reports to a normal user a folder that is not writable, or whose database belongs to another user', async () => {
    const as = { uid: nobody };
    mkdirSync(folder('of-root'), { mode: 0o755 });
    const { said } = await elsewhere(folder('of-root'), as);
    expect(said).toMatchObject({ name: 'StartFault', message: expect.stringContaining("can't be used") });
    mkdirSync(folder('of-root/postgres'), { mode: 0o700 });
    const other = await elsewhere(folder('of-root'), as);
    expect(other.said.message).toContain('belongs to user 0, but Spruce was started as "nobody"');
    expect(existsSync(folder('of-root/postgres/PG_VERSION'))).toBe(false);
  });

  test('reports a user without a name', async () => {
    const { said } = await elsewhere(folder('nameless'), { uid: 54_321 });
    expect(said.message).toContain('user 54321 is not in /etc/passwd');
  });
});
