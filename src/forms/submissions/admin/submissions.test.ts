import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Change } from '#history/contract.ts';
import { testApp } from '../../../../test/app.ts';
import { makeField, makeForm, storeForm } from '../../../../test/make-form.ts';
import { makeAdministrator, makePerson } from '../../../../test/people.ts';
import type { SubmissionDetails, SubmissionRow } from './contract.ts';

const { ask, deps } = await testApp();
const { clock } = deps;
const path = '/v1/submissions';
const { token } = await makeAdministrator(deps, { claims: ['ManageForms'], firstName: 'Mia', lastName: 'Rossi' });

const firstName = makeField({ formFieldType: 0, fieldLabel: 'First name', modelPropertyName: 'firstName' });
const lastName = makeField({ formFieldType: 0, fieldLabel: 'Last name', modelPropertyName: 'lastName' });
const email = makeField({ formFieldType: 15, fieldLabel: 'Your e-mail', modelPropertyName: 'reachMe' });
const area = makeField({
  formFieldType: 2,
  fieldLabel: 'Area',
  modelPropertyName: 'area',
  selectOptions: 'Northern Beaches=nb;West=w',
});
const mobile = makeField({ formFieldType: 14, fieldLabel: 'Mobile', modelPropertyName: 'mobile' });
const amount = makeField({ formFieldType: 13, fieldLabel: 'Budget', modelPropertyName: 'budget' });
const form = await storeForm(
  deps,
  makeForm([firstName, lastName, email, area, mobile, amount], {
    formName: 'Free quote',
    submitter: { name: ['firstName', 'lastName'], email: 'reachMe' },
  }),
);
const other = await storeForm(deps, makeForm([makeField({ formFieldType: 1, modelPropertyName: 'note' })]));

type Answers = Record<string, string>;

async function send(answers: Answers, { of = form.id, as }: { of?: string; as?: string } = {}): Promise<string> {
  const body = Object.entries(answers).map(([id, response]) => ({ id, response }));
  const sent = await ask<{ submissionId: string }>('POST', `/v1/form-builder/${of}?formVersion=1`, {
    body,
    token: as ?? null,
  });
  expect(sent.status).toBe(201);
  clock.advance(1_000);
  return sent.body.submissionId;
}

const list = async (query = ''): Promise<SubmissionRow[]> =>
  (await ask<SubmissionRow[]>('GET', `${path}${query}`, { token })).body;
const ids = async (query: string): Promise<string[]> => (await list(query)).map(({ id }) => id);
const read = (id: string) => ask<SubmissionDetails>('GET', `${path}/${id}`, { token });
const historyOf = async (id: string): Promise<Change[]> =>
  (await ask<Change[]>('GET', `/v1/history/submission/${id}`, { token })).body;

const guest = {
  [firstName.id]: 'Zoë',
  [lastName.id]: 'Nguyen',
  [email.id]: 'zoe@example.com',
  [area.id]: 'nb',
  [mobile.id]: '0491570156',
  [amount.id]: '1480.5',
};

