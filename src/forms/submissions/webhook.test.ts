import { createHmac } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { sql } from 'kysely';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Delivery } from '#company/webhook-contract.ts';
import { pdf, picture } from '../../../test/sample-files.ts';
import { testApp } from '../../../test/app.ts';
import { makeField, makeForm, storeForm } from '../../../test/make-form.ts';
import { shopProcess } from '../../../test/own-shop.ts';
import { makeAdministrator, makePerson } from '../../../test/people.ts';
import { startReceiver } from '../../../test/receiver.ts';
import { isLong, longTest } from '../../../test/long.ts';

const { ask, deps, connection, log } = await testApp();
deps.resolveHost = (host) => lookup(host, { all: true }); // receivers run locally
const receiver = await startReceiver();
const { host } = new URL(receiver.origin);

const site = makeField({ formFieldType: 0, fieldLabel: 'Site', modelPropertyName: 'site' });
const photos = makeField({ formFieldType: 8, fieldLabel: 'Papers', modelPropertyName: 'papers' });
const signature = makeField({ formFieldType: 36, fieldLabel: 'Signature', modelPropertyName: 'signature' });
const form = await storeForm(deps, makeForm([site, photos, signature], { url: 'site-check' }));
/** A new administrator each time, because these tests advance the clock past the end of sessions. */
const manager = async () => (await makeAdministrator(deps, { claims: ['ManageUserPermissions'] })).token;

const list = '/v1/settings/webhook/deliveries';
const deliveries = async () => (await ask<Delivery[]>('GET', list, { token: await manager() })).body;
const newest = async () => (await deliveries())[0];
const resend = async (id: string | undefined) =>
  ask<Delivery>('POST', `${list}/${id}/resend`, { token: await manager() });

async function setAddress(webhookUrl: string): Promise<void> {
  const token = await manager();
  const { body } = await ask('GET', '/v1/settings', { token });
  expect((await ask('PUT', '/v1/settings', { token, body: { ...body, webhookUrl } })).status).toBe(200);
}

let member = await makePerson(deps);

async function submit(answers: Record<string, string> = { [site.id]: 'Depot 7' }, key?: string): Promise<string> {
  if (key === undefined) member = await makePerson(deps);
  deps.clock.advance(1000); // so that submissions have distinct dates
  const body = Object.entries(answers).map(([id, response]) => ({ id, response }));
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
  const sent = { token: member.token, body, headers };
  const answer = await ask<{ submissionId: string }>('POST', `/v1/form-builder/${form.id}`, sent);
  expect([answer.status, answer.faults]).toEqual([201, []]);
  return answer.body.submissionId;
}

/** Advances the clock and the queue. */
async function wait(seconds: number): Promise<void> {
  deps.clock.advance(seconds * 1000);
  await sql`update jobs.job set start_after = start_after - make_interval(secs => ${seconds}) where state = 'created'`.execute(
    deps.db,
  );
}

/** The number of attempts made after a time. */
async function attemptsAfter(seconds: number): Promise<number> {
  receiver.came.length = 0;
  await wait(seconds);
  await deps.jobs.finishAll();
  return receiver.came.length;
}

const secretOf = async () =>
  (await ask<{ secret: string }>('POST', '/v1/settings/webhook/secret', { token: await manager() })).body.secret;

beforeEach(() => {
  receiver.came.length = 0;
  receiver.answer = (response) => response.writeHead(204).end();
});

test('without an address and a secret, no event is sent or stored', async () => {
  await submit();
  await setAddress(`${receiver.origin}/hook`);
  await submit();
  await deps.jobs.finishAll();
  expect([receiver.came, await deliveries()]).toEqual([[], []]);
});

