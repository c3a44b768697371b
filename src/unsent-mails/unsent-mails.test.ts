import { setTimeout as sleep } from 'node:timers/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { jobKind } from '#platform/jobs/jobs.server.ts';
import type { Claim } from '#lib/api/endpoint.ts';
import { mailsAtOnce, makeMail } from '#platform/mail/send-mail.server.ts';
import { testApp } from '../../test/app.ts';
import { buyer, checkOut, checkoutOf } from '../../test/buyer.ts';
import { makeField, makeForm, storeForm } from '../../test/make-form.ts';
import { makeProduct } from '../../test/make.ts';
import { makeAdministrator, makePerson } from '../../test/people.ts';
import type { UnsentMail } from './contract.ts';

const shop = await testApp({ environment: { COMPANY_EMAIL: 'office@example.com.au' } });
const { deps, ask, log } = shop;
const { clock, jobs } = deps;
const product = await makeProduct(deps.db, { onHand: 1000 });
const email = makeField({ formFieldType: 15, fieldLabel: 'Your e-mail', modelPropertyName: 'email' });
const form = await storeForm(deps, {
  ...makeForm([email], { url: 'free-quote', formName: 'Free quote' }),
  submitter: { name: [], email: 'email' },
});
/** A new administrator each time, because sessions expire while the clock advances. */
const staff = async (claim: Claim) => (await makeAdministrator(deps, { claims: [claim] })).token;

/** Recipients of the mails that the server accepted, in order. */
const arrived: string[] = [];
/** Whom the server refuses, and how. */
const refusals: Record<string, Error> = {
  nobody: Object.assign(new Error('No such user.'), { responseCode: 550 }),
  busy: Object.assign(new Error('Try again later.'), { responseCode: 451 }),
};
const sockets = new Set<Socket>();
/** What the server does before it accepts a mail. */
let beforeAccepting = async (): Promise<void> => {};
const server = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  onRcptTo({ address }, _session, done) {
    if (address === 'breaks@example.com') for (const socket of sockets) socket.destroy();
    else done(refusals[address.split('@')[0] ?? '']);
  },
  onData: (stream, { envelope }, done) => {
    stream.resume().once('end', async () => {
      await beforeAccepting();
      arrived.push(...envelope.rcptTo.map(({ address }) => address));
      done();
    });
  },
});
server.on('error', () => {}); // senders that hang up
server.server.on('connection', (socket: Socket) => sockets.add(socket));
const listening = (one: Pick<Server, 'listen'>) =>
  new Promise<void>((resolve) => void one.listen(0, '127.0.0.1', resolve));
await listening(server.server);
const portOf = (one: Server) => (one.address() as AddressInfo).port; // a port, not a pipe
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

/** Port 1 refuses every connection. */
const mailAt = (port: number) =>
  makeMail(
    {
      smtpUrl: `smtp://127.0.0.1:${port}`,
      mailFrom: 'shop@example.com.au',
      dataDir: deps.env.dataDir,
      icon: async () => Buffer.from(''),
    },
    clock,
  );
const reconnect = () => Object.assign(deps.mail, mailAt(portOf(server.server as Server)));
const disconnect = () => Object.assign(deps.mail, mailAt(1));

const hour = 60 * 60_000;
/** Advances the clock in uneven steps, so that mails become due in between. */
async function pass(hours: number): Promise<void> {
  for (let left = hours; left > 0; left -= 2.5) {
    clock.advance(Math.min(left, 2.5) * hour);
    await jobs.finishAll();
  }
}

async function order(more: object = {}): Promise<string> {
  const { body } = await checkOut(shop, checkoutOf([{ product }], { billingInfo: { ...buyer, ...more } }));
  return body.orderId ?? '';
}

async function submit(): Promise<string> {
  const body = [{ id: email.id, response: 'sender@example.com' }];
  const answer = await ask<{ submissionId: string }>('POST', `/v1/form-builder/${form.id}`, { body });
  return answer.body.submissionId;
}

const unsent = async (claim: Claim, subjectId?: string) => {
  const query = subjectId === undefined ? '' : `?subjectId=${subjectId}`;
  return ask<UnsentMail[]>('GET', `/v1/unsent-mails${query}`, { token: await staff(claim) });
};

beforeEach(async () => {
  reconnect();
  await deps.db.deleteFrom('unsent_mails').execute();
  arrived.length = 0;
});