describe('the list', async () => {
  const member = await makePerson(deps, { firstName: 'Sam', lastName: 'Carter', email: 'sam.carter@example.com' });
  const one = await send(guest);
  const two = await send({ [area.id]: 'w', [firstName.id]: 'Nobody' }, { as: member.token });
  const three = await send({}, { of: other.id });

  test('shows form and sender, newest first', async () => {
    const rows = await list();
    expect(rows.map(({ id }) => id)).toEqual([three, two, one]);
    expect(rows.map(({ formName, senderName, senderEmail }) => [formName, senderName, senderEmail])).toEqual([
      [other.formName, '', ''],
      ['Free quote', 'Sam Carter', 'sam.carter@example.com'],
      ['Free quote', 'Zoë Nguyen', 'zoe@example.com'],
    ]);
    expect(rows[1]).toMatchObject({ userId: member.id, status: 0, version: 1, formVersion: 1 });
  });

  test.each([
    ['zoe', [one]],
    ['Nguy', [one]],
    ['"northern beaches"', [one]],
    ['0491 570 156', [one]],
    ['zoe@example.com', [one]],
    ['1480', [one]],
    ['sam carter', [two]],
    ['no match', []],
  ])('is searched by sender and answers: %s', async (search, expected) => {
    expect(await ids(`?search=${encodeURIComponent(search)}`)).toEqual(expected);
  });

  test('can be filtered by form, status and Sydney dates, and sorted', async () => {
    expect(await ids(`?formId=${other.id}`)).toEqual([three]);
    expect(await ids('?status=1&status=2')).toEqual([]);
    expect(await ids('?sort=sender')).toEqual([three, two, one]);
    expect(await ids('?startDate=2026-03-02&endDate=2026-03-02')).toHaveLength(3);
    expect(await ids('?startDate=2026-03-03')).toEqual([]);
    const { headers } = await ask('GET', `${path}?page=1&pageSize=2`, { token });
    expect(headers['x-total-count']).toBe('3');
    const { body } = await ask('GET', `${path}/forms`, { token });
    expect(body).toEqual([
      { id: other.id, formName: other.formName, isArchived: false },
      { id: form.id, formName: 'Free quote', isArchived: false },
    ]);
  });

  test('shows changed answers, and the owner stays the same', async () => {
    const id = await send({ [area.id]: 'nb' }, { as: member.token });
    const put = await ask('PUT', `/v1/form-builder/${id}`, { token, body: [{ id: area.id, response: 'w' }] });
    expect(put.status).toBe(200);
    expect(await ids('?search=west%20sam')).toEqual([id, two]);
    expect((await list())[0]).toMatchObject({ senderName: 'Sam Carter', version: 2 });
    await ask('POST', `${path}/delete`, { token, body: { ids: [id], reason: 'Test' } });
  });

  test('of a member has only their own submissions', async () => {
    const mine = await ask('GET', '/v1/form-builder/my-submissions?page=1&pageSize=5', { token: member.token });
    expect(mine.body).toEqual([
      expect.objectContaining({ id: two, formName: 'Free quote', status: 0, createdDate: expect.any(String) }),
    ]);
    expect(mine.headers['x-total-count']).toBe('1');
    expect((await ask('GET', '/v1/form-builder/my-submissions', { token: null })).status).toBe(401);
    expect((await ask('GET', '/v1/form-builder/my-submissions', { token })).body).toEqual([]);
  });
});

test('a submission is returned with its answers and its form version', async () => {
  const id = await send(guest);
  await storeForm(deps, { ...makeForm([firstName], { formName: 'Shorter' }), url: form.url });
  const { status, body } = await read(id);
  expect([status, body.formName, body.form.version]).toEqual([200, 'Free quote', 1]);
  expect(body.responses).toContainEqual({ id: area.id, response: 'nb' });
  expect(body).toMatchObject({ senderName: 'Zoë Nguyen', version: 1 });
  const gone = await ask('GET', `${path}/01900000-0000-7000-8000-000000000001`, { token });
  expect([gone.status, gone.message]).toEqual([404, 'This submission no longer exists.']);
});