test('a submission is sent once, signed, and without the content of its files', async () => {
  const secret = await secretOf();
  const data = `data:application/pdf;base64,${pdf().toString('base64')}`;
  const file = { name: 'plan.pdf', origFileName: 'plan.pdf', data, size: 1 };
  const drawn = (await picture('png')).toString('base64');
  const answers = { [site.id]: 'Depot 7', [photos.id]: JSON.stringify([file]), [signature.id]: drawn };
  const submissionId = await submit(answers, 'only-one-event');
  const sentAt = deps.clock.now();
  expect(await submit(answers, 'only-one-event')).toBe(submissionId);
  await deps.jobs.finishAll();
  expect(receiver.came).toHaveLength(1);
  const [{ path, headers, body } = { path: '', headers: {}, body: '' }] = receiver.came;
  const { data: _data, ...named } = file;
  const about = { submissionId, formId: form.id, formUrl: 'site-check', formName: form.formName, version: 1 };
  expect([path, JSON.parse(body)]).toEqual([
    '/hook',
    {
      id: headers['webhook-id'],
      type: 'submission.created',
      createdDate: sentAt.toISOString(),
      data: { ...about, responses: { site: 'Depot 7', papers: [named], signature: true } },
    },
  ]);
  const [, time, hex] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['webhook-signature'])) ?? [];
  expect(hex).toBe(createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'));
  expect(Number(time)).toBe(Math.floor(deps.clock.now().getTime() / 1000));
  expect(await newest()).toMatchObject({ submissionId, host, state: 'delivered', attempts: 1, lastStatus: 204 });
  for (const confidential of ['Depot 7', drawn, secret]) expect(log()).not.toContain(confidential);
});

test('a change is sent as submission.updated', async () => {
  const submissionId = await submit();
  const body = [{ id: site.id, response: 'Depot 8' }];
  const changed = await ask('PUT', `/v1/form-builder/${submissionId}`, { token: member.token, body });
  expect(changed.status).toBe(200);
  await deps.jobs.finishAll();
  const events = receiver.came.map((one) => JSON.parse(one.body));
  expect(events.map(({ type, data }) => [type, data.submissionId, data.responses])).toEqual([
    ['submission.created', submissionId, { site: 'Depot 7' }],
    ['submission.updated', submissionId, { site: 'Depot 8' }],
  ]);
});

