import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { inTransaction } from '#platform/db/db.server.ts';
import { testApp } from '../../../test/app.ts';
import { makeField, makeForm, storeForm } from '../../../test/make-form.ts';
import { makeAdministrator, makePerson } from '../../../test/people.ts';
import { pdf, picture } from '../../../test/sample-files.ts';
import { formFileUploader } from '../../../test/send-form-file.ts';
import { claimFiles } from './claim-files.server.ts';
import { sweepUnclaimedFiles } from './remove-files.server.ts';

const { ask, deps } = await testApp();
const { db, clock } = deps;
const send = formFileUploader({ ask });
const papers = makeField({ formFieldType: 8, fieldLabel: 'Papers' });
const { id: formId } = await storeForm(deps, makeForm([papers]));
const field = { formId, fieldId: papers.id };
const [owner, stranger, manager, clerk] = [
  await makePerson(deps),
  await makePerson(deps),
  await makeAdministrator(deps, { claims: ['ManageForms'] }),
  await makeAdministrator(deps, { claims: ['ManageUsers'] }),
];

const submit = async (data: string, token: string | null) => {
  const response = JSON.stringify([{ name: 'x', origFileName: 'plan.pdf', data, size: 1 }]);
  const asked = { token, body: [{ id: papers.id, response }] };
  return (await ask<{ submissionId: string }>('POST', `/v1/form-builder/${formId}`, asked)).body.submissionId;
};
const sent = async (token: string | null = null, name = 'plan.pdf', bytes = pdf()) =>
  (await send(field, { name, bytes }, token)).body;
const get = (path: string, token: string | null, headers: Record<string, string> = {}) =>
  ask('GET', path, { token, headers });
const statuses = (path: string) =>
  Promise.all(
    [owner.token, manager.token, stranger.token, clerk.token, null].map(
      async (token) => (await get(path, token)).status,
    ),
  );

test('a submission’s file can be read by its owner and by holders of ManageForms', async () => {
  const { data } = await sent(owner.token);
  await submit(data, owner.token);
  expect(await statuses(data)).toEqual([200, 200, 404, 403, 401]);
});

test('a file of a guest’s submission can be read only by holders of ManageForms', async () => {
  const { data } = await sent();
  await submit(data, null);
  expect(await statuses(data)).toEqual([404, 200, 404, 403, 401]);
});

test('a file that is not submitted can be read only by its uploader', async () => {
  expect(await statuses((await sent(owner.token)).data)).toEqual([200, 404, 404, 404, 401]);
  expect(await statuses((await sent()).data)).toEqual([404, 404, 404, 404, 401]);
});

test('opening a file in a browser redirects to the sign-in page', async () => {
  const { data } = await sent(owner.token);
  const { status, headers } = await get(data, null, { accept: 'text/html,*/*' });
  expect([status, headers.location]).toEqual([302, `/login/?return-url=${encodeURIComponent(data)}`]);
});

test.each(['/files/forms/x', '/files/forms/..%2Fproducts%2Fa', '/files/forms/00000000-0000-4000-8000-000000000000'])(
  '%s is not found',
  async (path) => {
    const { status, message } = await get(path, manager.token);
    expect([status, message]).toEqual([404, 'This file does not exist.']);
  },
);

