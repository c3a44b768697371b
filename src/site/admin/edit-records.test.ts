import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeAdministrator } from '../../../test/people.ts';
import { inTransaction } from '#platform/db/db.server.ts';
import { newId } from '#lib/uuid.ts';
import { midnightJob } from '../content/closing-positions.server.ts';
import type { MenusContent, ShownMenus } from '../content/menus-contract.ts';
import type { ShownPage } from '../content/shown.ts';
import type { EditedPage } from './contract.ts';
import { type EditedRecord, recordKinds } from './records-contract.ts';

const { ask, deps } = await testApp({ environment: { DEMO_CONTENT: 'false' } });
const { token } = await makeAdministrator(deps, { claims: ['ManageSite'] });
const other = await makeAdministrator(deps, { claims: ['ManageForms', 'ManageUserPermissions'] });

const path = '/v1/site/records/partner';
const list = async () => (await ask<EditedRecord[]>('GET', path, { token })).body;
const add = async (name: string) =>
  (await ask<EditedRecord>('POST', path, { token, body: { content: { name } } })).body;
const names = async () => (await list()).map(({ content }) => content['name']);

test('only who manages the site reads and changes menus and lists', async () => {
  const calls = [
    ['GET', '/v1/site/menus'],
    ['PUT', '/v1/site/menus'],
    ...recordKinds.flatMap((kind) => [
      ['GET', `/v1/site/records/${kind}`] as const,
      ['POST', `/v1/site/records/${kind}`] as const,
      ['POST', `/v1/site/records/${kind}/order`] as const,
    ]),
    ['PUT', `${path}/${newId()}`],
    ['DELETE', `${path}/${newId()}`],
    ['POST', `${path}/${newId()}/restore`],
  ] as const;
  for (const [method, url] of calls) {
    const sent = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
    expect([method, url, (await ask(method, url, { ...other, ...sent })).status]).toEqual([method, url, 403]);
  }
});

test('records are added, changed, put in order, removed and brought back; every change is recorded', async () => {
  const [one, two, three] = [await add('One'), await add('Two'), await add('Three')];
  expect(await names()).toEqual(['One', 'Two', 'Three']);
  const ids = [three.id, one.id, two.id];
  expect((await ask('POST', `${path}/order`, { token, body: { ids } })).status).toBe(204);
  expect(await names()).toEqual(['Three', 'One', 'Two']);
  expect((await ask('POST', `${path}/order`, { token, body: { ids: ids.slice(1) } })).status).toBe(409);
  expect((await ask('DELETE', `${path}/${one.id}`, { token })).status).toBe(204);
  expect(await names()).toEqual(['Three', 'Two']);
  expect((await ask('POST', `${path}/${one.id}/restore`, { token })).status).toBe(200);
  expect(await names()).toEqual(['Three', 'One', 'Two']);
  const body = { content: { name: 'Uno' }, version: 1 };
  const [first, second] = await Promise.all([0, 1].map(() => ask('PUT', `${path}/${one.id}`, { token, body })));
  expect([first?.status, second?.status].sort()).toEqual([200, 409]);
  const entries = await deps.db
    .selectFrom('audit_log')
    .select('action')
    .where('entity', '=', 'partner')
    .orderBy('id')
    .execute();
  expect(entries.map(({ action }) => action)).toEqual([
    'create',
    'create',
    'create',
    'move',
    'delete',
    'restore',
    'update',
  ]);
});

test('all faults of a record are reported at once, and it stays as it was', async () => {
  const before = await list();
  const content = { name: '', lettering: 'gothic', picture: { picture: newId(), alt: null } };
  const { status, faults } = await ask('POST', path, { token, body: { content } });
  expect([status, faults.map((fault) => fault.path).sort()]).toEqual([
    400,
    ['content.lettering', 'content.name', 'content.picture'],
  ]);
  expect(await list()).toEqual(before);
});

