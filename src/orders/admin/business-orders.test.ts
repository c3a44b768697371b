import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { buyer, checkOut, checkoutOf } from '../../../test/buyer.ts';
import { makeProduct } from '../../../test/make.ts';
import { pdfText } from '../../../test/pdf-text.ts';
import { makeAdministrator, makePerson } from '../../../test/people.ts';

const shop = await testApp({ environment: { COMPANY_ABN: '51824753556', COMPANY_EMAIL: 'office@example.com.au' } });
const { ask, deps } = shop;
const { db, jobs } = deps;
const boss = await makeAdministrator(deps, { claims: ['ManageCartOrders', 'ManageCartStock'] });
const kim = await makePerson(deps, { firstName: 'Kim', lastName: 'Lee' });
const vacuum = await makeProduct(db, { name: 'Backpack vacuum', price: 1100, onHand: 50 });

const business = { companyName: 'Harbour Kitchens Pty Ltd', abn: '53 004 085 616', purchaseOrder: 'PO-4711' };
const abn = '53004085616';

const order = (billing: object, { token, ...more }: { token?: string } & Record<string, unknown> = {}) =>
  checkOut(
    shop,
    checkoutOf([{ product: vacuum }], { billingInfo: { ...buyer, ...billing }, ...more }),
    token === undefined ? {} : { token },
  );

const faultsOf = async (billing: object) => (await order(billing)).faults;

interface BusinessDetails {
  companyName: string | null;
  abn: string | null;
  purchaseOrder: string | null;
}
const detailsOf = async (id: string | null) =>
  (
    await ask<BusinessDetails & { taxInvoiceId: string }>('GET', `/v1/manage-orders/details/${id}`, {
      token: boss.token,
    })
  ).body;

const pdf = async (path: string): Promise<string> =>
  pdfText((await ask('GET', path, { token: boss.token })).bytes).join('\n');

describe('business details of a checkout', () => {
  test.each([
    [{ companyName: 'A' }, 'companyName', 'Company Name must have at least 2 characters.'],
    [{ companyName: 'A'.repeat(101) }, 'companyName', 'Company Name is too long.'],
    [{ abn: '51 824 753 557' }, 'abn', 'Invalid ABN.'],
    [{ abn: '5182475355' }, 'abn', 'Invalid ABN.'],
    [{ abn: 'ABN 51824753556' }, 'abn', 'Invalid ABN.'],
    [{ purchaseOrder: '9'.repeat(31) }, 'purchaseOrder', 'PO number must not exceed 30 characters.'],
  ])('%j is refused', async (billing, field, message) => {
    expect(await faultsOf(billing)).toEqual([{ path: `billingInfo.${field}`, message }]);
  });

  test('can be left out, null or blank', async () => {
    for (const nothing of [undefined, null, '', '  ']) {
      const { body } = await order({ companyName: nothing, abn: nothing, purchaseOrder: nothing });
      expect(await detailsOf(body.orderId)).toMatchObject({ companyName: null, abn: null, purchaseOrder: null });
    }
  });
});

describe('an order for a business', async () => {
  const { body: placed } = await order(business, { token: kim.token, userId: kim.id });
  const id = placed.orderId;

  test('has company, ABN and reference for its buyer and for staff, in details and lists', async () => {
    const known = { companyName: business.companyName, abn, purchaseOrder: 'PO-4711' };
    expect(await detailsOf(id)).toMatchObject(known);
    const own = await ask('GET', `/v1/shopping-orders/${id}`, { token: kim.token });
    expect(own.body).toMatchObject(known);
    const list = await ask<object[]>('GET', '/v1/shopping-orders', { token: kim.token });
    expect(list.body).toMatchObject([known]);
  });

  test('has an invoice with company, ABN, person and reference', async () => {
    const { taxInvoiceId } = await detailsOf(id);
    const text = await pdf(`/v1/shopping-cart/taxInvoice/${taxInvoiceId}/download`);
    const parts = ['Billed to', 'Harbour Kitchens Pty Ltd', 'ABN 53 004 085 616', 'Kim Lee', 'PO-4711', 'Tax Invoice'];
    for (const part of parts) expect(text).toContain(part);
  });

  test('shows the reference on packing slip and picking list', async () => {
    const slip = await pdf(`/v1/manage-orders/packing-slips?orderId=${id}`);
    for (const part of ['Harbour Kitchens Pty Ltd', 'PO number: PO-4711']) expect(slip).toContain(part);
    expect(await pdf(`/v1/manage-orders/picking-list?orderId=${id}`)).toContain('PO-4711');
  });

  test('has its business details in the mails to the buyer and to the company', async () => {
    await jobs.finishAll();
    for (const subject of [`Your Spruce order ${placed.orderNumber}`, `New order ${placed.orderNumber}`]) {
      const mail = shop.mails.find((one) => one.subject.startsWith(subject));
      for (const part of ['Harbour Kitchens Pty Ltd', 'ABN 53 004 085 616', 'PO number: PO-4711'])
        expect(mail?.text).toContain(part);
    }
  });

  test.each(['harbour kitchens', 'PO-4711', 'po 4711', '4711', '53 004 085 616', abn])(
    'is found by %s',
    async (word) => {
      const body = { orderStatuses: [0], startDate: '2020-01-01', endDate: '2040-01-01' };
      const path = `/v1/manage-orders/filter?search=${encodeURIComponent(word)}`;
      const list = await ask<{ id: string }[]>('POST', path, { token: boss.token, body });
      expect(list.body.map((row) => row.id)).toEqual([id]);
    },
  );

  test.each(['csv', 'xlsx'])('is exported with its business details as %s', async (format) => {
    const query = `orderStatuses=0&startDate=2020-01-01&endDate=2040-01-01&search=4711&format=${format}`;
    const { bytes } = await ask('GET', `/v1/manage-orders/export?${query}`, { token: boss.token });
    const text =
      format === 'csv'
        ? bytes.toString()
        : Object.values(unzipSync(bytes))
            .map((file) => strFromU8(file))
            .join('\n');
    for (const part of ['Company', 'PO number', 'Harbour Kitchens Pty Ltd', '53 004 085 616', 'PO-4711'])
      expect(text).toContain(part);
  });
});

