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

vi.setConfig({ testTimeout: 60_000 }); // each makes a database, and some wait for one that was killed

const root = mkdtempSync(join(tmpdir(), 'spruce-launcher-'));
chmodSync(root, 0o755);
afterAll(() => rmSync(root, { recursive: true, force: true }));

const isRoot = process.getuid?.() === 0;
const folder = (name: string) => join(root, name);

async function ask(connection: pg.ClientConfig, text: string): Promise<unknown[]> {
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
    process.setuid(uid); // once everything is loaded: the program may stand where that user does not get to
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

/** Starts the database in a process of its own, which can be killed, or be another user's (whose group has its number). */
async function elsewhere(
  dataDir: string,
  { uid = 0, env = process.env }: { uid?: number; env?: NodeJS.ProcessEnv } = {},
): Promise<{ child: ChildProcess; said: Said }> {
  const launcher = join(import.meta.dirname, 'embedded-postgres.server.ts');
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, launcher, dataDir, String(uid)], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]; // it says one line
  return { child, said: JSON.parse(line) as Said };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

test('it starts, keeps what it is told, and stops', async () => {
  const dataDir = folder('plain');
  const first = await startEmbedded({ dataDir });
  await ask(first.connection, 'create table kept as select 1 as one');
  expect(await ask(first.connection, "select lower('É') as lower, current_setting('fsync') as fsync")).toEqual([
    { lower: 'é', fsync: 'on' },
  ]);
  expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
  await first.stop();
  await expect(ask(first.connection, 'select 1')).rejects.toThrow();
  const second = await startEmbedded({ dataDir });
  expect(await ask(second.connection, 'select * from kept')).toEqual([{ one: 1 }]);
  await second.stop();
});

test('a second process on the same folder is refused, and a command connects to the first', async () => {
  const dataDir = folder('shared');
  const { child, said } = await elsewhere(dataDir);
  await expect(startEmbedded({ dataDir })).rejects.toThrow(
    `Spruce is already running on ${dataDir} (process ${child.pid}). Stop it first, or set DATA_DIR to another folder.`,
  );
  const command = await connectOrStart({ dataDir });
  expect(command.connection).toEqual(said.connection);
  await command.stop();
  expect(await ask(command.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  await kill(child);
  const own = await connectOrStart({ dataDir });
  expect(await ask(own.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  await own.stop();
});

describe('after kill -9', () => {
  test.each(['of the process', 'of the process and the server'])('%s nothing acknowledged is lost', async (what) => {
    const dataDir = folder(what.replaceAll(' ', '-'));
    const { child, said } = await elsewhere(dataDir);
    await ask(said.connection ?? {}, 'create table kept as select 1 as one');
    if (what.endsWith('server')) process.kill(postmasterOf(dataDir), 'SIGKILL');
    await kill(child);
    const again = await startEmbedded({ dataDir });
    expect(await ask(again.connection, 'select * from kept')).toEqual([{ one: 1 }]);
    await again.stop();
  });
});

test('a server that outlived its process, where the tools against that are missing, is stopped first', async () => {
  const dataDir = folder('orphan');
  const { child, said } = await elsewhere(dataDir, { env: { PATH: '/nowhere' } });
  await ask(said.connection ?? {}, 'create table kept as select 1 as one');
  await kill(child);
  expect(await ask(said.connection ?? {}, 'select * from kept')).toEqual([{ one: 1 }]);
  const again = await startEmbedded({ dataDir });
  expect(await ask(again.connection, 'select * from kept')).toEqual([{ one: 1 }]);
  await again.stop();
});

const postmasterOf = (dataDir: string) =>
  Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

test('a lock file whose number is now another program is stale', async () => {
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

test('a path too long for a socket', async () => {
  const dataDir = folder(`${'long'.repeat(20)}/${'path'.repeat(20)}`);
  const { connection, stop } = await startEmbedded({ dataDir, durable: false });
  expect(connection.host).toMatch(/^\/tmp\/spruce-/);
  expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(statSync(connection.host ?? '').mode & 0o777).toBe(0o700);
  await stop();
});

test('a folder that cannot be used', async () => {
  writeFileSync(folder('file'), '');
  await expect(startEmbedded({ dataDir: folder('file') })).rejects.toThrow(
    `The data folder ${folder('file')} can't be used`,
  );
});

test('a database of another major version', async () => {
  mkdirSync(folder('old/postgres'), { recursive: true });
  writeFileSync(folder('old/postgres/PG_VERSION'), '15\n');
  await expect(startEmbedded({ dataDir: folder('old') })).rejects.toThrow(
    'is of PostgreSQL 15, and this version of Spruce brings 18',
  );
});

test.each(['SIGQUIT', 'SIGKILL'] as const)('a server that ends by itself (%s) is started again', async (signal) => {
  const dataDir = folder(`crash-${signal}`);
  const crashed = Promise.withResolvers<string>();
  const restarted = Promise.withResolvers<void>();
  const options = { dataDir, onCrash: crashed.resolve, onRestart: restarted.resolve };
  const { connection, stop } = await startEmbedded(options);
  await ask(connection, 'create table kept as select 1 as one');
  process.kill(postmasterOf(dataDir), signal);
  expect(await crashed.promise).toMatch(/^The embedded database ended by itself/);
  await restarted.promise;
  expect(await ask(connection, 'select * from kept')).toEqual([{ one: 1 }]);
  await stop();
  await expect(ask(connection, 'select 1')).rejects.toThrow();
});

describe.runIf(isRoot)('as root', () => {
  const nobody = Number(spawnSync('id', ['-u', 'nobody'], { encoding: 'utf8' }).stdout);
  const isOpen = spawnSync('ls', [import.meta.dirname], { uid: nobody, gid: nobody }).status === 0;

  test('the server is another user', async () => {
    const { stop } = await startEmbedded({ dataDir: folder('dropped'), durable: false });
    expect(statSync(folder('dropped/postgres')).uid).not.toBe(0);
    await stop();
  });

  test('a folder below one that is closed to that user', async () => {
    mkdirSync(folder('closed'), { mode: 0o700 });
    const { connection, stop } = await startEmbedded({ dataDir: folder('closed/data'), durable: false });
    expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    await stop();
  });

  // A clone in root's home is nobody else's to run.
  test.runIf(isOpen)('a normal user runs it as itself, and root then keeps that owner', async () => {
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

  test('a normal user is told about a folder that it may not write to, or whose database is not its own', async () => {
    const as = { uid: nobody };
    mkdirSync(folder('of-root'), { mode: 0o755 });
    const { said } = await elsewhere(folder('of-root'), as);
    expect(said).toMatchObject({ name: 'StartFault', message: expect.stringContaining("can't be used") });
    mkdirSync(folder('of-root/postgres'), { mode: 0o700 });
    const other = await elsewhere(folder('of-root'), as);
    expect(other.said.message).toContain('belongs to user 0 and Spruce was started as "nobody"');
    expect(existsSync(folder('of-root/postgres/PG_VERSION'))).toBe(false);
  });

  test('a user without a name is told so', async () => {
    const { said } = await elsewhere(folder('nameless'), { uid: 54_321 });
    expect(said.message).toContain('user 54321 is not in /etc/passwd');
  });
});