test('menus are on every page once they are saved; a link that browsers would run is refused', async () => {
  const { body: menus } = await ask<MenusContent & { version: number }>('GET', '/v1/site/menus', { token });
  const save = (main: object[]) => ask('PUT', '/v1/site/menus', { token, body: { ...menus, main } });
  const shown = async () => (await ask<ShownMenus>('GET', '/v1/site/menus/shown')).body.main;
  await shown();
  const bad = await save([{ label: '', to: 'javascript:alert(1)' }]);
  expect(bad.faults.map((fault) => fault.path)).toEqual(['main.0.label', 'main.0.to']);
  expect((await save([{ label: 'Prices', to: '/prices/' }])).status).toBe(200);
  expect(await shown()).toEqual([{ label: 'Prices', to: '/prices/', listsServices: false, isFaqs: false }]);
  expect((await save([])).status).toBe(409);
});

test('questions of one group share its title, and two of one name in links are refused, as is a form that there is not', async () => {
  const send = (kind: string, content: object) =>
    ask<EditedRecord>('POST', `/v1/site/records/${kind}`, { token, body: { content } });
  const ask1 = {
    anchor: 'price',
    group: { anchor: 'costs', title: 'Costs' },
    question: 'How much?',
    answer: 'Little.',
  };
  await send('question', ask1);
  const same = await send('question', { ...ask1, question: 'Again?' });
  expect(same.faults).toEqual([{ path: 'content.anchor', message: expect.stringContaining('has this name in links') }]);
  await send('question', { ...ask1, anchor: 'deposit', group: { anchor: 'costs', title: 'Prices' } });
  const { body } = await ask<EditedRecord[]>('GET', '/v1/site/records/question', { token });
  expect(body.map(({ content, version }) => [content['group'], version])).toEqual([
    [{ anchor: 'costs', title: 'Prices' }, 2],
    [{ anchor: 'costs', title: 'Prices' }, 1],
  ]);
  const job = { anchor: 'cleaner', name: 'Cleaner', form: 'no-such-form' };
  expect((await send('position', job)).faults.map((fault) => fault.path)).toEqual(['content.form']);
});

test('a position is shown until the end of its last day in Sydney, when pages are dropped from memory and shared caches', async () => {
  const job = { anchor: 'cleaner', name: 'Cleaner', closesOn: '2026-03-04' };
  await ask('POST', '/v1/site/records/position', { token, body: { content: job } });
  const page = (await ask<EditedPage>('POST', '/v1/site/pages', { token, body: { title: 'Jobs', path: '/jobs/' } }))
    .body;
  const content = { ...page.draft, blocks: [{ id: newId(), kind: 'positions' }] };
  await ask('PUT', `/v1/site/pages/${page.id}`, { token, body: { content } });
  await ask('POST', `/v1/site/pages/${page.id}/publish`, { token, body: {} });
  const names = async () => {
    const { body } = await ask<{ page: ShownPage }>('GET', '/v1/site/pages/shown?path=/jobs/');
    return body.page.blocks.flatMap((block) =>
      block.kind === 'positions' ? block.positions.map(({ name }) => name) : [],
    );
  };
  const purges = async () => {
    await deps.db.deleteFrom('cache_purges').execute();
    await deps.jobs.finishAll();
    return (await deps.db.selectFrom('cache_purges').select('tag').execute()).map(({ tag }) => tag);
  };
  const midnight = (due: string) => inTransaction(deps.db, (tx) => deps.jobs.enqueue(tx, midnightJob, { due }));
  deps.clock.set('2026-03-04T12:59:59Z');
  expect(await names()).toEqual(['Cleaner']);
  await midnight('2026-03-03T13:00:00Z');
  expect(await purges()).toEqual([]);
  deps.clock.set('2026-03-04T13:00:00Z');
  expect(await names()).toEqual([]);
  await midnight('2026-03-04T13:00:00Z');
  expect(await purges()).toEqual(['site']);
});
