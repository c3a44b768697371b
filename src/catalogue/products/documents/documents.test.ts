import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { pdfSentences } from '#platform/pdf/check-uploaded-pdf.server.ts';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import { testApp } from '../../../../test/app.ts';
import { makeCategory, makeProduct, type ProductTraits } from '../../../../test/make.ts';
import { makeAdministrator } from '../../../../test/people.ts';
import { placePaidOrder } from '../../../../test/sold.ts';
import { documentSentences, type ProductDocument } from './contract.ts';

const shop = await testApp();
const { ask, deps, mails } = shop;
const { db } = deps;
const { token } = await makeAdministrator(deps, { claims: ['ManageCartProducts'] });
const { token: other } = await makeAdministrator(deps, { claims: ['ManageCartOrders'] });
const shelf = await makeCategory(db, 'Chemicals');

const pdf = (name: string): Promise<Buffer> =>
  readFile(new URL(`../../../../demo/documents/${name}.pdf`, import.meta.url));
const first = await pdf('kitchen-degreaser-sds');
const second = await pdf('toilet-bowl-cleaner-1-l-sds');
const asUrl = (bytes: Buffer) => `data:application/pdf;base64,${bytes.toString('base64')}`;

const fresh = (traits: ProductTraits = {}) => makeProduct(db, { categories: [shelf], ...traits });
const sheet = { kind: 'safetyDataSheet', title: 'Safety data sheet', issuedOn: '2025-03-04', name: 'sds.pdf' };
const add = (id: string, more: object = {}, as: string | null = token) =>
  ask<ProductDocument & { version: number }>('POST', `/v1/manage-products/${id}/documents`, {
    token: as,
    body: { ...sheet, data: asUrl(first), ...more },
  });
const details = async (id: string) =>
  (await ask<{ documents: ProductDocument[]; facts: object[] }>('GET', `/v1/products/details/${id}`)).body;
const open = (url: string, as?: string, headers: Record<string, string> = {}) =>
  ask('GET', url, { token: as, headers });

test('a document is served to anybody, byte for byte as uploaded', async () => {
  const { id, url } = await fresh({ url: 'degreaser' });
  const made = await add(id);
  expect([made.status, made.body.sha256]).toEqual([201, createHash('sha256').update(first).digest('hex')]);
  const { documents } = await details(url);
  expect(documents).toEqual([
    {
      id: made.body.id,
      kind: 'safetyDataSheet',
      title: 'Safety data sheet',
      issuedOn: '2025-03-04',
      size: first.length,
      url: `/files/documents/${made.body.id}`,
    },
  ]);
  const file = await open(documents[0]?.url ?? '');
  expect(file.bytes.equals(first)).toBe(true);
  expect(file.headers).toMatchObject({
    'content-type': 'application/pdf',
    'x-content-type-options': 'nosniff',
    'content-disposition': 'inline; filename="degreaser-safety-data-sheet.pdf"',
    'cache-control': 'public, no-cache',
  });
  const again = await open(documents[0]?.url ?? '', undefined, { 'if-none-match': String(file.headers['etag']) });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
});

test('a new sheet replaces the old one, which stays readable; a removed sheet is not readable', async () => {
  const { id } = await fresh();
  const old = await add(id);
  const now = await add(id, { data: asUrl(second), issuedOn: '2026-01-05', name: 'new.pdf' });
  expect((await details(id)).documents.map((one) => one.id)).toEqual([now.body.id]);
  expect((await open(old.body.url)).bytes.equals(first)).toBe(true);
  const version = now.body.version;
  const arranged = await ask('PUT', `/v1/manage-products/${id}/documents`, { token, body: { version, documents: [] } });
  expect([arranged.status, (await open(now.body.url)).status]).toEqual([200, 404]);
  await expect.poll(async () => (await details(id)).documents).toEqual([]);
  const stale = await ask('PUT', `/v1/manage-products/${id}/documents`, { token, body: { version, documents: [] } });
  expect([stale.status, stale.message]).toEqual([409, changedBySomeoneElse]);
});

test('two simultaneous new sheets leave one current and one superseded', async () => {
  const { id } = await fresh();
  const both = await Promise.all([add(id), add(id, { data: asUrl(second) })]);
  expect(both.map(({ status }) => status)).toEqual([201, 201]);
  const { rows } = await sql<{ state: string }>`
    select state from product_documents where product_id = ${id} order by state`.execute(db);
  expect(rows.map(({ state }) => state)).toEqual(['current', 'superseded']);
});

