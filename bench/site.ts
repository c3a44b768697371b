/**
 * `npm run bench:site`: lists of 1,000 pages and 10,000 pictures (19 of 20 answers may take 60 ms), and the editor of a page of 60
 * blocks: from an empty cache until its fields can be used (1.5 s), and from a key until the preview shows it (100 ms).
 */
import { type Browser, chromium } from '@playwright/test';
import { sql } from 'kysely';
import { newId } from '#lib/uuid.ts';
import { type Db, openDb } from '#platform/db/db.server.ts';
import { migrate } from '#platform/db/migrate.server.ts';
import { findChromium } from '../scripts/chromium.js';
import { makeBackOffice, tokenOf } from './back-office.ts';
import { makeCatalogue } from './catalogue.ts';
import { measure } from './load.ts';
import { makeSite } from './site-pages.ts';
import { type Served, serve, withDatabase } from './servers.ts';

const [pages, pictures, blocks, visits, keys] = [1_000, 10_000, 60, 7, 40] as const;
const listMs = 60;
const openMs = 1_500;
const changeMs = 100;
const editedId = newId();

async function fill(db: Db): Promise<void> {
  const text = (at: number) => ({
    id: newId(),
    kind: 'text',
    title: `Part ${at}`,
    body: 'Floors, desks and glass. '.repeat(20),
  });
  const edited = { path: '/long/', title: 'A long page', blocks: Array.from({ length: blocks }, (_, at) => text(at)) };
  const short = { title: 'Page', blocks: Array.from({ length: 8 }, (_, at) => text(at)) };
  await sql`
    insert into site_pages (id, draft, created_at, updated_at)
    select gen_random_uuid(), ${JSON.stringify(short)}::jsonb || jsonb_build_object('title', 'Page ' || n, 'path', '/page-' || n || '/'),
      now(), now() - n * interval '1 minute'
    from generate_series(1, ${pages - 1}::int) n
    union all select ${editedId}::uuid, ${JSON.stringify(edited)}::jsonb, now(), now()`.execute(db);
  await sql`
    insert into site_pictures (id, file_key, name, kind, size, width, height, alternative_text, created_at)
    select gen_random_uuid(), 'none-' || n, 'picture-' || n || '.jpg', 'jpeg', 100000, 1600, 1200, 'A clean floor, number ' || n,
      now() - n * interval '1 minute'
    from generate_series(1, ${pictures}::int) n`.execute(db);
  await sql`vacuum (analyze) site_pages, site_pictures`.execute(db);
}

const print = (what: string, ms: number, allowed: number): void =>
  console.log(`| ${what} | ${ms.toFixed(1)} | ${allowed} | ${(ms / allowed).toFixed(2)} |`);

async function measureLists(server: Served, token: string): Promise<void> {
  const lists = {
    'pages, the latest changed first': ['/v1/site/pages?pageSize=25', '/v1/site/pages?pageSize=25&page=30'],
    'pages by title, searched': ['page+7', 'page+41'].map(
      (words) => `/v1/site/pages?pageSize=25&sort=title&search=${words}`,
    ),
    'pictures, the latest first': ['/v1/site-pictures?pageSize=60', '/v1/site-pictures?pageSize=60&page=100'],
    'pictures, searched': ['floor+77', 'clean+number'].map((words) => `/v1/site-pictures?pageSize=60&search=${words}`),
  };
  for (const [what, paths] of Object.entries(lists)) {
    const asks = paths.map((path) => ({ path, headers: { authorization: `Bearer ${token}` } }));
    const { p95, failed } = await measure({ port: server.port, asks, seconds: 4, connections: 8 });
    if (failed > 0) throw new Error(`${what}: ${failed} answers failed.`);
    print(`${what}, p95 of 8 at once`, p95, listMs);
  }
}

const middle = (times: number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN;

async function measureEditor(browser: Browser, server: Served, token: string): Promise<void> {
  const url = `http://127.0.0.1:${server.port}/admin/site/pages/${editedId}/`;
  const opened: number[] = [];
  const changed: number[] = [];
  for (let i = 0; i < visits; i++) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addCookies([{ name: 'session', value: token, domain: '127.0.0.1', path: '/' }]);
    const page = await context.newPage();
    const begun = performance.now();
    await page.goto(url, { waitUntil: 'commit' });
    await page.frameLocator('iframe').getByRole('heading', { name: 'Part 0', exact: true }).waitFor();
    const field = page.getByRole('region', { name: 'Fields' }).getByLabel('Title', { exact: true });
    await field.evaluate(canBeTypedInto);
    opened.push(performance.now() - begun);
    await field.focus();
    if (i === 0) for (let key = 0; key < keys; key++) changed.push(await page.evaluate(typeOne));
    await context.close();
  }
  print(`editor of ${blocks} blocks opens, median of ${visits}`, middle(opened), openMs);
  print(`a key shows in the preview, median of ${keys}`, middle(changed), changeMs);
  print(`a key shows in the preview, slowest`, Math.max(...changed), changeMs);
}

/** Runs in the page: waits until React has taken the field over; what is typed before that changes no preview. */
async function canBeTypedInto(field: Element): Promise<void> {
  while (!Object.keys(field).some((key) => key.startsWith('__reactProps'))) await new Promise(requestAnimationFrame);
}

/** Runs in the page: milliseconds from a letter in the focused field until the preview has it and is drawn. */
async function typeOne(): Promise<number> {
  const preview = document.querySelector('iframe')?.contentDocument?.body;
  if (!preview) throw new Error('There is no preview.');
  const begun = performance.now();
  const seen = new Promise<void>((done) => {
    const observer = new MutationObserver(() => {
      observer.disconnect();
      done();
    });
    observer.observe(preview, { subtree: true, childList: true, characterData: true });
  });
  document.execCommand('insertText', false, 'x');
  await Promise.race([
    seen,
    new Promise((_, reject) => setTimeout(reject, 5_000, new Error('The preview shows no change.'))),
  ]);
  await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
  return performance.now() - begun;
}

await withDatabase(undefined, async (database) => {
  const opened = openDb(database.connection, console);
  await migrate(opened.db);
  await makeCatalogue(opened.db, 200, () => {});
  await makeBackOffice(opened.db, 200, () => {});
  await makeSite(opened.db, database.dataDir);
  await fill(opened.db);
  const server = await serve('cached', database);
  const token = await tokenOf(opened.db);
  const executablePath = await findChromium();
  const browser = await chromium.launch(executablePath ? { executablePath } : {});
  console.log('| what | ms | allowed | of allowed |\n|---|---|---|---|');
  try {
    await measureLists(server, token);
    await measureEditor(browser, server, token);
  } finally {
    await browser.close();
    await server.stop();
    await opened.close();
  }
});
