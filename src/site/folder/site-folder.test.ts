import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { type TestApp, testApp } from '../../../test/app.ts';
import { onServer, siteCommand } from '../../../test/backup-commands.ts';
import { tableSums } from '../../../test/contents.ts';
import { makeZip, type ZipFile } from '../../../test/make-zip.ts';
import { makeAdministrator } from '../../../test/people.ts';
import type { EditedPage } from '../admin/contract.ts';
import type { SiteImport } from './contract.ts';

const environment = { DEMO_CONTENT: 'false' };
const first = await testApp({ environment });
const copy = await testApp({ environment });
const tokens = new Map<TestApp, string>();
for (const shop of [first, copy])
  tokens.set(shop, (await makeAdministrator(shop.deps, { claims: ['ManageSite'] })).token);

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

type Files = Record<string, string | Buffer>;

const address = '/v1/site/folder';
const zipHeaders = { 'content-type': 'application/zip' };
const sendZip = (shop: TestApp, zip: Buffer, query = '') =>
  shop.ask<SiteImport>('POST', `${address}${query}`, { token: tokens.get(shop), headers: zipHeaders, body: zip });
const zipOf = (files: Files): Buffer =>
  makeZip(Object.entries(files).map(([name, content]): ZipFile => ({ name, content })));
const send = (shop: TestApp, files: Files, query?: string) => sendZip(shop, zipOf(files), query);
const changesOf = ({ body }: { body: SiteImport }) =>
  body.changes.map(({ kind, change, name }) => `${change} ${kind} ${name}`);

async function download(shop: TestApp): Promise<{ zip: Buffer; files: Files }> {
  const { status, bytes } = await shop.ask('GET', address, { token: tokens.get(shop) });
  expect(status).toBe(200);
  const entries = Object.entries(unzipSync(bytes)).map(([name, content]) => [name, Buffer.from(content)]);
  return { zip: bytes, files: Object.fromEntries(entries) as Files }; // pairs of names and contents
}

async function filesOf(folder: string): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const read = paths.map(async (path) => [relative(folder, path), await readFile(path)] as const);
  return Object.fromEntries(await Promise.all(read));
}

/** With other photos, because those of the demo take seconds. */
async function withSmallPhotos(files: Files): Promise<Files> {
  const photos = Object.keys(files).filter((name) => /^pictures\/.*\.(webp|jpg)$/.test(name));
  const small = photos.map(async (name, i) => {
    const background = { r: i, g: 120, b: 90 };
    return [
      name,
      await sharp({ create: { width: 9, height: 6, channels: 3, background } })
        .webp()
        .toBuffer(),
    ] as const;
  });
  return { ...files, ...Object.fromEntries(await Promise.all(small)) };
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);
const hero = (title: string, more: object = {}) => ({ kind: 'hero', look: 'plain', title, ...more });
const page = (path: string, title: string, more: object = {}) => json({ path, title, blocks: [hero(title)], ...more });
const home = { 'pages/home.json': page('/', 'Home') };
const shownAt = async (shop: TestApp, path: string) => {
  const answer = await shop.ask<{ page: { title: string } | null; movedTo: string | null }>(
    'GET',
    `/v1/site/pages/shown?path=${path}`,
  );
  return answer.status === 200 ? (answer.body.page?.title ?? `moved to ${answer.body.movedTo}`) : answer.status;
};
const pageAt = async (shop: TestApp, search: string): Promise<EditedPage> => {
  const token = tokens.get(shop);
  const { body } = await shop.ask<{ id: string }[]>('GET', `/v1/site/pages?search=${search}`, { token });
  return (await shop.ask<EditedPage>('GET', `/v1/site/pages/${body[0]?.id}`, { token })).body;
};
/** Everything that an import could change. */
async function stateOf({ deps }: TestApp) {
  const { nodes: _, ...tables } = await tableSums(deps.db); // a command is a node while it runs
  return tables;
}