test('documents of hidden products are for staff only; those of purchased products stay readable', async () => {
  const draft = await fresh({ isActive: false });
  const { body } = await add(draft.id);
  const seen = await Promise.all([open(body.url), open(body.url, other), open(body.url, token)]);
  expect(seen.map(({ status }) => status)).toEqual([404, 404, 200]);
  const bought = await fresh({ onHand: 5 });
  const ofBought = (await add(bought.id)).body;
  await placePaidOrder(shop, [{ product: bought }]);
  await ask('DELETE', `/v1/manage-products/${bought.id}`, { token });
  expect((await open(ofBought.url)).status).toBe(200);
  const unsold = await fresh();
  const gone = (await add(unsold.id)).body;
  await ask('DELETE', `/v1/manage-products/${unsold.id}`, { token });
  expect((await open(gone.url)).status).toBe(404);
});

test.each([
  [
    'a program',
    { data: `data:application/pdf;base64,${Buffer.from('MZ program').toString('base64')}` },
    415,
    pdfSentences.notPdf,
  ],
  ['a truncated file', { data: asUrl(first.subarray(0, 2000)) }, 400, pdfSentences.damaged],
  ['no file', { data: 'x' }, 400, documentSentences.choose],
  ['a sheet without a date', { issuedOn: null }, 400, documentSentences.undated],
  ['a date in the future', { issuedOn: '2999-01-01' }, 400, documentSentences.future],
  ['an unknown kind', { kind: 'poem' }, 400, 'Choose what kind of document this is.'],
])('%s is refused and changes nothing', async (_, more, status, sentence) => {
  const { id } = await fresh();
  const answer = await add(id, more);
  expect([answer.status, answer.faults[0]?.message ?? answer.message]).toEqual([status, sentence]);
  expect((await details(id)).documents).toEqual([]);
});

test('only users who manage products may change documents, and a product has at most ten', async () => {
  const { id } = await fresh();
  expect((await add(id, {}, other)).status).toBe(403);
  expect((await add(id, {}, null)).status).toBe(401);
  for (let n = 0; n < 10; n++) expect((await add(id, { kind: 'other', title: `Sheet ${n}` })).status).toBe(201);
  expect((await add(id, { kind: 'other' })).message).toBe(documentSentences.tooMany);
});

test('facts are stored with the product, shown in order and recorded in its history', async () => {
  const { id, url, name } = await fresh();
  const facts = [
    { name: 'Dilution', value: '1:100 mop' },
    { name: 'pH', value: '7' },
  ];
  const body = { id, productName: name, productUrl: url, categories: [shelf.id], productCode: 'F-1', sellingPrice: 5 };
  expect((await ask('PUT', '/v1/manage-products', { token, body: { ...body, facts } })).status).toBe(200);
  await ask('PUT', '/v1/manage-products', { token, body });
  expect((await details(id)).facts).toEqual(facts);
  const { rows } = await sql<{ after: { facts: string[] } }>`
    select after from audit_log where entity_id = ${id} and after ? 'facts'`.execute(db);
  expect(rows[0]?.after.facts).toEqual(['Dilution: 1:100 mop', 'pH: 7']);
  const bad = await ask('PUT', '/v1/manage-products', { token, body: { ...body, facts: [{ name: '', value: 'x' }] } });
  expect(bad.faults).toEqual([{ path: 'facts.0.name', message: 'Name is required.' }]);
});

test('the mail of an order links the documents of its products', async () => {
  const cleaner = await fresh({ name: 'Strong Cleaner', onHand: 5 });
  const { body } = await add(cleaner.id);
  const plain = await fresh({ name: 'Mop', onHand: 5 });
  await placePaidOrder(shop, [{ product: cleaner }, { product: plain }]);
  await deps.jobs.finishAll();
  const mail = mails.filter(({ to }) => to === 'kim@example.com').at(-1);
  expect(mail?.text).toContain(`Strong Cleaner: Safety data sheet, issued 04/03/2025\n  http://shop.test${body.url}`);
  expect(mail?.html).toContain(`href="http://shop.test${body.url}"`);
  expect(mail?.text).not.toContain('Mop: ');
});
