import { describe, expect, test } from 'vitest';
import { makeField, makeForm, storeForm } from '../../../test/make-form.ts';
import { makeAdministrator, makePerson } from '../../../test/people.ts';
import { testApp } from '../../../test/app.ts';
import { addDays, dayOf } from '#lib/day.ts';
import type { Submission } from '../contract.ts';

const { ask, deps } = await testApp();
const path = '/v1/form-builder';
const hazard = makeField({
  formFieldType: 6,
  fieldLabel: 'Hazard',
  modelPropertyName: 'hasHazard',
  requiredLogic: '*',
});
const what = makeField({
  formFieldType: 1,
  fieldLabel: 'What is it?',
  modelPropertyName: 'what',
  visibilityLogic: 'hasHazard == true',
  requiredLogic: '*',
});
const note = makeField({ formFieldType: 0, fieldLabel: 'Note', modelPropertyName: 'note', maxLength: 5 });
const shownNote = makeField({ formFieldType: 33, initialValue: '{note}' });
const form = await storeForm(deps, makeForm([hazard, what, note, shownNote], { url: 'incident' }));
const owner = await makePerson(deps);

type Answers = Record<string, string | null>;
const listed = (answers: Answers) => Object.entries(answers).map(([id, response]) => ({ id, response }));
const send = (answers: Answers, headers: Record<string, string> = {}, token: string | null = owner.token) =>
  ask<{ submissionId: string; toastMessage: string }>('POST', `${path}/${form.id}`, {
    body: listed(answers),
    token,
    headers,
  });
const read = (submissionId: string, token: string | null = owner.token) =>
  ask<Submission>('POST', `${path}/form-submission`, { token, body: { submissionId, formSubmissionGetType: 0 } });
const right = { [hazard.id]: 'true', [what.id]: 'A wet floor', [note.id]: 'Soon' };

test('a form is returned by id and by url, without its notification address', async () => {
  const { status, body } = await ask('GET', `${path}/${form.id}/id`);
  expect([status, body]).toEqual([200, expect.objectContaining({ id: form.id, url: 'incident', version: 1 })]);
  expect(body).not.toHaveProperty('notifyEmail');
  expect((await ask('GET', `${path}/Incident/url`)).body).toEqual(body);
  expect((await ask('GET', `${path}/nowhere/url`)).message).toBe('This form does not exist.');
});

test('a submission is stored, and its owner can read it with its form', async () => {
  const { status, body } = await send(right);
  expect([status, body.toastMessage]).toEqual([201, 'Thank you, your form submission has been saved.']);
  const stored = await read(body.submissionId);
  expect(stored.body.responses).toEqual(listed(right));
  expect(stored.body.form.formSections[0]?.formRows).toHaveLength(4);
});

test('all faults are returned at once, in field order, with the specified messages', async () => {
  const { status, faults } = await send({ [note.id]: 'Too long', [hazard.id]: 'yes', [what.id]: ' ' });
  expect([status, faults]).toEqual([
    400,
    [
      { path: what.id, message: 'This field is required.' },
      { path: note.id, message: 'Maximum length is 5.' },
    ],
  ]);
  expect((await send({})).faults).toEqual([{ path: hazard.id, message: 'This field is required.' }]);
});

test('the answer of a hidden field is dropped and an unknown field id is refused', async () => {
  const hidden = await send({ ...right, [hazard.id]: 'false' });
  expect((await read(hidden.body.submissionId)).body.responses).toEqual(
    listed({ [hazard.id]: 'false', [note.id]: 'Soon' }),
  );
  const stranger = '01900000-0000-7000-8000-000000000001';
  expect((await send({ ...right, [stranger]: 'x' })).faults).toEqual([
    { path: stranger, message: 'This field is not part of the form.' },
  ]);
  expect((await send({ ...right, [shownNote.id]: 'forged' })).status).toBe(201);
});

describe('an Idempotency-Key', () => {
  test('creates one submission from concurrent requests', async () => {
    const before = await count();
    const headers = { 'idempotency-key': 'one-of-many-1' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(right, headers)));
    expect(new Set(answers.map(({ body }) => body.submissionId)).size).toBe(1);
    expect((await count()) - before).toBe(1);
  });

  test('is refused with other answers, and if it is invalid', async () => {
    const headers = { 'idempotency-key': 'one-of-many-2' };
    await send(right, headers);
    expect((await send({ ...right, [note.id]: 'Later' }, headers)).status).toBe(409);
    expect((await send(right, { 'idempotency-key': 'short' })).faults).toHaveLength(1);
  });
});

const count = async () => {
  const { total } = await deps.db
    .selectFrom('form_submissions')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
};

test('only the owner and holders of ManageForms can read and change a submission', async () => {
  const { submissionId } = (await send(right)).body;
  const other = await makePerson(deps);
  const [manager, clerk] = [
    await makeAdministrator(deps, { claims: ['ManageForms'] }),
    await makeAdministrator(deps, { claims: ['ManageUsers'] }),
  ];
  const statuses = [owner, manager, other, clerk].map(async ({ token }) => (await read(submissionId, token)).status);
  expect(await Promise.all(statuses)).toEqual([200, 200, 404, 403]);
  expect((await read(submissionId, null)).status).toBe(401);
  const guests = (await send(right, {}, null)).body.submissionId;
  expect((await read(guests)).status).toBe(404);
  const change = (token: string) => ask('PUT', `${path}/${submissionId}`, { token, body: listed(right) });
  const changes = [owner, manager, other, clerk].map(async ({ token }) => (await change(token)).status);
  expect(await Promise.all(changes)).toEqual([200, 200, 404, 403]);
});

