import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeAdministrator } from '../../../test/people.ts';
import { newId } from '#lib/uuid.ts';
import type { PageContent } from '../content/page-content.ts';
import type { ShownPage } from '../content/shown.ts';
import type { EditedPage, LinkingPlace, ListedPage, VersionInfo } from './contract.ts';
import { publishDuePages } from './publish-pages.server.ts';

const { ask, deps } = await testApp({ environment: { DEMO_CONTENT: 'false' } });
const { token } = await makeAdministrator(deps, { claims: ['ManageSite'] });

const path = '/v1/site/pages';
const on = (page: { id: string }, rest = '') => `${path}/${page.id}${rest}`;
const post = <Body = EditedPage>(url: string, body: object = {}) => ask<Body>('POST', url, { token, body });
const read = async (page: { id: string }) => (await ask<EditedPage>('GET', on(page), { token })).body;

let made = 0;
const create = async (given: { title?: string; path?: string; copyOf?: string } = {}): Promise<EditedPage> => {
  made += 1;
  const answer = await post(path, { title: `Page ${made}`, path: `/page-${made}/`, ...given });
  expect(answer.status).toBe(201);
  return answer.body;
};
const save = ({ id, draft, version }: EditedPage, change: Partial<PageContent>, base: number | null = version) =>
  ask<EditedPage>('PUT', on({ id }), { token, body: { content: { ...draft, ...change }, version: base } });
const publish = async (page: EditedPage, at?: string) =>
  post(on(page, '/publish'), { version: page.version, ...(at && { at }) });
const shown = async (address: string) => {
  const answer = await ask<{ page: ShownPage | null; movedTo: string | null }>(
    'GET',
    `/v1/site/pages/shown?path=${encodeURIComponent(address)}`,
  );
  return answer.status === 200 ? (answer.body.page?.title ?? `moved to ${answer.body.movedTo}`) : answer.status;
};
const list = async (query = '') => (await ask<ListedPage[]>('GET', `${path}?${query}`, { token })).body;
const stateInList = async ({ id }: EditedPage) => (await list()).find((page) => page.id === id)?.state;

const text = (body: string) => ({ id: newId(), kind: 'text', body }) as never; // defaults are added by the shape

test('only who manages the site reads and changes pages', async () => {
  const page = await create();
  const other = await makeAdministrator(deps, { claims: ['ManageUsers', 'ManageForms', 'ManageCartProducts'] });
  const body = { content: page.draft, version: 1, title: 'New', path: '/new/' };
  const calls = [
    ['GET', path],
    ['POST', path],
    ['GET', on(page)],
    ['PUT', on(page)],
    ['DELETE', on(page)],
    ...['preview', 'publish', 'unpublish', 'discard', 'cancel-publishing', 'restore', 'versions/1/restore'].map(
      (name) => ['POST', on(page, `/${name}`)] as const,
    ),
    ...['versions', 'versions/1', 'links'].map((name) => ['GET', on(page, `/${name}`)] as const),
    ['GET', '/v1/site/choices'],
  ] as const;
  for (const [method, url] of calls) {
    const sent = method === 'GET' || method === 'DELETE' ? {} : { body };
    expect([method, url, (await ask(method, url, { ...other, ...sent })).status]).toEqual([method, url, 403]);
    expect([method, url, (await ask(method, url, sent)).status]).toEqual([method, url, 401]);
  }
});

test('a page is a draft, is published, changes, and is taken back; every step is recorded', async () => {
  const page = await create({ title: 'Our team', path: '/our-team/' });
  expect(page).toMatchObject({ state: 'draft', version: 1, published: null, updatedBy: 'Ngaio Bell' });
  expect(await shown('/our-team')).toBe(404);
  expect((await publish(page)).body).toMatchObject({ state: 'published', published: { title: 'Our team' } });
  expect(await shown('/Our-Team/')).toBe('Our team');

  const { body: changed } = await save(page, { title: 'Our people' });
  expect(changed).toMatchObject({ state: 'changed', version: 2 });
  expect(await shown('/our-team/')).toBe('Our team');
  expect(await stateInList(page)).toBe('changed');
  const discarded = await post(on(page, '/discard'), { version: 2 });
  expect(discarded.body).toMatchObject({ state: 'published', draft: { title: 'Our team' }, version: 3 });

  expect((await post(on(page, '/unpublish'), { version: 3 })).body).toMatchObject({ state: 'draft', published: null });
  expect(await shown('/our-team/')).toBe(404);
  expect((await post(on(page, '/discard'), { version: 3 })).status).toBe(409);

  const entries = await deps.db
    .selectFrom('audit_log')
    .select(['action', 'title', 'actor_name'])
    .where('entity', '=', 'page')
    .where('entity_id', '=', page.id)
    .orderBy('id')
    .execute();
  expect(entries.map(({ action }) => action)).toEqual(['create', 'publish', 'update', 'discard', 'unpublish']);
  expect(entries[1]).toMatchObject({ title: 'Our team', actor_name: 'Ngaio Bell' });
});

