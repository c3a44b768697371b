import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { environment } from './place.ts';
import { expect, test } from './test.ts';

/* The program as it is installed: built, in a folder that it can't write to, with an unfriendly path, without a home. */

test.describe.configure({ mode: 'serial' }); // one copy for all: its files are links, so that another copy would change their ctime

const port = Number(environment.PORT) + 1300;
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
const parts = [
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
  'server.js',
  'scripts',
  'src',
  'migrations',
  'demo',
  'service-library',
  'starter-site',
  'build',
  'node_modules',
];

let place = '';
let program = '';
let dataDir = '';

test.beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'spruce install-'));
  program = join(place, `Ngaio's "shop" $HOME`);
  dataDir = join(place, `its "data"`);
  await mkdir(program);
  const copy = (how: string) => spawnSync('cp', [how, ...parts, program], { stdio: 'ignore' }).status;
  if (copy('-al') !== 0) expect(copy('-a')).toBe(0); // links are quicker, but do not lead to another file system
  await mkdir(dataDir);
  await chmod(place, 0o755);
  // Root can write anywhere, so it becomes somebody who can't.
  if (isRoot) await chown(dataDir, nobody, nobody);
  else await chmod(program, 0o555);
});
test.afterAll(async () => {
  if (program !== '') await chmod(program, 0o755);
  await rm(place, { recursive: true, force: true });
});

/** Files in the program's folder that were written or removed since `since`. */
const writtenSince = (since: Date): string =>
  execFileSync('find', [program, '-newerct', since.toISOString(), '-not', '-type', 'l'], { encoding: 'utf8' });

async function ready(child: ChildProcess, output: Promise<string>): Promise<void> {
  const isUp = async () => {
    if (child.exitCode !== null) throw new Error(await output);
    return fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status,
      () => 0,
    );
  };
  await expect.poll(isUp, { timeout: 120_000 }).toBe(200);
}

test('@long starts as any user, from a folder that it cannot write to, in a path with blanks and quotes, without HOME', async () => {
  const begun = new Date(Date.now() + 1_000);
  await new Promise((resolve) => setTimeout(resolve, 1_100)); // the copy itself changed the folder
  const child = spawn(process.execPath, ['server.js'], {
    cwd: program,
    env: {
      PATH: '/usr/bin:/bin',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      ADMIN_EMAIL: 'admin@example.com',
      ADMIN_PASSWORD: 'administrator-1',
      DEMO_CONTENT: 'false',
    },
    ...(isRoot && { uid: nobody, gid: nobody }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = Promise.all([text(child.stdout), text(child.stderr)]).then((all) => all.join(''));
  await ready(child, output);
  for (const path of ['/', '/shopping/products/all', '/v1/products', '/v1/openapi.json']) {
    const { status } = await fetch(`http://127.0.0.1:${port}${path}`);
    expect([path, status]).toEqual([path, 200]);
  }
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
  expect(child.exitCode).toBe(0);
  expect(await output).not.toContain('Installing');
  expect(await output).not.toContain('Building');
  expect(writtenSince(begun)).toBe('');
});

test('@long a command runs there too', () => {
  const env = { PATH: '/nowhere', DATA_DIR: dataDir }; // it finds its own Node
  const who = isRoot ? { uid: nobody, gid: nobody } : {};
  const file = join(dataDir, 'catalogue.csv');
  execFileSync(process.execPath, ['scripts/spruce.js', 'export', file], { cwd: program, env, ...who });
  expect(readFileSync(file, 'utf8').length).toBeGreaterThan(0);
});