test('no mail is lost in an outage of 70 hours, and each arrives once', async () => {
  disconnect();
  await order();
  await submit();
  await jobs.finishAll();
  await pass(70);
  expect(arrived).toEqual([]);
  reconnect();
  await pass(2);
  const expected = ['kim@example.com', 'office@example.com.au', 'office@example.com.au', 'sender@example.com'];
  expect(arrived.toSorted()).toEqual(expected);
  await pass(4);
  expect(arrived).toHaveLength(expected.length);
  expect((await unsent('ManageCartOrders')).body).toEqual([]);
  for (const address of expected) expect(log()).not.toContain(address);
});

test('a mail that failed for three days is listed for the right administrators and can be resent', async () => {
  disconnect();
  const orderId = await order();
  const submissionId = await submit();
  await jobs.finishAll();
  const trying = (await unsent('ManageCartOrders')).body;
  expect(trying.map(({ isFailed, reason }) => [isFailed, reason])).toEqual([
    [false, 'The mail server could not be reached.'],
    [false, 'The mail server could not be reached.'],
  ]);
  const token = await staff('ManageCartOrders');
  const waiting = await ask('POST', '/v1/unsent-mails/dismiss', { token, body: { ids: trying.map(({ id }) => id) } });
  expect([waiting.status, waiting.message]).toEqual([404, 'This e-mail is no longer waiting to be sent.']);
  await pass(73);
  const { body: ofOrder } = await unsent('ManageCartOrders', orderId);
  expect(ofOrder.map(({ name, isFailed, area }) => [name, isFailed, area]).toSorted()).toEqual([
    ['Notice of an order', true, 'orders'],
    ['Order confirmation', true, 'orders'],
  ]);
  expect(ofOrder[0]?.about).toMatch(/^SO-\d+$/);
  const { body: ofForms, headers } = await unsent('ManageForms');
  expect(ofForms.every(({ area, subjectId }) => area === 'submissions' && subjectId === submissionId)).toBe(true);
  expect(headers['x-total-count']).toBe('2');
  expect((await unsent('ManageCartProducts')).status).toBe(403);
  expect((await ask('GET', '/v1/unsent-mails')).status).toBe(401);
  const ids = ofOrder.map(({ id }) => id);
  const otherArea = await ask('POST', '/v1/unsent-mails/send', { token: await staff('ManageForms'), body: { ids } });
  expect([otherArea.status, otherArea.message]).toEqual([404, 'This e-mail is no longer waiting to be sent.']);

  reconnect();
  const again = await ask('POST', '/v1/unsent-mails/send', { token: await staff('ManageCartOrders'), body: { ids } });
  expect(again.body).toEqual({ count: 2, message: '2 e-mails are being sent again.' });
  await jobs.finishAll();
  expect(arrived.toSorted()).toEqual(['kim@example.com', 'office@example.com.au']);
  expect((await unsent('ManageCartOrders')).body).toEqual([]);
  const dismissed = await ask('POST', '/v1/unsent-mails/dismiss', {
    token: await staff('ManageForms'),
    body: { ids: ofForms.map(({ id }) => id) },
  });
  expect(dismissed.body).toEqual({ count: 2, message: '2 e-mails were dismissed.' });
  await pass(1);
  expect((await unsent('ManageForms')).body).toEqual([]);
});

describe('a mail that is refused', () => {
  test('because of its address fails at once', async () => {
    const orderId = await order({ email: 'nobody@example.com' });
    await jobs.finishAll();
    const { body } = await unsent('ManageCartOrders', orderId);
    expect(body).toMatchObject([
      { isFailed: true, reason: 'The mail server does not accept e-mails to this address.', attempts: 1 },
    ]);
    expect(log()).not.toContain('nobody@example.com');
  });

  test('because the link in it has expired is dropped', async () => {
    disconnect();
    await makePerson(deps, { email: 'forgetful@example.com' });
    await ask('PATCH', '/v1/core/accounts/forgetful@example.com/password/reset/request');
    await jobs.finishAll();
    expect(await deps.db.selectFrom('unsent_mails').select('kind').execute()).toEqual([{ kind: 'account-mail' }]);
    await pass(2);
    expect(await deps.db.selectFrom('unsent_mails').select('kind').execute()).toEqual([]);
    expect(arrived).toEqual([]);
  });
});

test('several processes send each due mail once', async () => {
  for (let n = 0; n < 10; n++) await order({ email: `kim-${n}@example.com` });
  await Promise.all(Array.from({ length: 8 }, () => jobs.finishAll()));
  const ofBuyers = arrived.filter((address) => address.startsWith('kim'));
  expect([arrived.length, ofBuyers.length, new Set(ofBuyers).size]).toEqual([20, 10, 10]);
});