describe('the status', () => {
  const setStatus = (id: string, status: number, version?: number) =>
    ask<{ status: number; version: number }>('PATCH', `${path}/${id}/status`, {
      token,
      body: { status, ...(version !== undefined && { version }) },
    });

  test('is changed with an audit entry, and refused if somebody else changed it first', async () => {
    const id = await send({});
    expect((await setStatus(id, 1, 1)).body).toEqual({ id, status: 1, version: 2 });
    const late = await setStatus(id, 2, 1);
    expect([late.status, late.message]).toEqual([409, 'Someone else has changed this in the meantime.']);
    expect((await setStatus(id, 1)).body).toEqual({ id, status: 1, version: 2 });
    expect((await setStatus(id, 3)).faults).toEqual([{ path: 'status', message: 'Must be 0, 1 or 2.' }]);
    const [line, ...more] = await historyOf(id);
    expect(more).toEqual([]);
    expect(line).toMatchObject({
      actorName: 'Mia Rossi',
      action: 'status',
      before: { status: 'New' },
      after: { status: 'In progress' },
    });
  });

  test('does not change the version of the answers, so that an open form can still be saved', async () => {
    const member = await makePerson(deps);
    const id = await send({}, { as: member.token });
    await setStatus(id, 1);
    const body = [{ id: firstName.id, response: 'Kim' }];
    expect((await ask('PUT', `/v1/form-builder/${id}?version=1`, { token: member.token, body })).status).toBe(200);
    expect((await setStatus(id, 2, 2)).status).toBe(409); // the answers have changed
    expect((await setStatus(id, 2, 3)).status).toBe(200);
  });

  test('is changed once by a hundred concurrent changes with the same version', async () => {
    const id = await send({});
    const answers = await Promise.all(Array.from({ length: 100 }, () => setStatus(id, 1, 1)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(99);
    expect(await historyOf(id)).toHaveLength(1);
  });

  test('records each of a hundred concurrent changes without a version, with the right previous value', async () => {
    const id = await send({});
    const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => setStatus(id, i % 3)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const lines = (await ask<Change[]>('GET', `/v1/history/submission/${id}?page=1&pageSize=100`, { token })).body;
    expect((await read(id)).body.version).toBe(1 + lines.length);
    expect(lines.filter(({ before, after }) => before?.['status'] === after?.['status'])).toEqual([]);
  });

  test('of many submissions is changed by ids or by a filter', async () => {
    const all = [await send({}, { of: other.id }), await send({}, { of: other.id })];
    const by = (body: object) => ask('POST', `${path}/status`, { token, body });
    const before = [{ status: 0, ids: [...all].sort() }];
    expect((await by({ ids: all, status: 2 })).body).toEqual({ changed: 2, before });
    expect((await by({ ids: all, status: 2 })).body).toEqual({ changed: 0, before: [] });
    expect((await by({ all: { formId: other.id, status: [2] }, status: 1 })).body).toMatchObject({ changed: 2 });
    expect(await ids(`?formId=${other.id}&status=1`)).toEqual(all.toReversed());
    expect((await by({ status: 1 })).faults).toEqual([{ path: 'ids', message: 'Select rows, or the whole list.' }]);
    expect((await by({ all: { form: other.id }, status: 1 })).status).toBe(400); // a misspelt filter must not select everything
    expect(await historyOf(all[0] ?? '')).toHaveLength(2);
  });
});

describe('deletion', () => {
  test('requires a reason, which is recorded in the history', async () => {
    const id = await send(guest);
    const remove = (body: object) => ask('POST', `${path}/delete`, { token, body });
    expect((await remove({ ids: [id] })).faults).toEqual([{ path: 'reason', message: 'Reason is required.' }]);
    expect((await remove({ ids: [id], reason: '  ' })).faults).toHaveLength(1);
    expect((await read(id)).status).toBe(200);
    expect((await remove({ ids: [id], reason: 'Sent twice' })).body).toEqual({ deleted: 1 });
    expect((await remove({ ids: [id], reason: 'Sent twice' })).body).toEqual({ deleted: 0 });
    expect((await read(id)).status).toBe(404);
    const [line] = await historyOf(id);
    expect(line).toMatchObject({ action: 'delete', title: 'Free quote, Zoë Nguyen', after: { reason: 'Sent twice' } });
  });

  test('removes the files from the database and the store', async () => {
    const id = await send(guest);
    const file = {
      id: randomUUID(),
      form_id: form.id,
      field_id: area.id,
      submission_id: id,
      name: 'plan.pdf',
      size: 4,
    };
    const key = `forms/${file.id}`;
    await deps.db
      .insertInto('form_files')
      .values({ ...file, content_type: 'application/pdf', file_key: key, created_at: clock.now() })
      .execute();
    await deps.files.put(key, Buffer.from('%PDF'), 'application/pdf');
    await ask('POST', `${path}/delete`, { token, body: { ids: [id], reason: 'By request' } });
    await deps.jobs.finishAll();
    const left = await deps.db.selectFrom('form_files').select('id').where('id', '=', file.id).execute();
    expect(left).toEqual([]);
    expect(await deps.files.exists(key)).toBe(false);
  });

  test('by a filter deletes only matching submissions', async () => {
    const before = (await list()).length;
    const some = await ids(`?formId=${other.id}`);
    const body = { all: { formId: other.id }, reason: 'Old' };
    expect((await ask('POST', `${path}/delete`, { token, body })).body).toEqual({ deleted: some.length });
    expect(await list()).toHaveLength(before - some.length);
  });
});

test('a submission with a very long text is stored and can be searched', async () => {
  const text = makeField({ formFieldType: 1, modelPropertyName: 'text', maxLength: 2_000_000 });
  const long = await storeForm(deps, makeForm([text]));
  const words = Array.from({ length: 40_000 }, (_, i) => `${'ж'.repeat(20)}${i}`).join(' ');
  const id = await send({ [text.id]: `needle ${words}` }, { of: long.id });
  expect(await ids('?search=needle')).toEqual([id]);
});
