import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeAdministrator } from '../../../test/people.ts';
import { newId } from '#lib/uuid.ts';
import type { PageContent } from '../content/page-content.ts';
import type { ShownMenus } from '../content/menus-contract.ts';
import type { ShownPage } from '../content/shown.ts';
import type { EditedPage, ListedPage, VersionInfo } from './contract.ts';
import { publishDuePages } from './publish-pages.server.ts';

/* Nothing of a page is lost, and no address leads nowhere, whatever happens around it. */

const { ask, deps } = await testApp({ environment: { DEMO_CONTENT: 'false' } });
const { token } = await makeAdministrator(deps, { claims: ['ManageSite'] });
const { db } = deps;

const path = '/v1/site/pages';
const on = (page: { id: string }, rest = '') => `${path}/${page.id}${rest}`;
const post = <Body = EditedPage>(url: string, body: object = {}) => ask<Body>('POST', url, { token, body });
const read = async (page: { id: string }) => (await ask<EditedPage>('GET', on(page), { token })).body;
let made = 0;
const create = async (given: { title?: string; path?: string } = {}): Promise<EditedPage> => {
  made += 1;
  return (await post(path, { title: `Page ${made}`, path: `/page-${made}/`, ...given })).body;
};
const save = ({ id, draft, version }: EditedPage, change: Partial<PageContent>) =>
  ask<EditedPage>('PUT', on({ id }), { token, body: { content: { ...draft, ...change }, version } });
const publish = ({ version, ...page }: EditedPage, at?: Date) =>
  post(on(page, '/publish'), { version, ...(at && { at: at.toISOString() }) });
const versions = async (page: EditedPage) => (await ask<VersionInfo[]>('GET', on(page, '/versions'), { token })).body;
const show = (address: string) =>
  ask<{ page: ShownPage | null; movedTo: string | null }>(
    'GET',
    `/v1/site/pages/shown?path=${encodeURIComponent(address)}`,
  );
const soon = () => new Date(deps.clock.now().getTime() + 60_000);
const paths = ({ faults }: { faults: { path: string }[] }) => faults.map((fault) => fault.path);
const text = (body: string, more: object = {}) => ({ id: newId(), kind: 'text', body, ...more }) as never; // defaults are added by the shape

const newer = { id: newId(), kind: 'hologram', words: 'Hello' };
/** As a node of a newer release would have saved the page. */
const addNewer = (page: EditedPage) =>
  sql`update site_pages set draft = jsonb_set(draft, '{blocks,99}', ${JSON.stringify(newer)}::jsonb, true) where id = ${page.id}`.execute(
    db,
  );
const stored = async ({ id }: EditedPage) =>
  (
    await sql<{
      draft: PageContent;
      published: PageContent | null;
    }>`select draft, published from site_pages where id = ${id}`.execute(db)
  ).rows[0];

test('a block of a newer version is neither lost by saving nor by publishing, now or at a time', async () => {
  const page = await create();
  await addNewer(page);
  const refused = await save(page, { title: 'Changed' });
  expect([refused.status, refused.message]).toEqual([400, expect.stringContaining('blocks of a newer version')]);
  expect((await publish(page)).body.state).toBe('published');
  expect((await stored(page))?.published?.blocks).toContainEqual(newer);

  const timed = await create();
  await addNewer(timed);
  await publish(timed, soon());
  deps.clock.advance(60_000);
  expect(await publishDuePages(deps)).toEqual([timed.id]);
  expect((await stored(timed))?.published?.blocks).toContainEqual(newer);
  expect((await show(timed.draft.path)).body.page?.blocks.map(({ kind }) => kind)).toEqual(['hero']);

  // What visitors see and every version keep it, too, when they become the draft again.
  await sql`update site_pages set draft = jsonb_set(draft, '{title}', '"Other"') where id = ${timed.id}`.execute(db);
  expect((await post(on(timed, '/discard'))).body.draft.title).toBe(timed.draft.title);
  expect((await stored(timed))?.draft.blocks).toContainEqual(newer);
  await sql`update site_pages set draft = jsonb_set(draft, '{blocks}', '[]') where id = ${timed.id}`.execute(db);
  await post(on(timed, '/versions/1/restore'));
  expect((await stored(timed))?.draft.blocks).toContainEqual(newer);
});

