import { describe, expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { testApp } from '../../../test/app.ts';
import { makeField, makeForm, storeForm } from '../../../test/make-form.ts';
import { makeAdministrator, makePerson } from '../../../test/people.ts';
import { hollowPng, pdf, picture } from '../../../test/sample-files.ts';
import { formFileUploader, type UploadedFile } from '../../../test/send-form-file.ts';
import type { Submission } from '../contract.ts';

const { ask, deps } = await testApp();
const send = formFileUploader({ ask });
const { db } = deps;
const papers = makeField({ formFieldType: 8, fieldLabel: 'Papers', modelPropertyName: 'papers', fileCount: 3 });
const photos = makeField({ formFieldType: 9, fieldLabel: 'Photos', visibilityLogic: 'hasPhotos != false' });
const hasPhotos = makeField({ formFieldType: 6, fieldLabel: 'Photos?', modelPropertyName: 'hasPhotos' });
const signature = makeField({ formFieldType: 36, fieldLabel: 'Signature' });
const note = makeField({ formFieldType: 0, fieldLabel: 'Note', maxLength: 5 });
const fields = [papers, photos, hasPhotos, signature, note];
const { id: formId } = await storeForm(deps, makeForm(fields));
const other = await storeForm(deps, makeForm([makeField({ formFieldType: 8, fieldLabel: 'Papers' })]));
const otherField = other.formSections[0]?.formRows[0]?.formFields[0]?.id ?? '';
const owner = await makePerson(deps);
const stranger = await makePerson(deps);
const gone = 'This file is no longer available. Please add it again.';

const png = await picture('png', 500, 200);
const dataUrl = (bytes: Buffer, type = 'application/octet-stream') => `data:${type};base64,${bytes.toString('base64')}`;
const item = (data: string, origFileName = 'plan.pdf') => ({ name: 'x', origFileName, data, size: 1 });
const list = (...data: string[]) => JSON.stringify(data.map((one) => item(one)));

type Answers = Record<string, string>;
const listed = (answers: Answers) => Object.entries(answers).map(([id, response]) => ({ id, response }));
const submit = (answers: Answers, token: string | null = owner.token, headers: Record<string, string> = {}) =>
  ask<{ submissionId: string }>('POST', `/v1/form-builder/${formId}`, { token, headers, body: listed(answers) });
const change = (id: string, answers: Answers, token = owner.token) =>
  ask('PUT', `/v1/form-builder/${id}`, { token, body: listed(answers) });
const read = async (submissionId: string): Promise<Answers> => {
  const asked = { token: owner.token, body: { submissionId, formSubmissionGetType: 0 } };
  const { body } = await ask<Submission>('POST', '/v1/form-builder/form-submission', asked);
  return Object.fromEntries(body.responses.map(({ id, response }) => [id, response]));
};
const sent = async (fieldId = papers.id, token: string | null = null): Promise<UploadedFile> =>
  (await send({ formId, fieldId }, { name: 'plan.pdf', bytes: pdf() }, token)).body;
const rows = () => db.selectFrom('form_files').selectAll().orderBy('id').execute();
const claimOf = async (id: string) => (await rows()).find((row) => row.id === id)?.submission_id;
const fileOf = (path: string) => deps.files.get(path.replace('/files/', ''));
const listOf = (answers: Answers, id: string) => JSON.parse(answers[id] ?? '[]') as UploadedFile[];

test('files sent as data are checked and stored, and answers name them by path, including a signature', async () => {
  const answers = {
    [papers.id]: JSON.stringify([item(dataUrl(pdf()), '../site/Plan of the\u202E ground floor.pdf')]),
    [photos.id]: JSON.stringify([item(dataUrl(png, 'text/html'), 'photo.png')]),
    [signature.id]: png.toString('base64'),
  };
  const { status, body } = await submit(answers);
  expect(status).toBe(201);
  const stored = await read(body.submissionId);
  const [plan] = listOf(stored, papers.id);
  expect(plan).toEqual({
    name: 'Plan of the grou...pdf',
    origFileName: 'Plan of the ground floor.pdf',
    data: expect.stringMatching(/^\/files\/forms\/[\da-f-]{36}$/),
    size: 1,
  });
  expect((await fileOf(plan?.data ?? ''))?.equals(pdf())).toBe(true);
  expect(stored[signature.id]).toMatch(/^\/files\/forms\//);
  expect((await fileOf(stored[signature.id] ?? ''))?.equals(png)).toBe(true);
  const kinds = (await rows()).map((row) => [row.field_id, row.content_type, row.submission_id]).toSorted();
  expect(kinds).toEqual(
    [
      [papers.id, 'application/pdf', body.submissionId],
      [photos.id, 'image/png', body.submissionId],
      [signature.id, 'image/png', body.submissionId],
    ].toSorted(),
  );
});

test('the name and size in an answer are ignored for a stored file', async () => {
  const { data, id } = await sent();
  const forged = { ...item(data, 'other.pdf'), size: 9_999, onclick: 'alert(1)' };
  const { body } = await submit({ [papers.id]: JSON.stringify([forged, forged]) });
  expect(await read(body.submissionId)).toEqual({
    [papers.id]: JSON.stringify([{ name: 'plan.pdf', origFileName: 'plan.pdf', data, size: 1 }]),
  });
  expect(await claimOf(id)).toBe(body.submissionId);
});

test('all file faults are returned at once, in field order, and nothing is stored', async () => {
  const before = await rows();
  const { status, faults } = await submit({
    [note.id]: 'Too long',
    [signature.id]: (await picture('png', 1501, 20)).toString('base64'),
    [photos.id]: JSON.stringify([item(dataUrl(hollowPng(60_000, 60_000)), 'photo.png')]),
    [papers.id]: JSON.stringify([item(dataUrl(pdf())), item(dataUrl(Buffer.from('MZ')), 'setup.pdf')]),
  });
  expect([status, faults]).toEqual([
    400,
    [
      { path: papers.id, message: 'File type is not supported.' },
      { path: photos.id, message: 'The image has too many pixels. Please make it smaller.' },
      { path: signature.id, message: 'Invalid Signature.' },
      { path: note.id, message: 'Maximum length is 5.' },
    ],
  ]);
  expect(await rows()).toEqual(before);
});

test.each([
  ['a URL of another site', 'https://evil.example/plan.pdf', 'Invalid Papers.'],
  ['no base64', 'data:application/pdf;base64,%%%', 'Invalid Papers.'],
  ['text', 'data:text/plain,hello', 'Invalid Papers.'],
  ['an empty file', 'data:application/pdf;base64,', 'File is too small.'],
  ['a file that is too large', dataUrl(Buffer.alloc(100_001, 'x')), 'File is too large.'],
  ['a path of another kind of file', '/files/products/abc', gone],
  ['a path with ..', '/files/forms/../products/abc', gone],
  ['an unknown file', `/files/forms/${newId()}`, gone],
])('%s is refused', async (_what, data, message) => {
  const before = await rows();
  expect((await submit({ [papers.id]: list(data) })).faults).toEqual([{ path: papers.id, message }]);
  expect(await rows()).toEqual(before);
});

describe('an uploaded file is claimed', () => {
  test('only for its own form and field, and by the user who uploaded it', async () => {
    const [ofPhotos, strangers, guests] = [
      (await send({ formId, fieldId: photos.id }, { name: 'plan.png', bytes: png })).body,
      await sent(papers.id, stranger.token),
      await sent(),
    ];
    const elsewhere = (await send({ formId: other.id, fieldId: otherField }, { name: 'plan.pdf', bytes: pdf() })).body;
    for (const { data } of [ofPhotos, strangers, elsewhere]) {
      const { status, faults } = await submit({ [papers.id]: list(guests.data, data) });
      expect([status, faults]).toEqual([400, [{ path: papers.id, message: gone }]]);
    }
    expect((await submit({ [papers.id]: list(strangers.data) }, null)).status).toBe(400);
    expect(await claimOf(guests.id)).toBeNull();
    expect((await submit({ [papers.id]: list(guests.data) })).status).toBe(201);
    expect((await submit({ [papers.id]: list(strangers.data) }, stranger.token)).status).toBe(201);
    expect((await submit({ [papers.id]: list(guests.data) })).faults).toEqual([{ path: papers.id, message: gone }]);
  });

  test('by only one of two concurrent submissions that name it', async () => {
    for (let round = 0; round < 10; round++) {
      const [one, two] = [await sent(), await sent()];
      const answers = await Promise.all([
        submit({ [papers.id]: list(one.data, two.data) }),
        submit({ [papers.id]: list(two.data, one.data) }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400]);
      const winner = answers.find(({ status }) => status === 201)?.body.submissionId;
      expect([await claimOf(one.id), await claimOf(two.id)]).toEqual([winner, winner]);
    }
  });

  test('once, even if the same submission is sent several times', async () => {
    const { data } = await sent();
    const before = (await rows()).length;
    const answers = { [papers.id]: list(data, dataUrl(pdf('another'))) };
    const all = await Promise.all(
      Array.from({ length: 10 }, () => submit(answers, owner.token, { 'idempotency-key': 'one-of-many-1' })),
    );
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 201));
    expect(new Set(all.map(({ body }) => body.submissionId)).size).toBe(1);
    expect((await rows()).length).toBe(before + 1);
    expect(listOf(await read(all[0]?.body.submissionId ?? ''), papers.id)).toHaveLength(2);
  });

  test('only by a submission that is accepted', async () => {
    const { data, id } = await sent();
    expect((await submit({ [papers.id]: list(data), [note.id]: 'Too long' })).status).toBe(400);
    expect((await submit({ [papers.id]: list(data, `/files/forms/${newId()}`) })).status).toBe(400);
    expect(await claimOf(id)).toBeNull();
  });
});

describe('a submission that is changed', () => {
  const begun = async () => {
    const [kept, dropped] = [await sent(), await sent()];
    const photo = JSON.stringify([item(dataUrl(png), 'photo.png')]);
    const answers = { [papers.id]: list(kept.data, dropped.data), [photos.id]: photo, [hasPhotos.id]: 'true' };
    const { submissionId } = (await submit(answers)).body;
    return { submissionId, kept, dropped, photo: listOf(await read(submissionId), photos.id)[0]?.data ?? '' };
  };

  test('keeps the files that it still names, claims new ones and removes the others', async () => {
    const { submissionId, kept, dropped, photo } = await begun();
    const added = await sent();
    const answers = { [papers.id]: list(added.data, kept.data), [photos.id]: JSON.stringify([item(photo, 'a.png')]) };
    expect((await change(submissionId, answers)).status).toBe(200);
    expect(listOf(await read(submissionId), papers.id).map(({ data }) => data)).toEqual([added.data, kept.data]);
    await deps.jobs.finishAll();
    const there = [added.data, kept.data, dropped.data, photo].map(async (path) => (await fileOf(path)) !== undefined);
    expect(await Promise.all(there)).toEqual([true, true, false, true]);
    expect(await claimOf(dropped.id)).toBeUndefined();
  });

  test('removes the files of a field that becomes hidden', async () => {
    const { submissionId, kept, photo } = await begun();
    const answers = { [papers.id]: list(kept.data), [photos.id]: list(photo), [hasPhotos.id]: 'false' };
    expect((await change(submissionId, answers)).status).toBe(200);
    await deps.jobs.finishAll();
    expect(await fileOf(photo)).toBeUndefined();
  });

  test('cannot name files of another submission, and is unchanged when refused', async () => {
    const [one, two] = [await begun(), await begun()];
    const before = [await read(one.submissionId), await rows()];
    const theirs = { [papers.id]: list(two.kept.data), [photos.id]: JSON.stringify([item(dataUrl(png), 'b.png')]) };
    expect((await change(one.submissionId, theirs)).faults).toEqual([{ path: papers.id, message: gone }]);
    expect(await change(one.submissionId, { ...theirs, [papers.id]: '' }, stranger.token)).toMatchObject({
      status: 404,
    });
    expect([await read(one.submissionId), await rows()]).toEqual(before);
  });

  test('may name files that an administrator uploaded for it', async () => {
    const { submissionId } = await begun();
    const { token } = await makeAdministrator(deps, { claims: ['ManageForms'] });
    const { data } = await sent(papers.id, token);
    expect((await change(submissionId, { [papers.id]: list(data) })).status).toBe(400);
    expect((await change(submissionId, { [papers.id]: list(data) }, token)).status).toBe(200);
    expect((await change(submissionId, { [papers.id]: list(data) })).status).toBe(200);
  });
});