test('an adjustment note has the same business details as its invoice', async () => {
  const { body } = await order({ ...business, companyName: 'Quay Cafe' });
  const asked = { token: boss.token, body: { amount: 100, reason: 'Late' } };
  expect((await ask('POST', `/v1/manage-orders/${body.orderId}/refund`, asked)).status).toBe(201);
  await jobs.finishAll();
  const mail = shop.mails.find(({ attachments }) => attachments?.[0]?.filename.startsWith('ADJ-'));
  const text = pdfText(mail?.attachments?.[0]?.content as Buffer).join('\n');
  for (const part of ['Quay Cafe', 'ABN 53 004 085 616', 'Kim Lee']) expect(text).toContain(part);
});

describe('the next checkout is prefilled', () => {
  const infoOf = async ({ id, token }: { id: string; token: string }) =>
    (await ask<BusinessDetails>('GET', `/v1/shopping-customers/${id}`, { token })).body;

  test('from the latest order, but without its reference', async () => {
    const person = await makePerson(deps);
    expect(await infoOf(person)).toMatchObject({ companyName: null, abn: null, purchaseOrder: null });
    await order(business, { token: person.token, userId: person.id });
    expect(await infoOf(person)).toMatchObject({ companyName: business.companyName, abn, purchaseOrder: null });
  });

  test('with the address of the latest order where the profile has none', async () => {
    const person = await makePerson(deps);
    expect(await infoOf(person)).toMatchObject({ streetName: null, fullAddress: '' });
    await order({}, { token: person.token, userId: person.id });
    expect(await infoOf(person)).toMatchObject({
      streetName: 'Test Road',
      postcode: '2042',
      fullAddress: 'Unit 3, 9 Test Road, Newtown NSW 2042',
    });
  });

  test("from the member's profile, and never with another company's ABN", async () => {
    const company = await makePerson(deps, { userType: 2 });
    await order(business, { token: company.token, userId: company.id });
    const { unitNumber, streetNumber, streetName, city, state, postcode: postCode, ...person } = buyer;
    const profile = { ...person, email: company.email, unitNumber, streetNumber, streetName, city, state, postCode };
    const save = async (more: object) => {
      const asked = { token: company.token, body: { ...profile, companyName: 'Quay Cafe', ...more } };
      const { status, faults, body } = await ask('PUT', '/v1/core/accounts/update/own-profile', asked);
      return { status, faults, abn: body.abn };
    };
    expect(await save({})).toMatchObject({ status: 200, abn: null });
    expect(await infoOf(company)).toMatchObject({ companyName: 'Quay Cafe', abn: null });
    expect(await save({ abn: '51 824 753 557' })).toMatchObject({
      status: 400,
      faults: [{ path: 'abn', message: 'Invalid ABN.' }],
    });
    expect(await save({ abn: '51 824 753 556' })).toMatchObject({ status: 200, abn: '51824753556' });
    expect(await save({})).toMatchObject({ status: 200, abn: '51824753556' }); // unchanged if left out
    expect(await infoOf(company)).toMatchObject({ companyName: 'Quay Cafe', abn: '51824753556' });
    expect(await save({ abn: '' })).toMatchObject({ status: 200, abn: null });
  });
});