test('what visitors see already becomes no second version, also if Publish is pressed twice', async () => {
  const page = await create();
  const both = await Promise.all([publish(page), publish(page)]);
  expect(both.map(({ status, body }) => [status, body.state])).toEqual([
    [200, 'published'],
    [200, 'published'],
  ]);
  expect(await versions(page)).toHaveLength(1);
  await publish(page, soon());
  deps.clock.advance(60_000);
  await publishDuePages(deps);
  expect(await read(page)).toMatchObject({ state: 'published', publishAt: null });
  expect(await versions(page)).toHaveLength(1);
});

test('a draft that an older version has stored has no changes left once it is published', async () => {
  const page = await create();
  await sql`update site_pages set draft = draft - 'hasContents' where id = ${page.id}`.execute(db);
  expect((await publish(page)).body.state).toBe('published');
});

test('a page that fails at its time says why, and those after it are published', async () => {
  const [broken, taken, last] = [await create(), await create({ path: '/late/' }), await create()];
  for (const page of [broken, taken, last]) await publish(page, soon());
  await sql`update site_pages set draft = draft - 'blocks' where id = ${broken.id}`.execute(db);
  const other = await create();
  const late = { path_key: 'late', published: JSON.stringify(other.draft) };
  await db.updateTable('site_pages').set(late).where('id', '=', other.id).execute();
  deps.clock.advance(60_000);
  await expect(publishDuePages(deps)).rejects.toThrow('could not be published');
  expect((await read(last)).state).toBe('published');
  const reason = expect.stringContaining('has this address');
  expect(await read(taken)).toMatchObject({ state: 'draft', publishAt: null, publishFailed: reason });
  await sql`delete from site_pages where id = ${broken.id}`.execute(db);
  const listed = (await ask<ListedPage[]>('GET', `${path}?search=late`, { token })).body;
  expect(listed).toMatchObject([{ id: taken.id, publishFailed: reason }]);
  const moved = (await save(await read(taken), { path: '/later/' })).body;
  expect((await publish(moved)).body).toMatchObject({ state: 'published', publishFailed: null });
});

test('a removed page whose address another one has by now comes back as a draft, and a note says so', async () => {
  const page = await create({ path: '/prices/' });
  await publish(page);
  await ask('DELETE', on(page, '?confirmed=true'), { token });
  await publish(await create({ path: '/prices/' }));
  const back = await post<EditedPage & { note: string | null }>(on(page, '/restore'));
  expect([back.status, back.body.state, back.body.published, back.body.note]).toEqual([
    200,
    'draft',
    null,
    'Another page has its address now, so it is a draft again.',
  ]);
  await ask('DELETE', on(page), { token });
  expect((await post<{ note: null }>(on(page, '/restore'))).body.note).toBeNull();
});

test('the form of a published address stays, so that no kept redirect becomes a ring', async () => {
  const page = await create({ path: '/our-team/' });
  await publish(page);
  const saved = (await save(page, { path: '/our-team', title: 'Us' })).body;
  expect(saved.draft).toMatchObject({ path: '/our-team/', title: 'Us' });
});

test('a page is not above itself by way of another, and a ring that is there all the same is shown once', async () => {
  const [one, two] = [await create(), await create()];
  const below = (await save(two, { parent: one.id })).body;
  expect(paths(await save(one, { parent: two.id }))).toEqual(['content.parent']);
  await publish(below);
  const ring = JSON.stringify({ ...one.draft, parent: two.id });
  await db.updateTable('site_pages').set({ draft: ring }).where('id', '=', one.id).execute();
  await sql`update site_pages set published = draft, path_key = ${one.id} where id = ${one.id}`.execute(db);
  await publish(await create()); // drops what is in memory
  const crumbs = (await show(two.draft.path)).body.page?.crumbs.map(({ label }) => label);
  expect(crumbs).toEqual([two.draft.title, one.draft.title]);
});