test('of two who save a page, the second is told, and nothing is overwritten', async () => {
  const page = await create();
  const [one, other] = await Promise.all([save(page, { title: 'One' }), save(page, { title: 'Other' })]);
  expect([one.status, other.status].sort()).toEqual([200, 409]);
  expect((await read(page)).draft.title).toBe(one.status === 200 ? 'One' : 'Other');
  expect((await publish(page)).status).toBe(409);
});

test('all faults are reported at once with their paths, and nothing is stored', async () => {
  const page = await create();
  const bad = await save(page, {
    path: '/admin/team',
    title: ' ',
    sharePicture: { picture: 'none', alt: null },
    blocks: [
      text('[press](javascript:alert(1)) [press](java&#115;cript:alert(2))'),
      { ...(text('') as object), link: { label: 'Press', to: 'javascript:alert(1)', isQuiet: false } },
      { id: newId(), kind: 'magic' },
      text('[Elsewhere](https://example.com/), [a page](page:0190a0a0-0000-7000-8000-000000000000) and [a part](#x)'),
    ] as never, // what a caller might send
  });
  expect(bad.status).toBe(400);
  expect(bad.faults.map((fault) => fault.path).sort()).toEqual([
    'content.blocks.0.body',
    'content.blocks.1.link.to',
    'content.blocks.2.kind',
    'content.path',
    'content.sharePicture.picture',
    'content.title',
  ]);
  const gone = await save(page, { parent: page.id, sharePicture: { picture: newId(), alt: null } });
  expect(gone.faults.map((fault) => fault.path)).toEqual(['content.parent', 'content.sharePicture']);
  expect((await save(page, { blocks: [text('x'.repeat(2_000_000))] })).status).toBe(413);
  expect(await read(page)).toEqual(page);
  // Each is also refused by itself.
  const alone = async (change: Partial<PageContent>) => (await save(page, change)).faults.map((fault) => fault.path);
  expect(await alone({ path: '/admin/team' })).toEqual(['content.path']);
  expect(await alone({ blocks: [text('[press](javascript:alert(1))')] })).toEqual(['content.blocks.0.body']);
  expect((await post(path, { title: 'Shop', path: '/shopping/' })).faults.map((fault) => fault.path)).toEqual(['path']);
  expect(await read(page)).toEqual(page);
  const created = await post(path, { title: '', path: '/v1/pages' });
  expect(created.faults.map((fault) => fault.path).sort()).toEqual(['path', 'title']);
});