test('a mail that is being retried cannot be sent again meanwhile', async () => {
  disconnect();
  const orderId = await order();
  await jobs.finishAll();
  const ids = (await unsent('ManageCartOrders', orderId)).body.map(({ id }) => id);
  expect(ids).toHaveLength(2);
  reconnect();
  const statuses: number[] = [];
  beforeAccepting = async () => {
    beforeAccepting = async () => {};
    const token = await staff('ManageCartOrders');
    statuses.push((await ask('POST', '/v1/unsent-mails/send', { token, body: { ids } })).status);
    await jobs.finishAll();
  };
  clock.advance(hour);
  await jobs.finishAll();
  expect(statuses).toEqual([200]); // the other mail is still waiting
  expect(arrived.toSorted()).toEqual(['kim@example.com', 'office@example.com.au']);
});

test('the first mail that gets through makes those due that failed because of the server', async () => {
  disconnect();
  await order({ email: 'early@example.com' });
  await jobs.finishAll();
  reconnect();
  await jobs.finishAll();
  expect(arrived).toEqual([]); // each waits
  clock.advance(10_000);
  await order({ email: 'later@example.com' });
  await jobs.finishAll();
  const office = 'office@example.com.au';
  expect(arrived.toSorted()).toEqual(['early@example.com', 'later@example.com', office, office]);
});

test('a mail that is refused for now waits for its time, whichever others get through', async () => {
  const orderId = await order({ email: 'busy@example.com' });
  await jobs.finishAll();
  clock.advance(10_000);
  await order();
  await jobs.finishAll();
  const reason = 'The mail server refused the e-mail for now.';
  expect((await unsent('ManageCartOrders', orderId)).body).toMatchObject([{ isFailed: false, attempts: 1, reason }]);
  clock.advance(hour);
  await jobs.finishAll();
  expect((await unsent('ManageCartOrders', orderId)).body).toMatchObject([{ attempts: 2 }]);
});

test('a mail that breaks the connection waits longer each time while others get through', async () => {
  const orderId = await order({ email: 'breaks@example.com' });
  for (let n = 0; n < 10; n++) {
    await order();
    await jobs.finishAll();
    clock.advance(90_000);
  }
  const reason = 'The connection to the mail server broke off.';
  const { body } = await unsent('ManageCartOrders', orderId);
  expect(body).toMatchObject([{ isFailed: false, reason }]);
  expect(body[0]?.attempts).toBeLessThan(5);
});

test('while the mail server is away, one mail at a time is tried', async () => {
  let tried = 0;
  const closing = createServer((socket) => {
    tried++;
    socket.on('error', () => {}).destroy();
  });
  await listening(closing);
  Object.assign(deps.mail, mailAt(portOf(closing)));
  for (let n = 0; n < 10; n++) await order();
  await jobs.resume();
  await expect.poll(() => tried).toBeGreaterThan(0);
  await sleep(2_500);
  const triedAtFirst = 2 * mailsAtOnce; // a connection that breaks is opened once more
  expect(tried).toBeLessThanOrEqual(triedAtFirst + 6);
  await jobs.pause();
  const claimed = deps.db.selectFrom('unsent_mails').select('id').where('attempts', '>', 0).where('reason', 'is', null);
  await expect.poll(() => claimed.execute()).toEqual([]); // none goes out during the next test
  closing.close();
});

test('mails of one kind do not delay those of another', async () => {
  for (let n = 0; n < 20; n++) await order();
  await makePerson(deps, { email: 'absent@example.com' });
  await ask('PATCH', '/v1/core/accounts/absent@example.com/password/reset/request');
  await jobs.resume();
  await expect.poll(() => arrived.length, { timeout: 20_000 }).toBe(41);
  await jobs.pause();
  expect(arrived.indexOf('absent@example.com')).toBeLessThan(20);
  expect(new Set(arrived).size).toBe(3);
});

test('a hanging mail server does not delay other jobs', async () => {
  const open = new Set<Socket>();
  let givenUp = 0;
  const silent = createServer((socket) => void open.add(socket.on('error', () => {}).on('close', () => givenUp++)));
  await listening(silent);
  Object.assign(deps.mail, mailAt(portOf(silent)));
  const kind = jobKind<object>('of-another-kind');
  let done = 0;
  jobs.work(kind, async () => void done++);
  await jobs.start();
  for (let n = 0; n < 6; n++) await order();
  await expect.poll(() => open.size).toBeGreaterThan(2); // several mails are waiting for it
  await deps.db.transaction().execute((tx) => jobs.enqueue(tx, kind, {}));
  await expect.poll(() => done).toBe(1);
  expect(open.size - givenUp).toBeGreaterThan(0); // they still wait
  for (const socket of open) socket.destroy();
  silent.close();
});
