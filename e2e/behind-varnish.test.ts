import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { rebuildListings } from '#catalogue/products/listings/rebuild-listings.server.ts';
import { publishChange } from '#platform/db/changes.server.ts';
import { makeProduct } from '../test/make.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';
import { environment } from './place.ts';
import { expect, test } from './test.ts';

/* The shop behind a real shared cache, with the rules of deploy/varnish.vcl. Needs varnishd: apt-get install varnish. */

test.describe.configure({ mode: 'serial' });

const origin = Number(environment.PORT) + 1400;
const front = origin + 1;
const site = `http://localhost:${front}`;

const isInstalled = spawnSync('varnishd', ['-V']).error === undefined;
test.skip(!isInstalled, 'varnishd is not installed (apt-get install varnish)');

let server: OwnServer;
let varnish: ChildProcess;
let folder = '';

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(site + path, { headers, redirect: 'manual' });
const isHit = ({ headers }: Response): boolean => (headers.get('x-varnish') ?? '').includes(' ');

test.beforeAll(async () => {
  if (!isInstalled) return;
  folder = await mkdtemp(join(tmpdir(), 'spruce-varnish-'));
  server = await startOwnServer(origin, {
    CDN: 'on',
    PUBLIC_URL: site,
    PURGE_URL: `${site}/purge`,
    TRUST_PROXY: '1',
  });
  await chmod(folder, 0o755); // Varnish reads its rules as a user of its own
  const rules = await readFile('deploy/varnish.vcl', 'utf8');
  await writeFile(join(folder, 'rules.vcl'), rules.replace('"3000"', `"${origin}"`));
  const args = [
    '-F',
    '-a',
    `127.0.0.1:${front}`,
    '-f',
    join(folder, 'rules.vcl'),
    '-n',
    join(folder, 'work'),
    '-s',
    'malloc,64m',
  ];
  varnish = spawn('varnishd', [...args, '-p', 'vcl_path='], { stdio: ['ignore', 'ignore', 'inherit'] });
  await expect
    .poll(
      () =>
        get('/healthz').then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 60_000 },
    )
    .toBe(200);
});
test.afterAll(async () => {
  if (!isInstalled) return;
  varnish.kill('SIGTERM');
  if (varnish.exitCode === null && varnish.signalCode === null) await once(varnish, 'exit');
  await server.stop().catch(() => undefined); // a test has stopped it
  await rm(folder, { recursive: true, force: true });
});

interface Session {
  name: string;
  cookie: string;
}

async function register(name: string): Promise<Session> {
  const headers = { 'content-type': 'application/json', 'x-session': 'cookie', origin: site };
  const person = {
    firstName: name,
    lastName: 'Bell',
    email: `${name.toLowerCase()}@example.com`,
    mobile: '0491570157',
  };
  const body = JSON.stringify({
    ...person,
    password: 'password-12',
    confirmPassword: 'password-12',
    acceptedTheTerms: true,
  });
  const answer = await fetch(`${site}/v1/core/accounts`, { method: 'POST', headers, body });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([201, 'no-store']);
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');
  expect(cookie).toContain('session=');
  return { name, cookie };
}

test('@long anonymous pages come from the cache, and a changed price shows within five seconds of its commit', async () => {
  const { id, url } = await makeProduct(server.database.db);
  const path = `/shopping/product-detail/${url}`;
  await get(path);
  expect(isHit(await get(path))).toBe(true);
  expect((await get(path)).headers.get('cache-control')).toBe('private, no-cache');
  const delays: number[] = [];
  for (let cents = 12_311; cents < 12_320; cents++) {
    await Promise.all([get(path), get('/shopping/products/all'), get(`/v1/products/details/${url}`)]);
    await server.database.db.transaction().execute(async (tx) => {
      await sql`update product_items set price_cents = ${cents} where product_id = ${id}`.execute(tx);
      await rebuildListings(tx, [id]);
    });
    const committed = performance.now();
    const shown = `123.${String(cents).slice(-2)}`;
    for (const one of [path, `/v1/products/details/${url}`])
      await expect.poll(async () => (await get(one)).text(), { intervals: [20] }).toContain(shown);
    delays.push(Math.round(performance.now() - committed));
  }
  console.log(`A price shows after ${delays.sort((a, b) => a - b).join(', ')} ms.`);
  expect(Math.max(...delays)).toBeLessThan(5_000);
});

test('@long two members and a guest at random pages never get each other’s', async () => {
  const sessions = [await register('Wiremu'), await register('Aroha')];
  const paths = [
    '/',
    '/about-us',
    '/contact-us',
    '/shopping/products/all',
    '/account',
    '/shopping/view-cart',
    '/login',
    '/checkout',
  ];
  const visit = fc.record({
    path: fc.constantFrom(...paths, '/shopping/products/all.data', '/_.data', '/account.data'),
    who: fc.constantFrom(0, 1, 2),
    theme: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(visit, { minLength: 20, maxLength: 60 }), async (visits) => {
      const answers = visits.map(async ({ path, who, theme }) => {
        const own = sessions[who]?.cookie;
        const cookie = [theme ? 'theme=dark' : '', own ?? ''].filter(Boolean).join('; ');
        const answer = await get(path, cookie === '' ? {} : { cookie });
        const body = await answer.text();
        for (const [place, { name }] of sessions.entries()) if (place !== who) expect(body).not.toContain(name);
        if (own !== undefined) expect([path, isHit(answer)]).toEqual([path, false]);
        if (own !== undefined && path === '/') expect(body).toContain(sessions[who]?.name);
      });
      await Promise.all(answers);
    }),
    { numRuns: 20 },
  );
});

/** Longer than shared caches may answer by themselves (`s-maxage`). */
const outlivesMs = 62_000;

test('@long while the server fails, pages that were asked for before are answered', async () => {
  const { db } = server.database;
  const path = '/v1/products';
  await get(path);
  await sql`alter table product_cards rename to product_cards_away`.execute(db);
  await publishChange(db, 'catalogue', []); // the server forgets its own copies, Varnish does not
  await expect.poll(async () => (await fetch(`http://127.0.0.1:${origin}${path}`)).status).toBe(500);
  await new Promise((resolve) => setTimeout(resolve, outlivesMs));
  for (let n = 0; n < 3; n++) {
    expect((await get(path)).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 1_000)); // the cache asks the server meanwhile
  }
  await sql`alter table product_cards_away rename to product_cards`.execute(db);
});

test('@long visitors cannot purge, even through a proxy on the same machine', async () => {
  const purge = (headers: Record<string, string>) => fetch(`${site}/purge`, { method: 'POST', headers });
  const tags = { 'surrogate-key': 'settings' };
  expect((await purge(tags)).status).toBe(200);
  expect((await purge({})).status).toBe(403);
  expect((await purge({ ...tags, 'x-forwarded-for': '203.0.113.9' })).status).toBe(403);
});

test('@long while the server is down, pages that were asked for before are answered', async () => {
  const paths = ['/', '/about-us/', '/shopping/products/all', '/v1/products']; // canonical: a redirect is not kept
  for (const path of paths) await get(path);
  await server.stop();
  await expect.poll(async () => (await get('/healthz')).status, { timeout: 30_000 }).toBe(503);
  await new Promise((resolve) => setTimeout(resolve, outlivesMs));
  for (const path of paths) expect([path, (await get(path)).status]).toEqual([path, 200]);
});