test('documents are downloaded, images shown inline, and neither may run scripts', async () => {
  const safe = {
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-cache',
  };
  const bytes = pdf('<script>alert(1)</script>');
  const document = await sent(owner.token, 'Grundriß "1" (final)’s.pdf', bytes);
  const read = await get(document.data, owner.token);
  expect(read.headers).toMatchObject({
    ...safe,
    'content-type': 'application/pdf',
    'content-length': String(bytes.length),
    'content-disposition': `attachment; filename="Grundri_ _1_ (final)_s.pdf"; filename*=UTF-8''Grundri%C3%9F%20%221%22%20%28final%29%E2%80%99s.pdf`,
  });
  expect(hashOf(read.bytes)).toBe(hashOf(bytes));
  const imageWithScript = Buffer.concat([await picture('png'), Buffer.from('<html><script>alert(1)</script>')]);
  const shown = await sent(owner.token, 'photo.png', imageWithScript);
  const { headers } = await get(shown.data, owner.token);
  expect(headers).toMatchObject({
    ...safe,
    'content-type': 'image/png',
    'content-disposition': expect.stringMatching(/^inline;/),
  });
});

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('a cached file is answered with 304, if the user may still read it', async () => {
  const { data, id } = await sent(owner.token);
  const { headers } = await get(data, owner.token);
  expect(headers.etag).toBe(`"${id}"`);
  const again = { 'if-none-match': String(headers.etag) };
  expect((await get(data, owner.token, again)).status).toBe(304);
  expect((await get(data, stranger.token, again)).status).toBe(404);
});

const day = 24 * 60 * 60 * 1000;
const isThere = async (id: string) => {
  await deps.jobs.finishAll();
  const row = await db.selectFrom('form_files').select('id').where('id', '=', id).executeTakeFirst();
  return [row !== undefined, await deps.files.exists(`forms/${id}`)];
};

const age = (id: string, ms: number) =>
  db
    .updateTable('form_files')
    .set({ created_at: new Date(clock.now().getTime() - ms) })
    .where('id', '=', id)
    .execute();

test('the sweep removes files that were not submitted within a day, and nothing else', async () => {
  const [submitted, old, recent] = [await sent(), await sent(), await sent()];
  await submit(submitted.data, null);
  for (const { id } of [submitted, old]) await age(id, day + 1);
  await age(recent.id, day);
  await sweepUnclaimedFiles(deps);
  expect(await isThere(submitted.id)).toEqual([true, true]);
  expect(await isThere(old.id)).toEqual([false, false]);
  expect(await isThere(recent.id)).toEqual([true, true]);
});

test('a file that its uploader’s draft names is stored as long as the draft', async () => {
  const [{ id, data }, other] = [await sent(owner.token), await sent(owner.token)];
  const path = `/v1/form-builder/${formId}/draft`;
  const responses = [
    { id: papers.id, response: JSON.stringify([{ name: 'x', origFileName: 'x.pdf', data, size: 1 }]) },
  ];
  const saved = await ask('PUT', path, { token: owner.token, body: { responses } });
  expect(saved.status).toBe(200);
  for (const one of [id, other.id]) await age(one, 2 * day);
  await sweepUnclaimedFiles(deps);
  expect([await isThere(id), await isThere(other.id)]).toEqual([
    [true, true],
    [false, false],
  ]);
  await ask('DELETE', path, { token: owner.token });
  await sweepUnclaimedFiles(deps);
  expect(await isThere(id)).toEqual([false, false]);
});

test('a file that is claimed during a sweep is not removed', async () => {
  const { id, data } = await sent();
  const submissionId = await submit((await sent()).data, null);
  await age(id, 2 * day);
  const named = [{ fieldId: papers.id, ids: [id] }];
  let sweeping: Promise<void> | undefined;
  await inTransaction(db, async (tx) => {
    await claimFiles(tx, { submissionId, formId, fileIds: named, actor: null }, clock.now());
    sweeping = sweepUnclaimedFiles(deps);
    await new Promise((waited) => setTimeout(waited, 300)); // the sweep waits for the claim meanwhile
  });
  await sweeping;
  expect(await isThere(id)).toEqual([true, true]);
  expect((await get(data, manager.token)).status).toBe(200);
});

test('files of a deleted submission are swept', async () => {
  const { id, data } = await sent();
  const submissionId = await submit(data, null);
  await db.deleteFrom('form_submissions').where('id', '=', submissionId).execute();
  await age(id, 2 * day);
  await sweepUnclaimedFiles(deps);
  expect(await isThere(id)).toEqual([false, false]);
});
