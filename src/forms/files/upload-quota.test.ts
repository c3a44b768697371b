import { afterEach, describe, expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeField, makeForm, storeForm } from '../../../test/make-form.ts';
import { makePerson } from '../../../test/people.ts';
import { pdf } from '../../../test/sample-files.ts';
import { filesPath, multipart, multipartType, type UploadedFile } from '../../../test/send-form-file.ts';
import { ipSiteSubject } from '#accounts/sign-in/sign-in-failures.server.ts';
import { newId } from '#lib/uuid.ts';

const { ask, deps } = await testApp();
const { db, clock } = deps;
const papers = makeField({ formFieldType: 8, fieldLabel: 'Papers', fileCount: 50 });
const { id: formId } = await storeForm(deps, makeForm([papers]));
afterEach(() => db.deleteFrom('form_files').execute());

const office = '198.51.100.7';
const bytes = pdf();
const gigabyte = 1024 ** 3;

interface By {
  ip?: string;
  token?: string;
}

const send = ({ ip = office, token }: By = {}) =>
  ask<UploadedFile>('POST', `${filesPath(formId)}?fieldId=${papers.id}`, {
    ip,
    token,
    headers: { 'content-type': multipartType },
    body: multipart({ name: 'plan.pdf', bytes }),
  });
/** Uploads concurrently; returns the number accepted and the distinct errors of the others. */
async function sendMany(count: number, by: By = {}) {
  const answers = await Promise.all(Array.from({ length: count }, () => send(by)));
  const refused = answers.filter(({ status }) => status !== 201);
  return {
    accepted: count - refused.length,
    messages: [...new Set(refused.map(({ status, message }) => `${status} ${message}`))],
  };
}

/** Inserts files that belong to no submission yet. */
async function insertUnclaimed(
  count: number,
  { ip, userId = null, size = 1 }: { ip?: string; userId?: string | null; size?: number },
) {
  const rows = Array.from({ length: count }, () => ({
    id: newId(),
    form_id: formId,
    field_id: papers.id,
    user_id: userId,
    sent_from: ip === undefined ? null : ipSiteSubject(ip),
    name: 'plan.pdf',
    size,
    content_type: 'application/pdf',
    file_key: 'forms/x',
    created_at: clock.now(),
  }));
  for (let from = 0; from < count; from += 1_000)
    await db
      .insertInto('form_files')
      .values(rows.slice(from, from + 1_000))
      .execute();
}

const ofNetwork =
  '429 Too many files from your network belong to forms that have not been submitted. Please try again later.';
const ofMember =
  '429 Too many of your files belong to forms that you have not submitted. Submit a form, or remove files from it.';
const ofGuests = '429 Too many files belong to forms that have not been submitted. Please try again later.';

describe('unclaimed files are limited, also for concurrent uploads:', () => {
  test('by number for guests of one network', async () => {
    await insertUnclaimed(1_997, { ip: office });
    expect(await sendMany(10)).toEqual({ accepted: 3, messages: [ofNetwork] });
    expect((await send()).headers['retry-after']).toBe('3600');
    expect((await send({ ip: '198.51.100.8' })).status).toBe(201);
    const { token } = await makePerson(deps);
    expect((await send({ token })).status).toBe(201);
  });

  test('by number for an IPv6 /48, which counts as one network', async () => {
    await insertUnclaimed(1_998, { ip: '2001:db8:7::1' });
    expect((await send({ ip: '2001:db8:7:1::1' })).status).toBe(201);
    expect((await send({ ip: '2001:db8:7:ffff::1' })).status).toBe(201);
    expect(await sendMany(2, { ip: '2001:db8:7:2::1' })).toEqual({ accepted: 0, messages: [ofNetwork] });
    expect((await send({ ip: '2001:db8:8:2::1' })).status).toBe(201);
  });

  test('by bytes for guests of one network, exactly to the limit', async () => {
    await insertUnclaimed(3, { ip: office, size: gigabyte });
    await insertUnclaimed(1, { ip: office, size: gigabyte - 2 * bytes.length });
    expect(await sendMany(10)).toEqual({ accepted: 2, messages: [ofNetwork] });
  });

  test('by number for guests of all networks together', async () => {
    for (let network = 0; network < 20; network++)
      await insertUnclaimed(network === 0 ? 996 : 1_000, { ip: `203.0.113.${network}` });
    const { accepted, messages } = await sendMany(3);
    const other = await sendMany(3, { ip: '2001:db8:1::1' });
    expect([accepted + other.accepted, messages, other.messages]).toEqual([4, [], [ofGuests]]);
    const { token } = await makePerson(deps);
    expect((await send({ token })).status).toBe(201);
  });

  test('by number and by bytes for a member, regardless of drafts', async () => {
    const [one, other] = [await makePerson(deps), await makePerson(deps)];
    await insertUnclaimed(998, { userId: one.id });
    await insertUnclaimed(1, { userId: other.id, size: gigabyte });
    await insertUnclaimed(1, { userId: other.id, size: gigabyte - 3 * bytes.length });
    expect(await sendMany(8, { token: one.token })).toEqual({ accepted: 2, messages: [ofMember] });
    expect(await sendMany(8, { token: other.token })).toEqual({ accepted: 3, messages: [ofMember] });
  });
});

test('a file that is submitted or removed makes room for another', async () => {
  await insertUnclaimed(1_998, { ip: office });
  const [one, other] = [(await send()).body, (await send()).body];
  expect((await send()).status).toBe(429);
  expect((await ask('DELETE', `${filesPath(formId)}/${one.id}`)).status).toBe(204);
  expect((await send()).status).toBe(201);
  expect((await send()).status).toBe(429);
  const response = JSON.stringify([{ name: 'plan.pdf', origFileName: 'plan.pdf', data: other.data, size: 1 }]);
  expect((await ask('POST', `/v1/form-builder/${formId}`, { body: [{ id: papers.id, response }] })).status).toBe(201);
  expect((await send()).status).toBe(201);
});

test('the limits allow many people in one office to upload all photos of an inspection', async () => {
  const size = 4 * 1024 * 1024;
  for (let person = 0; person < 12; person++) await insertUnclaimed(50, { ip: office, size });
  expect(await sendMany(50)).toEqual({ accepted: 50, messages: [] });
});