test('a copy of a site gives the same files, byte for byte', async () => {
  const demo = await filesOf(join(import.meta.dirname, '../../../demo/site'));
  expect((await send(first, await withSmallPhotos(demo))).status).toBe(200);
  const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#0b7a5b' } })
    .png()
    .toBuffer();
  const crop = { left: 10, top: 0, width: 50.5, height: 100 };
  const { files } = await download(first);
  const more = {
    'pages/about-us.json': String(files['pages/about-us.json']).replace('"/about-us/"', '"/our-story"'),
    'pages/at-home.json': page('/home', 'Cleaning at home', {
      parent: 'about-us',
      blocks: [
        hero('The team', {
          picture: { picture: 'team.png', alt: 'All of us' },
          actions: [{ label: 'Us', to: 'page:about-us#who' }],
        }),
        { kind: 'pictures', items: [{ picture: { picture: 'team-2.png' }, caption: 'مرحبا 👋' }] },
        { kind: 'text', body: 'See page:2 and [us](page:about-us) or [them](<page:home>).' },
      ],
    }),
    'pictures.json': json([
      ...(JSON.parse(String(files['pictures.json'])) as object[]),
      { file: 'team.png', name: 'Team photo.PNG', alt: 'The team', focus: { x: 20, y: 30.25 } },
      { file: 'team-2.png', name: 'Team photo.PNG', alt: 'The team, closer', crop },
    ]),
    'pictures/team.png': photo,
    'pictures/team-2.png': photo,
  };
  expect((await send(first, { ...files, ...more })).status).toBe(200);
  expect(await shownAt(first, '/about-us')).toBe('moved to /our-story');
  const original = await download(first);
  expect((await sendZip(copy, original.zip)).status).toBe(200);
  const again = await download(copy);
  expect(Object.keys(again.files)).toEqual(Object.keys(original.files));
  expect(again.zip.equals(original.zip)).toBe(true);
  expect(await shownAt(copy, '/about-us')).toBe('moved to /our-story');
  const same = await sendZip(copy, again.zip, '?trial=true');
  expect(same.body.changes).toEqual([]);
});

test('the command writes the same files, and brings them in; a trial and faults change nothing', async () => {
  const at = onServer(first.connection, first.deps.env.dataDir);
  const parent = await mkdtemp(join(tmpdir(), 'shop-site-'));
  folders.push(parent);
  const folder = join(parent, 'site');
  expect(await siteCommand(['export', folder], at)).toMatchObject({ code: 0 });
  expect(await filesOf(folder)).toEqual((await download(first)).files);
  expect(await siteCommand(['export', folder], at)).toMatchObject({
    code: 1,
    output: expect.stringContaining('not empty'),
  });
  const there = onServer(copy.connection, copy.deps.env.dataDir);
  await send(copy, home);
  const before = await stateOf(copy);
  const trial = await siteCommand(['import', folder, '--dry-run'], there);
  expect(trial).toMatchObject({
    code: 0,
    output: expect.stringMatching(/\+ Page About us .*Nothing has been changed/s),
  });
  const faulty = await siteCommand(['import', parent], there);
  expect(faulty).toMatchObject({
    code: 1,
    output: expect.stringContaining('pages/home.json: A site needs a home page'),
  });
  expect(await stateOf(copy)).toEqual(before);
  expect(await siteCommand(['import', folder], there)).toMatchObject({ code: 0 });
  await expect.poll(() => shownAt(copy, '/our-story')).toBe('About us'); // the running server is told
});

