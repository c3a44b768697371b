import { beforeEach, expect, test } from 'vitest';
import { MailFault } from '#platform/mail/send-mail.server.ts';
import type { Claim } from '#lib/api/endpoint.ts';
import type { UnsentMail } from '#unsent-mails/contract.ts';
import { testApp } from '../../test/app.ts';
import { makeProduct, makeSupplier } from '../../test/make.ts';
import { pdfText } from '../../test/pdf-text.ts';
import { makeAdministrator } from '../../test/people.ts';
import type { PurchaseOrderOnPage } from './contract.ts';

const { ask, deps, mails } = await testApp({ environment: { COMPANY_EMAIL: 'office@example.com.au' } });
const { db, clock, jobs, mail } = deps;
const staff = async (claim: Claim = 'ManageCartStock') => (await makeAdministrator(deps, { claims: [claim] })).token;
const token = await staff();
const supplierId = await makeSupplier(db, 'Cascade Supply');
const itemId = (await makeProduct(db, { name: 'Flat Mop', code: 'FM-9', onHand: 0, supplierId })).itemIds[0];
const address = 'orders@cascade.example.com';

beforeEach(async () => {
  mails.length = 0;
  await setSupplierEmail(address);
});

const setSupplierEmail = (email: string) =>
  db
    .updateTable('suppliers')
    .set({ email, contact_name: 'Dana Reid', phone: '0255501234', payment_terms: '30 days from invoice' })
    .where('id', '=', supplierId)
    .execute();

async function order(): Promise<PurchaseOrderOnPage> {
  const lines = [{ itemId, quantity: 12, purchasePrice: 2.5 }];
  const { body } = await ask<PurchaseOrderOnPage>('POST', '/v1/purchase-orders', {
    token,
    body: { supplierId, note: 'Side entrance', lines },
  });
  return body;
}

const read = async (id: string) => (await ask<PurchaseOrderOnPage>('GET', `/v1/purchase-orders/${id}`, { token })).body;
const send = (id: string, known = 0, email = address) =>
  ask('POST', `/v1/purchase-orders/${id}/mail`, { token, body: { email, known } });

test('an order is e-mailed to its supplier with the PDF, and shows when', async () => {
  const made = await order();
  expect(made).toMatchObject({ mails: [], supplierContact: { contactName: 'Dana Reid', email: address } });
  const asked = await send(made.id);
  expect([asked.status, asked.body]).toEqual([200, { message: `The purchase order is on its way to ${address}.` }]);
  expect(mails).toEqual([]);
  expect((await read(made.id)).mails).toMatchObject([{ email: address, sentAt: null, askedBy: 'Ngaio Bell' }]);
  await jobs.finishAll();
  const [sent] = mails;
  expect(sent).toMatchObject({ to: address, replyTo: 'office@example.com.au' });
  expect(sent?.subject).toContain(made.number);
  expect(sent?.text).toContain('Hello Dana Reid,');
  const [attached] = sent?.attachments ?? [];
  expect(attached?.filename).toBe(`${made.number}.pdf`);
  const [paper = ''] = pdfText(attached?.content ?? Buffer.of());
  for (const words of [
    'Flat Mop',
    'Cascade Supply',
    'Dana Reid',
    '(02) 5550 1234',
    '30 days from invoice',
    'Side entrance',
  ])
    expect(paper).toContain(words);
  expect((await read(made.id)).mails[0]?.sentAt).toBe(clock.now().toISOString());
  const change = await db
    .selectFrom('audit_log')
    .select('after')
    .where('entity_id', '=', made.id)
    .where('action', '=', 'mail')
    .execute();
  expect(change).toMatchObject([{ after: { name: made.number, to: address } }]);
});

