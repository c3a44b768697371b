import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { environment } from './place.ts';
import { expect, test } from './test.ts';

test.describe.configure({ mode: 'serial' });

const port = Number(environment.PORT) + 1000;
const address = `http://127.0.0.1:${port}`;
let dataDir = '';

interface Run {
  child: ChildProcess;
  /** Its whole output, once it has ended. */
  output: Promise<string>;
}

function start(changes: Record<string, string> = {}): Run {
  const env = {
    ...process.env,
    ...environment,
    PORT: String(port),
    DATA_DIR: dataDir,
    DEMO_CONTENT: 'false',
    ...changes,
  };
  const child = spawn(process.execPath, ['src/main.server.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = Promise.all([text(child.stdout), text(child.stderr)]).then((parts) => parts.join(''));
  return { child, output };
}

async function ready({ child, output }: Run): Promise<void> {
  const isUp = async () => {
    if (child.exitCode !== null) throw new Error(await output);
    return fetch(`${address}/readyz`).then(
      (answer) => answer.status,
      () => 0,
    );
  };
  await expect.poll(isUp, { timeout: 120_000 }).toBe(200);
}

async function ended({ child }: Run): Promise<number | null> {
  if (child.exitCode === null) await once(child, 'exit');
  return child.exitCode;
}

/** The first start on the data; the tests before the last one use it, and one of them stops it. */
let first: Run;

test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'spruce-process-'));
  first = start({ ADMIN_EMAIL: '', ADMIN_PASSWORD: '' });
  await ready(first);
});
test.afterAll(async () => {
  first.child.kill('SIGTERM'); // if a test failed before it was stopped
  await ended(first);
  await rm(dataDir, { recursive: true, force: true });
});

test('a second process on the same data, or on the same port, fails with one line', async () => {
  const same = start({ PORT: String(port + 1) });
  expect(await ended(same)).toBe(1);
  expect(await same.output).toBe(
    `Spruce is already running on ${dataDir} (process ${first.child.pid}). Stop it first, or set DATA_DIR to another folder.\n`,
  );
  const other = start({ DATA_DIR: join(dataDir, 'other') });
  expect(await ended(other)).toBe(1);
  expect(await other.output).toBe(`Port ${port} is already in use. Set PORT to another one.\n`);
});

test('after SIGTERM a request in flight is finished, new ones are refused, and the process ends with 0', async () => {
  const body = JSON.stringify({ token: 'of another link' });
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  const pending = request(`${address}/v1/setup/open`, { method: 'POST', headers });
  const answered = once(pending, 'response');
  pending.write(body.slice(0, 10));
  const page = request(`${address}/setup/`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': 12 },
  });
  const shown = once(page, 'response');
  page.write('UserName=');
  await expect.poll(() => pending.socket?.connecting === false && page.socket?.connecting === false).toBe(true);
  await fetch(`${address}/healthz`); // the server has accepted the first request by the time it answers the second
  first.child.kill('SIGTERM');
  await expect
    .poll(() =>
      fetch(`${address}/healthz`).then(
        () => 'taken',
        () => 'refused',
      ),
    )
    .toBe('refused');
  pending.end(body.slice(10));
  const [answer] = (await answered) as [{ statusCode: number }]; // an IncomingMessage
  expect(answer.statusCode).toBe(401);
  page.end('Kim');
  const [form] = (await shown) as [{ statusCode: number; resume(): void }]; // an IncomingMessage
  expect(form.statusCode).toBe(405); // it takes no forms; the page is rendered after the signal
  form.resume();
  expect(await ended(first)).toBe(0);
});

test('until the site has been set up, every start prints the same link for that, also one with demo content', async () => {
  const second = start({ ADMIN_EMAIL: '', ADMIN_PASSWORD: '', DEMO_CONTENT: 'true' });
  await ready(second);
  second.child.kill('SIGTERM');
  expect(await ended(second)).toBe(0);
  const outputs = await Promise.all([first.output, second.output]);
  const links = outputs.map((output) => {
    expect(output).toContain(`Spruce is ready: ${environment.PUBLIC_URL}`);
    return output.match(/http:\S+\/setup\/\?t=\S+/g);
  });
  expect(links[0]).toHaveLength(1);
  expect(links[1]).toEqual(links[0]);
  expect(outputs[1]).not.toMatch(/demo content|first administrator/);
});

test('invalid variables and an unreachable database are reported in one line each', { tag: '@long' }, async () => {
  const bad = start({ LOG_LEVEL: 'loud', RATE_LIMIT: 'no' });
  expect(await ended(bad)).toBe(1);
  expect(await bad.output).toBe(
    'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.\nRATE_LIMIT must be one of on, off.\n',
  );
  const server = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', PAYMENT_PROVIDER: 'test' };
  const away = start({ ...server, SESSION_SECRET: 'a secret of at least thirty-two characters' });
  expect(await ended(away)).toBe(1);
  expect(await away.output).toMatch(/^The database can't be reached \(.*ECONNREFUSED.*\)\. Check DATABASE_URL\.\n$/);
});