test('a submission is changed by the rules of its own form version; a stale change is refused', async () => {
  const { submissionId } = (await send(right)).body;
  const { version } = (await read(submissionId)).body;
  await storeForm(deps, { ...makeForm([hazard]), id: form.id, url: form.url });
  const put = (answers: Answers, query = '') =>
    ask('PUT', `${path}/${submissionId}${query}`, { token: owner.token, body: listed(answers) });
  expect((await put({ ...right, [note.id]: 'Later' }, `?version=${version}`)).status).toBe(200);
  expect((await put(right, `?version=${version}`)).status).toBe(409);
  const { body } = await read(submissionId);
  expect(body.form.version).toBe(1);
  expect(body.responses).toContainEqual({ id: note.id, response: 'Later' });
  expect((await ask('POST', `${path}/${form.id}?formVersion=1`, { body: listed(right) })).status).toBe(201);
  expect((await ask('POST', `${path}/${form.id}`, { body: listed(right) })).faults).toHaveLength(2);
});

test('a number of half a million digits is refused quickly', async () => {
  const [area, price] = [
    makeField({ formFieldType: 11, fieldLabel: 'Area' }),
    makeField({ formFieldType: 13, fieldLabel: 'Price' }),
  ];
  const long = await storeForm(deps, makeForm([area, price]));
  const body = [
    { id: area.id, response: `${'1'.repeat(500_000)}x` },
    { id: price.id, response: `1.${'0'.repeat(500_000)}1` },
  ];
  const began = performance.now();
  expect((await ask('POST', `${path}/${long.id}`, { body })).faults).toEqual([
    { path: area.id, message: 'Invalid Area.' },
    { path: price.id, message: 'Invalid Price.' },
  ]);
  expect(performance.now() - began).toBeLessThan(60_000); // a backtracking engine takes many minutes
});

test('a date may include a time, and an invalid date is reported', async () => {
  const visit = makeField({ formFieldType: 10, fieldLabel: 'Visit' });
  const dated = await storeForm(deps, makeForm([visit]));
  const sendDay = (response: string) =>
    ask<{ submissionId: string }>('POST', `${path}/${dated.id}`, {
      body: [{ id: visit.id, response }],
      token: owner.token,
    });
  const sent = await sendDay('2026-11-20 09:30:00');
  expect((await read(sent.body.submissionId)).body.responses).toEqual(listed({ [visit.id]: '2026-11-20 00:00:00' }));
  expect((await sendDay('2026-11-20abc')).faults).toEqual([{ path: visit.id, message: 'Invalid Date.' }]);
  expect((await sendDay('1900-01-01 00:00:00')).status).toBe(201);
});

test('in rules, today is the day on which the submission was first sent, even when it is changed later', async () => {
  const visit = makeField({ formFieldType: 10, fieldLabel: 'Visit', modelPropertyName: 'visit', minDateToday: true });
  const code = makeField({
    formFieldType: 0,
    fieldLabel: 'Code for the door',
    visibilityLogic: 'visit > today',
    requiredLogic: 'visit > today',
  });
  const late = makeField({ formFieldType: 0, fieldLabel: 'Why so late?', requiredLogic: 'visit < today' });
  const dated = await storeForm(deps, makeForm([visit, code, late]));
  const answers = { [visit.id]: '2026-03-10 00:00:00', [code.id]: '4711' };
  const body = listed(answers);
  const sent = await ask<{ submissionId: string }>('POST', `${path}/${dated.id}`, { token: owner.token, body });
  const { submissionId } = sent.body;
  deps.clock.advance(31 * 86_400_000);
  const later = (await makeAdministrator(deps, { claims: ['ManageForms'] })).token;
  const change = (changed: Answers) => ask('PUT', `${path}/${submissionId}`, { token: later, body: listed(changed) });
  expect((await change(answers)).status).toBe(200);
  expect((await read(submissionId, later)).body.responses).toEqual(body);
  expect((await change({ ...answers, [code.id]: null })).faults).toEqual([
    { path: code.id, message: 'This field is required.' },
  ]);
  expect((await change({ ...answers, [visit.id]: '2026-03-01 00:00:00' })).faults).toEqual([
    { path: visit.id, message: 'Minimum date is today.' },
    { path: late.id, message: 'This field is required.' },
  ]);
  // A changed date must not be before the day of the change, even if it is after the day used in rules.
  const moved = (to: string) => change({ ...answers, [visit.id]: `${to} 00:00:00` });
  const today = dayOf(deps.clock.now());
  expect((await moved(addDays(today, -1))).faults).toEqual([{ path: visit.id, message: 'Minimum date is today.' }]);
  expect((await moved(today)).status).toBe(200);
});

test('a member’s answers are not stored for another user or a guest after the session has ended', async () => {
  const [member, other] = [await makePerson(deps), await makePerson(deps)];
  const headers = { 'x-viewer': member.id };
  const about = makeField({ formFieldType: 0, fieldLabel: 'About' });
  const { id } = await storeForm(deps, makeForm([about]));
  const answers = listed({ [about.id]: 'A wet floor' });
  const sendAs = (token: string | null) =>
    ask<{ submissionId: string }>('POST', `${path}/${id}`, { body: answers, token, headers });
  for (const token of [null, other.token]) {
    const { status, message } = await sendAs(token);
    expect([status, message]).toEqual([401, 'Please sign in to continue.']);
  }
  const { status, body } = await sendAs(member.token);
  expect(status).toBe(201);
  const change = (token: string) => ask('PUT', `${path}/${body.submissionId}`, { body: answers, token, headers });
  expect((await change(other.token)).status).toBe(401); // not 404: the viewer is checked first
  expect((await change(member.token)).status).toBe(200);
});