test('two blocks of one name, a form and a category that there are not are refused', async () => {
  const page = await create();
  const block = (kind: string, more: object) => ({ id: newId(), kind, ...more });
  const blocks = [
    block('text', { anchor: 'prices' }),
    block('columns', { left: [block('text', { anchor: 'prices' })] }),
    block('form', { title: 'Write', form: 'no-such-form', action: 'Go' }),
    block('products', { category: 'no-such-category' }),
    block('products', { category: '' }),
  ];
  expect(paths(await save(page, { blocks: blocks as never }))).toEqual([
    'content.blocks.1.left.0.anchor',
    'content.blocks.2.form',
    'content.blocks.3.category',
  ]); // what a caller might send
});

test('a hidden block in a column is not public', async () => {
  const page = await create();
  const columns = { id: newId(), kind: 'columns', left: [text('Secret', { isHidden: true }), text('Known')] };
  const saved = (await save(page, { blocks: [columns] as never })).body; // defaults are added by the shape
  await publish(saved);
  const { page: shown } = (await show(saved.draft.path)).body;
  expect(JSON.stringify(shown)).toContain('Known');
  expect(JSON.stringify(shown)).not.toContain('Secret');
});

test('a link by the address of a page is stored by its id, so that it outlives the address', async () => {
  const target = await create({ path: '/windows/' });
  await publish(target);
  const link = { label: 'There', to: '/windows/#glass', isQuiet: false };
  const blocks = [
    text('[a](/windows), [b](/Windows/#glass "Panes"), [c](/forms/free-quote/), [d](/windows/?x=1)', { link }),
  ];
  const { body: linking } = await save(await create(), { blocks });
  expect(linking.draft.blocks[0]).toMatchObject({
    body: `[a](page:${target.id}), [b](page:${target.id}#glass "Panes"), [c](/forms/free-quote/), [d](/windows/?x=1)`,
    link: { to: `page:${target.id}#glass` },
  });
  const menus = (await ask<object>('GET', '/v1/site/menus', { token })).body;
  const main = [{ label: 'Windows', to: '/windows/' }];
  await ask('PUT', '/v1/site/menus', { token, body: { ...menus, main } });
  await publish((await save(target, { path: '/glass/' })).body);
  const shown = async () => (await ask<ShownMenus>('GET', '/v1/site/menus/shown')).body;
  expect((await shown()).main).toMatchObject([{ label: 'Windows', to: '/glass/' }]);
  // A former address, too, is that of a page.
  const again = (await save(await create(), { blocks: [text('[a](/windows/)')] })).body;
  expect(again.draft.blocks[0]).toMatchObject({ body: `[a](page:${target.id})` });
});

test('the program links to a page of the site only while there is one, wherever it is', async () => {
  const addresses = async () => (await ask<ShownMenus>('GET', '/v1/site/menus/shown')).body.addresses;
  expect(await addresses()).toEqual({});
  const page = await create({ path: '/privacy-policy/' });
  await publish(page);
  expect(await addresses()).toEqual({ '/privacy-policy/': '/privacy-policy/' });
  const moved = (await save(page, { path: '/privacy/' })).body;
  await publish(moved);
  expect(await addresses()).toEqual({ '/privacy-policy/': '/privacy/' });
  await post(on(page, '/unpublish'));
  expect(await addresses()).toEqual({});
});

test('a page that another process has just taken back is missing, not a failure', async () => {
  const [page, other] = [await create(), await create()];
  for (const one of [page, other]) await publish(one);
  expect((await show(other.draft.path)).status).toBe(200); // from then on the addresses of both are in memory
  await db.updateTable('site_pages').set({ published: null, path_key: null }).where('id', '=', page.id).execute();
  expect((await show(page.draft.path)).status).toBe(404);
});