test('two pages never have one address, not even when both are published at the same time', async () => {
  const first = await create({ path: '/same/' });
  const again = await post(path, { title: 'Again', path: '/Same' });
  expect([again.status, again.faults]).toEqual([
    400,
    [{ path: 'path', message: `The page “${first.draft.title}” has this address. Choose another one.` }],
  ]);
  // As two who save at the same time.
  const second = await create();
  const draft = JSON.stringify({ ...second.draft, path: '/same/' });
  await deps.db.updateTable('site_pages').set({ draft }).where('id', '=', second.id).execute();
  const both = await Promise.all([publish(first), publish(second)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  const refused = both.find(({ status }) => status === 400);
  expect(refused?.faults).toEqual([
    { path: 'content.path', message: expect.stringMatching(/^The page “Page \d+” has this address/) },
  ]);
});

test('a renamed page is found at its former addresses, also those that it had before it was taken back', async () => {
  let page = await create({ title: 'Windows', path: '/windows/' });
  await publish(page);
  page = (await save(page, { path: '/window-cleaning/' })).body;
  await publish(page);
  expect(await shown('/windows')).toBe('moved to /window-cleaning/');
  await post(on(page, '/unpublish'));
  page = (await save(page, { path: '/glass/' })).body;
  await publish(page);
  expect(await shown('/windows')).toBe('moved to /glass/');
  expect(await shown('/window-cleaning')).toBe('moved to /glass/');
  // A new page at another page's former address takes it over: it no longer redirects.
  const other = await create({ title: 'Panes', path: '/windows/' });
  await publish(other);
  expect(await shown('/windows/')).toBe('Panes');
});

test('a page is published at its time by one of several nodes, with what was changed until then', async () => {
  const page = await create({ title: 'Easter', path: '/easter/' });
  const at = '2026-03-02T01:05:00.000Z';
  expect((await publish(page, '2026-03-02T00:59:00Z')).faults).toEqual([
    { path: 'at', message: 'Choose a time that is still to come.' },
  ]);
  expect((await publish(page, at)).body).toMatchObject({ state: 'scheduled', publishAt: at, published: null });
  await save(page, { title: 'Easter hours' });
  deps.clock.set('2026-03-02T01:04:59Z');
  expect(await publishDuePages(deps)).toEqual([]);
  expect(await shown('/easter/')).toBe(404);
  deps.clock.set(at);
  const rounds = await Promise.all([publishDuePages(deps), publishDuePages(deps), publishDuePages(deps)]);
  expect(rounds.flat()).toEqual([page.id]);
  expect(await shown('/easter/')).toBe('Easter hours');
  expect(await read(page)).toMatchObject({ state: 'published', publishAt: null });
  const versions = (await ask<VersionInfo[]>('GET', on(page, '/versions'), { token })).body;
  expect(versions).toEqual([{ number: 1, publishedDate: at, author: 'Ngaio Bell' }]);

  const later = (await save(await read(page), { title: 'Winter' })).body;
  await publish(later, '2026-03-02T01:06:00Z');
  expect((await post(on(page, '/cancel-publishing'))).body).toMatchObject({ state: 'changed', publishAt: null });
  deps.clock.set('2026-03-02T01:07:00Z');
  expect(await publishDuePages(deps)).toEqual([]);
});

test('a page that cannot be published at its time stays a draft, and its history says why', async () => {
  const page = await create({ path: '/late/' });
  await publish(page, new Date(deps.clock.now().getTime() + 60_000).toISOString());
  const other = await create();
  const taken = { path_key: 'late', published: JSON.stringify(other.draft) };
  await deps.db.updateTable('site_pages').set(taken).where('id', '=', other.id).execute();
  deps.clock.advance(60_000);
  expect(await publishDuePages(deps)).toEqual([]);
  expect(await read(page)).toMatchObject({ state: 'draft', publishAt: null });
  const entry = await deps.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(entry).toMatchObject({ action: 'schedule', actor_id: null, after: { publishAt: null } });
  expect(JSON.stringify(entry.after)).toContain('has this address');
});

test('every version is kept and can be the draft again', async () => {
  const page = await create({ title: 'First' });
  await publish(page);
  const second = (await save(page, { title: 'Second', path: '/second/' })).body;
  await publish(second);
  const versions = (await ask<VersionInfo[]>('GET', on(page, '/versions'), { token })).body;
  expect(versions.map(({ number }) => number)).toEqual([2, 1]);
  const { content } = (await ask<{ content: PageContent }>('GET', on(page, '/versions/1'), { token })).body;
  expect(content.title).toBe('First');
  const restored = await post(on(page, '/versions/1/restore'), { version: second.version });
  expect(restored.body).toMatchObject({ state: 'changed', draft: { title: 'First', path: '/second/' } });
  expect((await post(on(page, '/versions/1/restore'), { version: second.version })).status).toBe(409);
  expect((await post(on(page, '/versions/9/restore'))).status).toBe(404);
});

test('a page that others link to is removed once that is confirmed; its links lead home, and Undo brings it back', async () => {
  const page = await create({ title: 'Linked', path: '/linked/' });
  await publish(page);
  const other = await create({ title: 'Linking', path: '/linking/' });
  const saved = (await save(other, { blocks: [text(`[There](page:${page.id})`)] })).body;
  await publish(saved);
  const places = (await ask<LinkingPlace[]>('GET', on(page, '/links'), { token })).body;
  expect(places).toEqual([{ kind: 'page', id: other.id, title: 'Linking' }]);
  const refused = await ask('DELETE', on(page), { token });
  expect([refused.status, refused.message]).toEqual([
    409,
    '“Linking” links to this page. Those links would then lead to the home page.',
  ]);
  expect((await ask('DELETE', on(page, '?confirmed=true'), { token })).status).toBe(204);
  expect(await shown('/linked/')).toBe(404);
  expect((await list('state=removed')).map(({ id }) => id)).toEqual([page.id]);
  expect(await stateInList(page)).toBeUndefined();
  expect((await save(page, { title: 'Late' })).status).toBe(409);
  const preview = await post<ShownPage>(on(other, '/preview'), { content: saved.draft });
  expect(preview.body.blocks[0]).toMatchObject({ body: expect.stringContaining('href="/"') });
  expect((await post(on(page, '/restore'))).body).toMatchObject({ state: 'published' });
  expect(await shown('/linked/')).toBe('Linked');
});

test('the home page keeps its address, and is neither taken back nor removed', async () => {
  const home = await create({ title: 'Home', path: '/' });
  await publish(home);
  expect((await save(home, { path: '/home/' })).faults).toEqual([
    { path: 'content.path', message: 'The home page keeps its address /.' },
  ]);
  expect((await post(on(home, '/unpublish'))).status).toBe(409);
  expect((await ask('DELETE', on(home, '?confirmed=true'), { token })).status).toBe(409);
});

test('where forms lead, visitors are thanked: by the page there, else by the program', async () => {
  for (const address of ['/Contact-Us/success', '/free-quote/success/', '/forms-application-form/success'])
    expect(await shown(address)).toBe('Thank you');
  for (const address of ['/free-quote', '/other/success']) expect(await shown(address)).toBe(404);
  const page = await create({ title: 'We have it', path: '/contact-us/success/' });
  expect(await shown('/contact-us/success')).toBe('Thank you');
  await publish(page);
  expect(await shown('/contact-us/success')).toBe('We have it');
  expect((await ask('DELETE', on(page), { token })).status).toBe(204);
  expect(await shown('/contact-us/success')).toBe('Thank you');

  const moved = await create({ path: '/free-quote/success' });
  await publish(moved);
  const { body } = await save(moved, { path: '/quote-sent/' });
  await publish(body);
  expect(await shown('/free-quote/success')).toBe('moved to /quote-sent/');
});

test('a preview stores nothing; a copy has the same content in blocks of its own', async () => {
  const page = await create();
  const content = { ...page.draft, title: 'Tried', blocks: [text('**Bold**')] };
  const preview = await post<ShownPage>(on(page, '/preview'), { content });
  expect(preview.body).toMatchObject({ title: 'Tried', blocks: [{ body: '<p><strong>Bold</strong></p>\n' }] });
  expect(await read(page)).toEqual(page);
  const columns = { id: newId(), kind: 'columns', left: [text('Left')], right: [] } as never; // defaults are added by the shape
  const { body: saved } = await save(page, { blocks: [...page.draft.blocks, columns] });
  const copy = await create({ copyOf: page.id });
  const blocksIn = ({ draft: { blocks } }: EditedPage) =>
    blocks.flatMap((block) => [block, ...(block.kind === 'columns' ? block.left : [])]);
  expect(blocksIn(copy).map(({ kind }) => kind)).toEqual(['hero', 'columns', 'text']);
  expect(new Set([...blocksIn(saved), ...blocksIn(copy)].map(({ id }) => id)).size).toBe(6);
});

test('the list finds pages by title and address, and says where visitors see them', async () => {
  const page = await create({ title: 'Strata cleaning', path: '/strata/' });
  expect((await list('search=strata'))[0]).toMatchObject({ path: '/strata/', publishedPath: null });
  await publish(page);
  await save(page, { path: '/strata-care/' });
  expect((await list('search=strata'))[0]).toMatchObject({ path: '/strata-care/', publishedPath: '/strata/' });
  const titles = async (search: string) => (await list(`search=${search}`)).map(({ title }) => title);
  expect(await titles('strata')).toEqual(['Strata cleaning']);
  expect(await titles('clean strat')).toEqual([]);
  expect(await titles('cleaning strat')).toEqual(['Strata cleaning']);
});
