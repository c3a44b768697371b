import { expect, test } from 'vitest';
import type { StaffNote } from '#lib/api/staff-note.ts';
import { approvalShop } from '../../../test/approval-shop.ts';
import { makeAdministrator } from '../../../test/people.ts';
import { countYearSales } from '../accounts/year-sales.server.ts';

const { deps, ask, db, company, order, cleaner, mop } = await approvalShop();
const { token } = await makeAdministrator(deps, { claims: ['ManageAccounts'], firstName: 'Jo', lastName: 'Hall' });

test('staff note what they know about an account, and see who wrote it and when; the history keeps earlier texts', async () => {
  const { accountId } = await company();
  const path = `/v1/trade-accounts/${accountId}/notes`;
  expect((await ask('POST', path, { token, body: { text: ' ' } })).faults).toEqual([
    { path: 'text', message: 'Note is required.' },
  ]);
  const { body: note } = await ask<StaffNote>('POST', path, { token, body: { text: 'Rang about the late pallet.' } });
  await ask('POST', path, { token, body: { text: 'Wants deliveries before nine.' } });
  expect(note).toMatchObject({ authorName: 'Jo Hall', editedAt: null, version: 1 });
  const update = (version: number) =>
    ask('PUT', `${path}/${note.id}`, { token, body: { text: 'Rang about two pallets.', version } });
  expect((await update(1)).body).toMatchObject({ text: 'Rang about two pallets.', version: 2 });
  expect((await update(1)).status).toBe(409);
  const { body: notes } = await ask<StaffNote[]>('GET', path, { token });
  expect(notes.map(({ text }) => text)).toEqual(['Wants deliveries before nine.', 'Rang about two pallets.']);
  const logged = await db
    .selectFrom('audit_log')
    .select(['before', 'after'])
    .where('entity_id', '=', accountId)
    .where('action', '=', 'note')
    .orderBy('id')
    .execute();
  expect(logged.at(-1)).toEqual({
    before: { note: 'Rang about the late pallet.' },
    after: { note: 'Rang about two pallets.' },
  });
  const other = await company();
  const elsewhere = `/v1/trade-accounts/${other.accountId}/notes`;
  expect((await ask('PUT', `${elsewhere}/${note.id}`, { token, body: { text: 'x' } })).status).toBe(404);
  expect((await ask('GET', elsewhere, { token })).body).toEqual([]);
});

test('the orders of an account are listed newest first, and those of no other', async () => {
  const of = await company();
  await order(await company(), [{ product: mop }]);
  await order(of, [{ product: mop }]);
  await order(of, [{ product: cleaner }]);
  const list = (query = '') => ask('GET', `/v1/trade-accounts/${of.accountId}/orders${query}`, { token });
  const { body, headers } = await list();
  expect(body).toMatchObject([
    { siteName: 'Depot', buyer: 'Kim Lee', poNumber: 'PO-1', isOnAccount: true, status: 0, total: 90 },
    { total: 10 },
  ]);
  expect(headers['x-total-count']).toBe('2');
  expect((await list('?page=2&pageSize=1')).body).toMatchObject([{ total: 10 }]);
});

test('the list of accounts is sorted by what they bought in twelve months, counted once a day', async () => {
  const [small, large] = [await company(), await company()];
  await order(small, [{ product: mop, qty: 2 }]);
  await order(large, [{ product: cleaner, qty: 20 }]);
  await countYearSales(deps);
  const list = async (sort: string) =>
    (await ask<{ id: string; yearSales: number }[]>('GET', `/v1/trade-accounts?sort=${sort}`, { token })).body;
  const rows = await list('-yearSales');
  expect(rows[0]).toMatchObject({ id: large.accountId, yearSales: 1_800 });
  expect(rows.find(({ id }) => id === small.accountId)?.yearSales).toBe(20);
  expect((await list('yearSales')).at(-1)?.id).toBe(large.accountId);
  await order(large, [{ product: cleaner }]);
  expect((await ask('GET', `/v1/trade-accounts/${large.accountId}`, { token })).body).toMatchObject({
    yearSales: 1_890,
  });
});