test('two pages exchange their addresses; versions, drafts, times and unpublished pages stay', async () => {
  const token = tokens.get(first);
  const files = { ...home, 'pages/a.json': page('/a', 'Alpha'), 'pages/b.json': page('/b', 'Beta') };
  await send(first, files);
  const alpha = await pageAt(first, 'Alpha');
  const content = { ...alpha.draft, title: 'Alpha, to be' };
  const draft = { token, body: { content, version: alpha.version } };
  const saved = await first.ask<EditedPage>('PUT', `/v1/site/pages/${alpha.id}`, draft);
  const publishing = { version: saved.body.version, at: '2026-03-04T01:00:00Z' };
  await first.ask('POST', `/v1/site/pages/${alpha.id}/publish`, { token, body: publishing });
  await first.ask('POST', '/v1/site/pages', { token, body: { title: 'Unfinished', path: '/unfinished/' } });
  const swapped = { ...home, 'pages/a.json': page('/b', 'Alpha'), 'pages/b.json': page('/a', 'Beta') };
  const answer = await send(first, swapped);
  expect(changesOf(answer)).toEqual(['changed page Alpha', 'changed page Beta']);
  expect(answer.body.changes[0]?.note).toBe('/a becomes /b. Its unpublished changes stay in its draft.');
  expect([await shownAt(first, '/a'), await shownAt(first, '/b')]).toEqual(['Beta', 'Alpha']);
  const kept = await pageAt(first, 'Alpha');
  expect(kept).toMatchObject({ id: alpha.id, publishAt: '2026-03-04T01:00:00.000Z', draft: { title: 'Alpha, to be' } });
  expect(kept.published?.blocks[0]?.id).toBe(alpha.draft.blocks[0]?.id);
  const versions = await first.ask<object[]>('GET', `/v1/site/pages/${alpha.id}/versions`, { token });
  expect(versions.body).toHaveLength(2);
  expect((await pageAt(first, 'Unfinished')).state).toBe('draft');
  // A file is named by the address that its page had.
  await send(first, { ...home, 'pages/b.json': page('/c', 'Alpha') });
  expect([await shownAt(first, '/b'), await shownAt(first, '/a')]).toEqual(['moved to /c', 404]);
  const back = await send(first, { ...home, 'pages/c.json': page('/c', 'Alpha'), 'pages/b.json': page('/a', 'Beta') });
  expect(back.body.changes).toMatchObject([{ change: 'added', name: 'Beta', note: 'It had been removed.' }]);
});

test('records keep their identity, and each change is in the history', async () => {
  const services = [{ name: 'Windows' }, { name: 'Floors' }];
  await send(first, { ...home, 'services.json': json(services) });
  const token = tokens.get(first);
  const ids = async () =>
    (await first.ask<{ id: string }[]>('GET', '/v1/site/records/service', { token })).body.map(({ id }) => id);
  const [windows, floors] = await ids();
  const next = [{ name: 'Floors', summary: 'Polished.' }, { name: 'Windows' }, { name: 'Windows' }];
  const answer = await send(first, { ...home, 'services.json': json(next) });
  expect(changesOf(answer)).toEqual([
    'changed service Floors',
    'added service Windows',
    'changed service Order of the list',
  ]);
  expect((await ids()).slice(0, 2)).toEqual([floors, windows]);
  const { rows } = await sql<{ action: string; actor_name: string }>`
    select action, actor_name from audit_log where entity = 'service' and entity_id = ${floors}
      order by at desc, id desc limit 1`.execute(first.deps.db);
  expect(rows).toEqual([{ action: 'update', actor_name: expect.not.stringContaining('System') }]);
});

