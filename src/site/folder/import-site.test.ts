import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Kysely, sql } from 'kysely';
import { up } from '../../../migrations/0022-thank-you-pages.ts';
import { slicesApp } from '../../../test/slices.ts';
import { inTransaction } from '#platform/db/db.server.ts';
import { siteRoutes } from '../content/routes.server.ts';
import type { PageContent } from '../content/page-content.ts';
import type { ShownPage } from '../content/shown.ts';
import { folderSource } from './folder-source.server.ts';
import { importSite } from './import-site.server.ts';
import type { FolderSource } from './read-folder.server.ts';

const { ask, deps } = await slicesApp([siteRoutes]);
const root = join(import.meta.dirname, '../../..');

const source = (files: Record<string, unknown>): FolderSource => ({
  names: Object.keys(files),
  faults: [],
  async read(name) {
    const content = files[name];
    if (Buffer.isBuffer(content)) return content;
    return Buffer.from(typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  },
});

const hero = (title: string, more: object = {}) => ({ kind: 'hero', look: 'plain', title, ...more });
const home = (more: object = {}) => ({ path: '/', title: 'Home', blocks: [hero('Welcome', more)] });
const team = (more: object = {}) => ({ path: '/our-team/', title: 'Our team', blocks: [hero('The team')], ...more });

async function load(files: Record<string, unknown>, isTrial = false) {
  const { faults } = await importSite(deps, source(files), { isTrial });
  return faults;
}

async function shown(path: string): Promise<ShownPage> {
  const { status, body } = await ask('GET', `/v1/site/pages/shown?path=${encodeURIComponent(path)}`);
  expect(status).toBe(200);
  const { page } = body as { page: ShownPage | null };
  if (!page) throw new Error(`${path} has moved`);
  return page;
}

const statusOf = async (path: string) =>
  (await ask('GET', `/v1/site/pages/shown?path=${encodeURIComponent(path)}`)).status;

beforeEach(async () => {
  await sql`delete from site_pages`.execute(deps.db);
  await sql`delete from site_records`.execute(deps.db);
});

describe('a folder', () => {
  test('becomes the pages of the site, whatever the capitals and slashes of an address', async () => {
    expect(await load({ 'pages/home.json': home(), 'pages/team.json': team() })).toEqual([]);
    expect((await shown('/')).blocks).toMatchObject([{ kind: 'hero', title: 'Welcome' }]);
    for (const path of ['/our-team/', '/Our-Team', '//OUR-TEAM//']) expect((await shown(path)).title).toBe('Our team');
    expect(await statusOf('/nobody')).toBe(404);
  });

  test('names pages, pictures and services; visitors get addresses, files and texts', async () => {
    const drawing = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><path d="M0 0h4v3z"/></svg>',
    );
    const files = {
      'pictures.json': [{ file: 'van.svg', alt: 'A van', focus: { x: 20, y: 50 } }],
      'pictures/van.svg': drawing,
      'services.json': [{ name: 'Night Cleaning', summary: 'After you close.', page: 'nights' }],
      'pages/nights.json': { path: '/nights', title: 'Nights', parent: 'team', blocks: [hero('Nights')] },
      'pages/team.json': team(),
      'pages/home.json': home({ picture: { picture: 'van.svg' }, actions: [{ label: 'Team', to: 'page:team#who' }] }),
    };
    const blocks = [
      ...files['pages/home.json'].blocks,
      { kind: 'text', body: 'Read **more** [here](page:team).' },
      { kind: 'services', items: [{ service: 'night-cleaning', text: '' }] },
    ];
    expect(await load({ ...files, 'pages/home.json': { ...files['pages/home.json'], blocks } })).toEqual([]);
    expect((await shown('/')).blocks).toMatchObject([
      { picture: { alt: 'A van', focus: { x: 20, y: 50 } }, actions: [{ to: '/our-team/#who' }] },
      { body: expect.stringContaining('<strong>more</strong> <a href="/our-team/"') },
      { services: [{ name: 'Night Cleaning', text: 'After you close.', path: '/nights' }] },
    ]);
    expect(await shown('/nights')).toMatchObject({ service: 'Night Cleaning', crumbs: [{ to: '/our-team/' }] });
  });

  test('replaces the site; a page that is not in it is gone, and a former address leads to the new one', async () => {
    await load({ 'pages/home.json': home(), 'pages/our-team.json': team(), 'pages/old.json': team({ path: '/old' }) });
    await load({ 'pages/home.json': home(), 'pages/our-team.json': team({ path: '/people' }) });
    expect(await statusOf('/old')).toBe(404);
    const { body } = await ask('GET', '/v1/site/pages/shown?path=/our-team');
    expect(body).toEqual({ page: null, movedTo: '/people' });
  });

  test('with faults changes nothing, and reports each with file and line', async () => {
    await load({ 'pages/home.json': home() });
    const faults = await load({
      'pages/home.json': home({
        picture: { picture: 'none.svg' },
        actions: [{ label: 'X', to: 'javascript:alert(1)' }],
      }),
      'pages/a.json': team({ path: '/v1/x' }),
      'pages/b.json': team({ path: '/Same' }),
      'pages/c.json': team({ path: '/same/', blocks: [{ kind: 'teleporter' }] }),
      'pages/d.json': '{\n  "path": "/d",\n  oops\n}',
      'menus.json': { main: [{ label: 'Gone', to: 'page:gone' }] },
    });
    const of = (file: string) =>
      faults.filter((fault) => fault.file === file).map(({ line, message }) => [line, message]);
    expect(of('pages/home.json')).toEqual([
      [expect.any(Number), 'There is no picture none.svg in pictures.json.'],
      [expect.any(Number), expect.stringContaining('Enter a page of this site')],
    ]);
    expect(of('pages/a.json')).toEqual([[2, expect.stringContaining('belong to the program')]]);
    expect(of('pages/c.json')).toEqual([
      [2, 'The page in pages/b.json has the same address.'],
      [6, 'This program does not know this kind of block.'],
    ]);
    expect(of('pages/d.json')[0]?.[0]).toBe(3);
    expect(of('menus.json')).toEqual([[expect.any(Number), 'There is no page pages/gone.json.']]);
    expect((await shown('/')).blocks).toMatchObject([{ title: 'Welcome' }]);
    expect(await statusOf('/same')).toBe(404);
  });

  test('is only checked in a trial', async () => {
    expect(await load({ 'pages/home.json': home(), 'pages/team.json': team() }, true)).toEqual([]);
    expect(await statusOf('/our-team')).toBe(404);
  });
});

