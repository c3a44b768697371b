import { expect, test } from 'vitest';
import { makeAdministrator } from '../../../test/people.ts';
import { slicesApp } from '../../../test/slices.ts';
import type { SearchMiss, SynonymGroup } from './contract.ts';
import { noteMiss } from './searches-without-results.server.ts';
import { synonymsRoutes } from './routes.server.ts';

const { ask, deps } = await slicesApp([synonymsRoutes]);
const { db } = deps;
const path = '/v1/search-synonyms';
const { token } = await makeAdministrator(deps, { claims: ['ManageCartProducts'] });
const other = await makeAdministrator(deps, { claims: ['ManageCartStock'] });

async function add(phrases: string[], finds: string[] = []): Promise<SynonymGroup> {
  const { status, body } = await ask('POST', path, { token, body: { phrases, finds } });
  expect(status).toBe(201);
  return body as SynonymGroup; // as the shape says
}
const misses = async () => (await ask('GET', `${path}/misses`, { token })).body as SearchMiss[]; // as the shape says

test('a group is added, changed and deleted, each with an audit entry', async () => {
  const made = await add([' Bin liners', 'bin bags', 'BIN LINERS'], ['liners']);
  expect(made).toMatchObject({ phrases: ['Bin liners', 'bin bags'], finds: ['liners'], version: 1 });
  const body = { id: made.id, phrases: ['bin liners', 'garbage bags'], version: 1 };
  const changed = await ask('PUT', path, { token, body });
  expect([changed.status, changed.body]).toMatchObject([200, { phrases: body.phrases, finds: [], version: 2 }]);
  const late = await ask('PUT', path, { token, body });
  expect([late.status, late.message]).toEqual([409, 'Someone else has changed this in the meantime.']);
  expect((await ask('GET', `${path}?search=garb&page=1&pageSize=10`, { token })).body).toMatchObject([{ id: made.id }]);
  expect((await ask('DELETE', `${path}/${made.id}`, { token })).status).toBe(204);
  const again = await ask('DELETE', `${path}/${made.id}`, { token });
  expect([again.status, again.message]).toEqual([404, 'This group no longer exists.']);
  const lines = await db
    .selectFrom('audit_log')
    .select(['action', 'entity'])
    .where('entity_id', '=', made.id)
    .execute();
  expect(lines.map(({ action }) => action).sort()).toEqual(['create', 'delete', 'update']);
});

test.each([
  [{ phrases: [] }, 'phrases'],
  [{ phrases: ['alone'] }, 'phrases'],
  [{ phrases: ['one', '--'] }, 'phrases.1'],
  [{ phrases: ['one', 'x'.repeat(61)] }, 'phrases.1'],
  [{ phrases: ['one', 'a b c d e f'] }, 'phrases.1'],
  [{ phrases: Array.from({ length: 21 }, (_, n) => `word ${n}`) }, 'phrases'],
  [{ finds: ['one'] }, 'phrases'],
])('%j is refused at its field', async (body, field) => {
  const { status, faults } = await ask('POST', path, { token, body });
  expect([status, faults[0]?.path]).toEqual([400, field]);
});

test('synonyms require the claim for products', async () => {
  for (const [method, url, body] of [
    ['GET', path, undefined],
    ['GET', `${path}/misses`, undefined],
    ['POST', path, { phrases: ['a', 'b'] }],
  ] as const) {
    expect((await ask(method, url, { body, token: null })).status).toBe(401);
    expect((await ask(method, url, { body, token: other.token })).status).toBe(403);
  }
});

test('searches without results are counted, limited, and removed once they have a synonym', async () => {
  const at = deps.clock.now();
  for (const text of ['Garbage sacks', 'garbage  SACKS', 'call 0491 570 006', 'kim@example.com', 'x'.repeat(61), 'ab'])
    await noteMiss(db, text, at);
  expect(await misses()).toEqual([{ phrase: 'garbage sacks', times: 2, lastDay: expect.any(String) }]);
  for (let n = 0; n < 505; n++)
    await noteMiss(db, `word${String.fromCharCode(97 + (n % 26))}${Math.floor(n / 26)}`, at);
  const { count } = await db
    .selectFrom('search_misses')
    .select(db.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBe(500);
  expect((await misses())[0]?.phrase).toBe('garbage sacks');
  await add(['garbage sacks', 'bin liners']);
  expect((await misses()).map(({ phrase }) => phrase)).not.toContain('garbage sacks');
  expect((await ask('POST', `${path}/misses/dismiss`, { token, body: { phrase: 'worda0' } })).status).toBe(200);
});