test('everything that is wrong is refused at once with file and line, and nothing is changed', async () => {
  await send(first, home);
  const before = await stateOf(first);
  const script = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><script>alert(1)</script></svg>',
  );
  const whole = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#07a' } })
    .png()
    .toBuffer();
  const broken = whole.subarray(0, whole.length / 2);
  const files: ZipFile[] = Object.entries({
    'pages/home.json': page('/', 'Home', {
      blocks: [hero('Hi', { actions: [{ label: 'X', to: 'javascript:alert(1)' }] })],
    }),
    'pages/a.json': page('/admin/x', 'A'),
    'pages/b.json': page('/b', 'B', { blocks: [{ kind: 'text', body: '[run](javascript:alert(1))' }] }),
    'pages/c.json': page('/B/', 'C', { blocks: [{ kind: 'teleporter' }, { kind: 'text', glow: 'much' }] }),
    'pages/d.json': page('/d', 'x'.repeat(2_000_000)),
    'pages/e.json': page('/e', 'E', { blocks: [{ kind: 'text', body: 'y'.repeat(100_000) }] }),
    'pages/Team.json': page('/team', 'Team'),
    'former-addresses.json': json([
      { from: '/b', page: 'home' },
      { from: '/v1/x', page: 'home' },
    ]),
    'pictures.json': json([{ file: 'bad.svg' }, { file: 'broken.png' }, { file: 'none.png' }, { file: '../x.png' }]),
    'pictures/bad.svg': script,
    'pictures/broken.png': broken,
    '../outside.json': '{}',
  }).map(([name, content]) => ({ name, content }));
  files.push({ name: 'pages/link.json', content: '/etc/passwd', mode: 0o120777 });
  const refused = await sendZip(first, makeZip(files));
  expect(refused.status).toBe(400);
  const said = refused.faults.map(({ path, message }) => `${path}: ${message}`).join('\n');
  for (const expected of [
    /^pages\/home\.json, line \d+: Enter a page of this site/m,
    /^pages\/a\.json, line 2: Addresses that begin with \/admin belong to the program/m,
    /^pages\/b\.json, line \d+: A link in this text leads to “javascript:alert\(1\)”/m,
    /^pages\/c\.json, line \d+: This program does not know this kind of block/m,
    /^pages\/c\.json, line 2: The page in pages\/b\.json has the same address/m,
    /^pages\/d\.json: The file is larger than 1 MB/m,
    /^pages\/e\.json, line \d+: This text is too long/m,
    /^pages\/Team\.json: Files of pages are named/m,
    /^former-addresses\.json, line \d+: A page has this address/m,
    /^former-addresses\.json, line \d+: Addresses that begin with \/v1/m,
    /^pictures\/bad\.svg: The drawing contains/m,
    /^pictures\/broken\.png: The image is damaged/m,
    /^pictures\.json, line \d+: There is no file pictures\/none\.png/m,
    /^pictures\.json, line \d+: Names of files consist/m,
    /^\.\.\/outside\.json: File names must not contain '\.\.'/m,
    /^pages\/link\.json: Links and special files/m,
  ])
    expect(said).toMatch(expected);
  const newer = page('/f', 'F', { blocks: [{ kind: 'text', body: 'Fine', glow: 'much' }] });
  const field = await send(first, { ...home, 'pages/f.json': newer });
  expect(field.faults[0]?.message).toBe('This program does not know the field “glow” here.');
  const bomb = makeZip([{ name: 'pages/home.json', content: '{}', size: 2 ** 31 }]);
  expect((await sendZip(first, bomb)).status).toBe(413);
  const lying = makeZip([{ name: 'pages/home.json', content: Buffer.alloc(3_000_000), size: 10 }]);
  expect((await sendZip(first, lying)).faults).toEqual([{ path: 'pages/home.json', message: 'The file is damaged.' }]);
  expect((await sendZip(first, Buffer.from('no zip'))).message).toBe('The file is not a zip, or it is damaged.');
  expect(await stateOf(first)).toEqual(before);
});

test('a form or category that does not exist is named in the trial, and the site is imported all the same', async () => {
  const blocks = [
    { kind: 'form', title: 'Ask us', form: 'no-such-form', action: 'Begin' },
    { kind: 'products', title: 'Mops', category: 'no-such-category' },
  ];
  const files = { ...home, 'pages/asking.json': page('/asking', 'Asking', { blocks }) };
  const trial = await send(first, files, '?trial=true');
  const note = '/asking. There is no form “no-such-form” yet. The shop has no category “no-such-category” yet.';
  expect(trial.body.changes).toContainEqual({ kind: 'page', change: 'added', name: 'Asking', note });
  expect((await send(first, files)).status).toBe(200);
});

test('a trial changes nothing; an import by its seal is refused once the site or the zip is another one', async () => {
  await send(first, home);
  const files = { ...home, 'pages/new.json': page('/new', 'New') };
  const before = await stateOf(first);
  const trial = await send(first, files, '?trial=true');
  expect(changesOf(trial)).toEqual(['added page New']);
  expect(await stateOf(first)).toEqual(before);
  const seal = `?seal=${trial.body.seal}`;
  const other = { ...files, 'pages/new.json': page('/new', 'Newer') };
  expect((await send(first, other, seal)).status).toBe(409);
  const token = tokens.get(first);
  const partner = { content: { name: `Partner ${newId()}` } };
  await first.ask('POST', '/v1/site/records/partner', { token, body: partner });
  expect((await send(first, files, seal)).status).toBe(409);
  expect(await shownAt(first, '/new')).toBe(404);
  const again = await send(first, files, '?trial=true');
  expect(changesOf(again)).toEqual(['added page New', `removed partner ${partner.content.name}`]);
  expect((await send(first, files, `?seal=${again.body.seal}`)).status).toBe(200);
  expect(await shownAt(first, '/new')).toBe('New');
});