test('markup and scripts in rich text are shown as text', async () => {
  const body = '<script>alert(1)</script> <img src=x onerror=alert(1)>';
  const page = home();
  await load({ 'pages/home.json': { ...page, blocks: [...page.blocks, { kind: 'text', body }] } });
  const html = JSON.stringify((await shown('/')).blocks[1]);
  expect(html).toContain('&lt;script&gt;');
  expect(html).not.toMatch(/<script|<img/);
});

const addThankYouPages = () => up(deps.db as unknown as Kysely<unknown>); // a migration knows no types of tables

test('a site that has pages gets the thank-you pages that the program had, which are those of the demo', async () => {
  const pages = ['contact-us--success', 'free-quote--success', 'forms-application-form--success'];
  const files = pages.map((name) => [
    `pages/${name}.json`,
    readFileSync(join(root, `demo/site/pages/${name}.json`), 'utf8'),
  ]);
  const others = { 'pages/faqs.json': team({ path: '/faqs/' }), 'pages/careers.json': team({ path: '/careers/' }) };
  expect(await load({ 'pages/home.json': home(), ...others, ...Object.fromEntries(files) })).toEqual([]);
  const contents = async () => {
    const { rows } = await sql<{ published: PageContent }>`
      select published from site_pages where path_key like '%/success' order by path_key`.execute(deps.db);
    return rows.map(({ published: { blocks, ...page } }) => ({
      ...page,
      blocks: blocks.map((b) => ({ ...b, id: '' })),
    }));
  };
  const ofDemo = await contents();
  expect(ofDemo).toHaveLength(3);
  await addThankYouPages();
  expect(await contents()).toEqual(ofDemo);
  await sql`delete from site_pages where path_key like '%/success'`.execute(deps.db);
  await addThankYouPages();
  expect(await contents()).toEqual(ofDemo);

  await sql`delete from site_pages where path_key <> ''`.execute(deps.db);
  await addThankYouPages(); // without the pages that the demo's lead to
  const links = (await contents())
    .flatMap(({ blocks }) => blocks)
    .map((b) => (b.kind === 'thanks' ? b.actions.length : 0));
  expect(links).toEqual([1, 1, 1]);
});

test.each(['demo/site', 'starter-site'])('%s has no fault', async (folder) => {
  const { faults } = await importSite(deps, await folderSource(join(root, folder)), { isTrial: true });
  expect(faults).toEqual([]);
  expect(readFileSync(join(root, folder, 'pages/home.json'), 'utf8')).toContain('"hero"');
});

test('a folder is refused if a picture that it uses is removed while it is brought in', async () => {
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 3"><path d="M0 0h8v3z"/></svg>');
  const files = {
    'pictures.json': [{ file: 'wide.svg', alt: 'Wide' }],
    'pictures/wide.svg': drawing,
    'pages/home.json': home({ picture: { picture: 'wide.svg' } }),
  };
  expect(await load(files)).toEqual([]);
  const changed = { ...files, 'pages/home.json': home({ picture: { picture: 'wide.svg' }, lead: 'Hello' }) };
  const removal = await inTransaction(deps.db, async (tx) => {
    await sql`update site_pictures set removed_at = now() where name = 'wide.svg'`.execute(tx);
    const importing = load(changed).then(
      () => 'done',
      (error: Error) => error.message,
    );
    await new Promise((resolve) => setTimeout(resolve, 300)); // it waits for the picture, or is done
    return { importing };
  });
  expect(await removal.importing).toContain('Somebody has changed the site');
});
