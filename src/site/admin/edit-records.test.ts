import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeAdministrator } from '../../../test/people.ts';
import { newId } from '#lib/uuid.ts';
import type { MenusContent, ShownMenus } from '../content/menus-contract.ts';
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
