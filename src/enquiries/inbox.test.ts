import { beforeAll, describe, expect, test } from 'vitest';
import type { Change } from '#history/contract.ts';
import { newId } from '#lib/uuid.ts';
import { testApp } from '../../test/app.ts';
import { excelRows } from '../../test/excel.ts';
import { makeAdministrator } from '../../test/people.ts';
import type { EnquiryRow } from './inbox-contract.ts';

const { ask, deps } = await testApp();
const path = '/v1/enquiries';
const { token } = await makeAdministrator(deps, { claims: ['ManageForms'] });

async function write(company: string, more: { message?: string; phone?: string; isSpam?: boolean } = {}) {
  const { message = 'Please call us.', phone = '', isSpam = false } = more;
  const id = newId();
  const person = { company, name: `Kim of ${company}`, email: 'kim@example.com', phone, mobile: '' };
  await deps.db
    .insertInto('enquiries')
    .values({ id, ...person, message, is_suspected_spam: isSpam, created_at: deps.clock.now() })
    .execute();
  deps.clock.advance(1_000);
  return id;
}

const ids = async (query = ''): Promise<string[]> =>
  (await ask<EnquiryRow[]>('GET', `${path}${query}`, { token })).body.map(({ id }) => id);
const read = (id: string) => ask<EnquiryRow>('GET', `${path}/${id}`, { token });

describe('the list', () => {
  let [school, hotel, bots] = ['', '', ''];
  beforeAll(async () => {
    school = await write('Coolabah School', {
      message: `Term cleaning\n${'for rooms '.repeat(60)}`,
      phone: '0255501234',
    });
    hotel = await write('Bay Hotel');
    bots = await write('Bots', { isSpam: true });
  });

  test('shows the newest first, and suspected spam only on request', async () => {
    expect(await ids()).toEqual([hotel, school]);
    expect(await ids('?spam=only')).toEqual([bots]);
    expect(await ids('?spam=all')).toEqual([bots, hotel, school]);
    expect(await ids('?sort=company')).toEqual([hotel, school]);
    expect(await ids('?status=1')).toEqual([]);
    expect(await ids('?endDate=2026-03-01')).toEqual([]);
  });

  test.each(['term clean', 'coolabah', '(02) 5550 1234', 'kim@example.com school'])('finds %s', async (search) => {
    expect(await ids(`?search=${encodeURIComponent(search)}`)).toEqual([school]);
  });

  test('contains excerpts; the reading pane shows the whole message', async () => {
    const { body } = await ask<EnquiryRow[]>('GET', `${path}?search=coolabah`, { token });
    expect(body[0]?.message).toHaveLength(200);
    expect((await read(school)).body.message.length).toBeGreaterThan(600);
    const gone = await read(newId());
    expect([gone.status, gone.message]).toEqual([404, 'This enquiry no longer exists.']);
  });

  test('is exported as filtered', async () => {
    const { bytes } = await ask('GET', `${path}/export?format=xlsx&spam=all&sort=company`, { token });
    const [header, ...rows] = await excelRows(bytes);
    expect(header?.slice(0, 5)).toEqual(['Sent', 'Time', 'Status', 'Company', 'Name']);
    expect(rows.map((row) => [row[3], row[9]])).toEqual([
      ['Bay Hotel', 'No'],
      ['Bots', 'Yes'],
      ['Coolabah School', 'No'],
    ]);
  });
});

test('a status is changed once, with an audit entry', async () => {
  const id = await write('Status');
  const give = (status: number, version: number) =>
    ask('PATCH', `${path}/${id}/status`, { token, body: { status, version } });
  const answers = await Promise.all(Array.from({ length: 20 }, () => give(1, 1)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.find(({ status }) => status === 409)?.message).toBe('Someone else has changed this in the meantime.');
  expect((await read(id)).body).toMatchObject({ status: 1, version: 2 });
  const { body } = await ask<Change[]>('GET', `/v1/history/enquiry/${id}`, { token });
  expect(body).toMatchObject([{ action: 'status', before: { status: 'New' }, after: { status: 'In progress' } }]);
});

test('many enquiries are changed by ids or deleted by a filter, with the reason in the audit log', async () => {
  const some = [await write('Bulk one'), await write('Bulk two', { isSpam: true })];
  const post = (what: string, body: object) => ask('POST', `${path}/${what}`, { token, body });
  expect((await post('status', { ids: some, status: 2 })).body).toEqual({
    changed: 2,
    before: [{ status: 0, ids: [...some].sort() }],
  });
  expect((await post('delete', { all: { search: 'bulk', spam: 'only' } })).faults).toEqual([
    { path: 'reason', message: 'Reason is required.' },
  ]);
  deps.clock.advance(1000); // entries with the same time are unordered
  const all = { search: 'bulk', spam: 'only' };
  expect((await post('delete', { all, reason: 'Spam' })).body).toEqual({ deleted: 1 });
  expect(await ids('?search=bulk&spam=all')).toEqual([some[0]]);
  const { body } = await ask<Change[]>('GET', `/v1/history/enquiry/${some[1]}`, { token });
  expect(body[0]).toMatchObject({ action: 'delete', title: 'Kim of Bulk two, Bulk two', after: { reason: 'Spam' } });
});

test('Undo restores the statuses, except for enquiries that have changed since', async () => {
  const [first, second, third] = [await write('Back one'), await write('Back two'), await write('Back three')];
  const give = (body: object) => ask<{ changed: number }>('POST', `${path}/status`, { token, body });
  await give({ ids: [second], status: 1 });
  expect((await give({ ids: [first, second, third], status: 2 })).body).toEqual({
    changed: 3,
    before: [
      { status: 0, ids: [first, third].sort() },
      { status: 1, ids: [second] },
    ],
  });
  await give({ ids: [third], status: 1 });
  expect((await give({ ids: [first, third], status: 0, from: 2 })).body.changed).toBe(1);
  expect((await give({ ids: [second], status: 1, from: 2 })).body.changed).toBe(1);
  const statuses = await Promise.all([first, second, third].map(async (id) => (await read(id)).body.status));
  expect(statuses).toEqual([0, 1, 1]);
});

test('suspected spam is marked as not spam, and marked as spam again', async () => {
  const [bot, shop] = [await write('Sorted one', { isSpam: true }), await write('Sorted two')];
  const sort = (body: object) => ask<{ ids: string[] }>('POST', `${path}/spam`, { token, body });
  expect((await sort({ all: { search: 'sorted', spam: 'all' }, isSpam: false })).body).toEqual({ ids: [bot] });
  expect(await ids('?search=sorted')).toEqual([shop, bot]);
  expect((await read(bot)).body).toMatchObject({ isSuspectedSpam: false, version: 2 });
  deps.clock.advance(1_000); // entries with the same time are unordered
  expect((await sort({ ids: [bot, newId()], isSpam: true })).body).toEqual({ ids: [bot] });
  expect((await sort({ ids: [newId()], isSpam: true })).body).toEqual({ ids: [] });
  expect(await ids('?search=sorted&spam=only')).toEqual([bot]);
  const { body } = await ask<Change[]>('GET', `/v1/history/enquiry/${bot}`, { token });
  expect(body).toMatchObject([{ action: 'spam', after: { suspectedSpam: true } }, { action: 'spam' }]);
});
