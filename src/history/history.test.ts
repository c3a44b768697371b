import { beforeAll, expect, test } from 'vitest';
import { type AuditEntry, auditAll } from '#platform/db/audit.server.ts';
import { claims } from '#lib/api/endpoint.ts';
import { makePerson } from '../../test/people.ts';
import { slicesApp } from '../../test/slices.ts';
import { type AuditChoices, type Change, type Entity, historyClaims } from './contract.ts';
import { historyRoutes } from './routes.server.ts';

const { ask, deps } = await slicesApp([historyRoutes]);
const { db } = deps;
const reader = await makePerson(deps, { userType: 3, claims: ['ManageUsers'] });
const mia = { id: '00000000-0000-7000-8000-000000000001', firstName: 'Mia', lastName: 'Rossi' };
const tuan = { id: '00000000-0000-7000-8000-000000000002', firstName: 'Tuan', lastName: 'Nguyen' };

const line = (entry: Partial<AuditEntry> & { at: Date }): AuditEntry => ({
  actor: mia,
  action: 'update',
  entity: 'product',
  entityId: 'p1',
  ...entry,
});

beforeAll(async () => {
  const at = (text: string): Date => new Date(text);
  const lines = [
    line({ at: at('2026-01-31T12:59:59Z'), action: 'create', after: { productName: 'Mop', price: 5 } }),
    line({ at: at('2026-01-31T13:00:00Z'), before: { price: 5 }, after: { price: 6 } }), // midnight in Sydney
    line({ at: at('2026-02-10T01:00:00Z'), actor: tuan, entity: 'supplier', entityId: 's1', after: { name: 'Réal' } }),
    line({ at: at('2026-02-11T01:00:00Z'), actor: null, action: 'import', entity: 'catalogue', entityId: '1' }),
    line({
      at: at('2026-02-12T01:00:00Z'),
      action: 'archive',
      entity: 'user',
      entityId: 'u1',
      before: { firstName: 'Zoe', lastName: 'Lee', email: 'zoe@example.com' },
    }),
  ];
  await db.transaction().execute((tx) => auditAll(tx, lines));
});

const read = async (query = ''): Promise<string[]> => {
  const { status, body } = await ask('GET', `/v1/audit${query}`, { token: reader.token });
  expect(status).toBe(200);
  return (body as Change[]).map(({ action, entity }) => `${action} ${entity}`);
};

test('changes are listed newest first, with actor, record name, and values before and after', async () => {
  const { body, headers } = await ask('GET', '/v1/audit?page=1&pageSize=2', { token: reader.token });
  expect(headers['x-total-count']).toBe('5');
  expect(body).toEqual([
    {
      id: expect.any(String),
      at: '2026-02-12T01:00:00.000Z',
      actorId: mia.id,
      actorName: 'Mia Rossi',
      action: 'archive',
      entity: 'user',
      entityId: 'u1',
      title: 'Zoe Lee',
      before: { firstName: 'Zoe', lastName: 'Lee', email: 'zoe@example.com' },
      after: null,
    },
    expect.objectContaining({ actorId: null, actorName: 'System', title: null, before: null, after: null }),
  ]);
});

test.each([
  ['', ['archive user', 'import catalogue', 'update supplier', 'update product', 'create product']],
  ['?sort=at&pageSize=1', ['create product']],
  [`?actorId=${tuan.id}`, ['update supplier']],
  ['?actorId=system', ['import catalogue']],
  ['?entity=product', ['update product', 'create product']],
  ['?entity=product&action=create', ['create product']],
  ['?action=import', ['import catalogue']],
  ['?entityId=u1', ['archive user']],
  ['?startDate=2026-02-01&endDate=2026-02-10', ['update supplier', 'update product']],
  ['?endDate=2026-01-31', ['create product']],
  ['?search=real', ['update supplier']],
  ['?search=rossi%20le', ['archive user']],
  ['?search=%22zoe%20lee%22', ['archive user']],
  ['?search=mop', ['create product']],
  ['?search=nobody', []],
])('the log can be filtered by %s', async (query, expected) => {
  expect(await read(query)).toEqual(expected);
});

test('the filters offer only values that occur in the log', async () => {
  const { body } = await ask('GET', '/v1/audit/choices', { token: reader.token });
  expect(body).toEqual({
    actors: [
      { id: mia.id, name: 'Mia Rossi' },
      { id: tuan.id, name: 'Tuan Nguyen' },
    ],
    entities: ['catalogue', 'product', 'supplier', 'user'],
    actions: ['archive', 'create', 'import', 'update'],
  } satisfies AuditChoices);
});

test.each([
  ['startDate=31/01/2026', 'startDate', 'Must be a date.'],
  ['actorId=me', 'actorId', 'Not a valid id.'],
  ['sort=name', 'sort', 'Must be one of at.'],
])('invalid input %s is refused', async (query, path, message) => {
  const { status, faults } = await ask('GET', `/v1/audit?${query}`, { token: reader.token });
  expect({ status, faults }).toEqual({ status: 400, faults: [{ path, message }] });
});

test('the log needs ManageUsers', async () => {
  const other = await makePerson(deps, { userType: 3, claims: claims.filter((claim) => claim !== 'ManageUsers') });
  for (const path of ['/v1/audit', '/v1/audit/choices']) {
    expect((await ask('GET', path)).status).toBe(401);
    expect((await ask('GET', path, { token: other.token })).status).toBe(403);
  }
});

test.each(Object.entries(historyClaims))("a %s's history needs %s and nothing else", async (entity, claim) => {
  const path = `/v1/history/${entity as Entity}/p1`;
  const holder = await makePerson(deps, { userType: 3, claims: [claim] });
  const others = await makePerson(deps, { userType: 3, claims: claims.filter((one) => one !== claim) });
  const customer = await makePerson(deps);
  expect((await ask('GET', path, { token: holder.token })).status).toBe(200);
  expect((await ask('GET', path, { token: others.token })).status).toBe(403);
  expect((await ask('GET', path, { token: customer.token })).status).toBe(403);
  expect((await ask('GET', path)).status).toBe(401);
});

test("a record's history has only its own changes, in pages", async () => {
  const holder = await makePerson(deps, { userType: 3, claims: ['ManageCartProducts'] });
  const { body, headers } = await ask('GET', '/v1/history/product/p1?pageSize=1', { token: holder.token });
  expect(headers['x-total-count']).toBe('2');
  expect(body).toMatchObject([{ action: 'update', before: { price: 5 }, after: { price: 6 } }]);
  expect((await ask('GET', '/v1/history/product/u1', { token: holder.token })).body).toEqual([]);
  expect((await ask('GET', '/v1/history/session/p1', { token: holder.token })).status).toBe(404);
});