test('a failed delivery is retried with the same id and does not delay other events', async () => {
  receiver.answer = (response) => response.writeHead(500).end();
  await submit();
  await deps.jobs.finishAll();
  const nextTryDate = new Date(deps.clock.now().getTime() + 60_000).toISOString();
  const failed = { state: 'waiting', attempts: 1, lastStatus: 500, lastReason: 'The response was 500.', nextTryDate };
  expect(await newest()).toMatchObject(failed);
  const [first] = receiver.came;
  receiver.answer = (response) => response.writeHead(200).end();
  await submit({ [site.id]: 'Depot 9' });
  expect(await attemptsAfter(0)).toBe(1);
  expect(receiver.came[0]?.body).toContain('Depot 9');
  expect(await attemptsAfter(60)).toBe(1);
  expect(receiver.came[0]?.body).toBe(first?.body);
  expect(receiver.came[0]?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  const [, retried] = await deliveries();
  expect(retried).toMatchObject({ state: 'delivered', attempts: 2, lastStatus: 200, lastReason: null });
});

test('redirects are not followed, and a delivery fails after ten attempts in a day until it is resent', async () => {
  receiver.answer = (response) => response.writeHead(307, { location: `${receiver.origin}/elsewhere` }).end();
  const began = deps.clock.now().getTime();
  await submit();
  await deps.jobs.finishAll();
  expect(receiver.came.map(({ path }) => path)).toEqual(['/hook']);
  for (const minutes of [1, 5, 15, 30, 60, 120, 240, 360, 600]) {
    expect(await attemptsAfter(minutes * 60 - 5)).toBe(0);
    expect(await attemptsAfter(5)).toBe(1);
  }
  expect(deps.clock.now().getTime() - began).toBeLessThanOrEqual(86_400_000);
  expect(await newest()).toMatchObject({ state: 'failed', attempts: 10, lastStatus: 307, nextTryDate: null });
  expect(await attemptsAfter(864_000)).toBe(0);
  receiver.answer = (response) => response.writeHead(204).end();
  const given = await newest();
  const answers = await Promise.all([resend(given?.id), resend(given?.id), resend(given?.id)]);
  expect(answers.map(({ status, body }) => [status, body.state])).toEqual(Array(3).fill([200, 'waiting']));
  expect(await attemptsAfter(0)).toBe(1);
  expect(await newest()).toMatchObject({ id: given?.id, state: 'delivered', attempts: 11 });
});

test('a waiting delivery can be resent at once and is not attempted at its former time', async () => {
  receiver.answer = (response) => response.writeHead(503).end();
  await submit();
  await deps.jobs.finishAll();
  await wait(30);
  await resend((await newest())?.id);
  expect(await attemptsAfter(0)).toBe(1);
  expect(await attemptsAfter(30)).toBe(0);
  receiver.answer = (response) => response.writeHead(204).end();
  expect(await attemptsAfter(30)).toBe(1);
  expect(await newest()).toMatchObject({ state: 'delivered', attempts: 3 });
});

longTest('a delivery without a response is retried', async () => {
  receiver.answer = () => {};
  await submit();
  await deps.jobs.finishAll();
  const lastReason = `${host} did not answer within 10 seconds.`;
  expect(await newest()).toMatchObject({ state: 'waiting', attempts: 1, lastStatus: null, lastReason });
  receiver.answer = (response) => response.writeHead(204).end();
  expect(await attemptsAfter(60)).toBe(1);
});

test('a delivery fails when the address was removed, and is stored for 30 days', async () => {
  await submit();
  await setAddress('');
  await deps.jobs.finishAll();
  expect(await newest()).toMatchObject({ state: 'failed', lastReason: 'Save a web address first.', attempts: 1 });
  expect(await resend((await newest())?.id)).toMatchObject({ status: 409, message: 'Save a web address first.' });
  await setAddress(`${receiver.origin}/hook`);
  const sweep = async () => {
    await deps.db.transaction().execute((tx) => deps.jobs.enqueue(tx, { name: 'webhook-delivery-sweep' } as never, {})); // like the daily schedule
    await deps.jobs.finishAll();
    return (await deliveries()).length;
  };
  const before = await sweep();
  deps.clock.advance(29 * 86_400_000);
  await submit();
  await deps.jobs.finishAll();
  deps.clock.advance(2 * 86_400_000);
  expect([before > 5, await sweep()]).toEqual([true, 1]);
});

test('only administrators with ManageUserPermissions see and resend deliveries', async () => {
  const { token: other } = await makeAdministrator(deps, { claims: ['ManageForms'] });
  const path = `${list}/${(await newest())?.id}/resend`;
  expect((await ask('GET', list, { token: other })).status).toBe(403);
  expect((await ask('POST', path, { token: other })).status).toBe(403);
  expect((await ask('POST', path)).status).toBe(401);
  expect((await resend('0190d3a0-0000-7000-8000-000000000000')).message).toBe('This delivery does not exist.');
});

longTest('a delivery interrupted by a killed process is sent by the next one with the same id', async () => {
  const shop = await shopProcess(connection);
  receiver.answer = () => {};
  await submit();
  const ahead = deps.clock.now().getTime() - Date.now();
  await shop.start(ahead);
  await vi.waitFor(() => expect(receiver.came).toHaveLength(1), { timeout: 120_000 });
  await shop.kill();
  receiver.answer = (response) => response.writeHead(204).end();
  // The queue considers a job lost after five minutes and detects that within another; only long runs wait for it.
  if (isLong)
    await sql`update jobs.job set started_on = started_on - interval '6 minutes' where state = 'active'`.execute(
      deps.db,
    );
  else await sql`update jobs.job set state = 'retry', start_after = now() where state = 'active'`.execute(deps.db);
  await shop.start(ahead);
  await vi.waitFor(async () => expect((await newest())?.state).toBe('delivered'), { timeout: 150_000, interval: 500 });
  await shop.end();
  const ids = receiver.came.map(({ headers }) => headers['webhook-id']);
  expect(ids).toEqual([(await newest())?.id, (await newest())?.id]);
});