test('twelve simultaneous requests send one e-mail; another is sent only by a client that has seen the first', async () => {
  const made = await order();
  const answers = await Promise.all(Array.from({ length: 12 }, () => send(made.id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.find(({ status }) => status === 409)?.message).toBe(
    'This purchase order has been e-mailed in the meantime. Check it first.',
  );
  await jobs.finishAll();
  expect(mails).toHaveLength(1);
  expect((await send(made.id, 1)).status).toBe(200);
  await jobs.finishAll();
  expect(mails).toHaveLength(2);
});

test('an e-mail that was sent but is still queued after a crash is not sent again', async () => {
  const made = await order();
  expect((await send(made.id)).status).toBe(200);
  const unsent = db.selectFrom('unsent_mails').selectAll().where('subject_id', '=', made.id);
  const { data, ...row } = await unsent.executeTakeFirstOrThrow();
  await jobs.finishAll();
  expect([mails.length, await unsent.execute()]).toEqual([1, []]);
  const queued = { ...row, data: JSON.stringify(data), next_try_at: clock.now() };
  await db.insertInto('unsent_mails').values(queued).execute();
  await jobs.finishAll();
  expect([mails.length, await unsent.execute()]).toEqual([1, []]);
});

test('nothing is sent to an unconfirmed or missing address, or for an order that is not open', async () => {
  const made = await order();
  await setSupplierEmail('new@cascade.example.com');
  const other = await send(made.id);
  expect([other.status, other.message]).toEqual([
    409,
    "The supplier's e-mail address has changed in the meantime. Check it first.",
  ]);
  await setSupplierEmail('');
  expect(await send(made.id)).toMatchObject({
    status: 409,
    message: 'This supplier has no e-mail address yet. Add one to the supplier first.',
  });
  expect((await send(made.id, 0, 'nobody')).faults).toEqual([{ path: 'email', message: 'Invalid email address' }]);
  await setSupplierEmail(address);
  expect((await ask('PATCH', `/v1/purchase-orders/${made.id}/cancel`, { token, body: {} })).status).toBe(200);
  expect((await send(made.id)).message).toBe('Only an open purchase order can be e-mailed.');
  const body = { email: address, known: 0 };
  const asked = { token: await staff('ManageCartProducts'), body };
  expect((await ask('POST', `/v1/purchase-orders/${made.id}/mail`, asked)).status).toBe(403);
  expect((await send(supplierId)).status).toBe(404);
  await jobs.finishAll();
  expect(mails).toEqual([]);
});

test('a failed e-mail is shown to users who manage stock and can be retried, unless its order was cancelled', async () => {
  const [made, cancelled] = [await order(), await order()];
  const { send: works } = mail;
  mail.send = () => Promise.reject(new MailFault('ECONNECTION', { syscall: 'connect' }));
  for (const { id } of [made, cancelled]) expect((await send(id)).status).toBe(200);
  await jobs.finishAll();
  const unsent = async (claim: Claim) =>
    (await ask<UnsentMail[]>('GET', `/v1/unsent-mails?subjectId=${made.id}`, { token: await staff(claim) })).body;
  const [waiting] = await unsent('ManageCartStock');
  expect(waiting).toMatchObject({
    name: 'Purchase order',
    to: 'the supplier',
    area: 'purchasing',
    about: made.number,
    subjectId: made.id,
    reason: 'The mail server could not be reached.',
  });
  expect(await unsent('ManageCartOrders')).toEqual([]);
  expect((await ask('PATCH', `/v1/purchase-orders/${cancelled.id}/cancel`, { token, body: {} })).status).toBe(200);
  mail.send = works;
  const again = await ask('POST', '/v1/unsent-mails/send', { token, body: { ids: [waiting?.id] } });
  expect(again.body).toMatchObject({ count: 1 });
  clock.advance(60 * 60_000);
  await jobs.finishAll();
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining(made.number)]);
  expect(await unsent('ManageCartStock')).toEqual([]);
  const trail = await ask<{ action: string }[]>('GET', `/v1/history/purchase-order/${made.id}`, {
    token: await staff(),
  });
  expect(trail.body.map(({ action }) => action)).toEqual(['mail', 'mail', 'create']);
});
