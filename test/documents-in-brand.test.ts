import { beforeAll, describe, expect, test } from 'vitest';
import { replacedColours } from '#company/derive-colours.server.ts';
import type { Brand } from '#company/brand-contract.ts';
import { inks } from '#platform/pdf/pdf-drawing.server.ts';
import { testApp } from './app.ts';
import { makeField, makeForm, storeForm } from './make-form.ts';
import { makeProduct, makeSupplier } from './make.ts';
import { pdfColours, pdfFonts, pdfPictures, pdfText } from './pdf-text.ts';
import { makeAdministrator } from './people.ts';
import { placePaidOrder } from './sold.ts';

const shop = await testApp({ environment: { COMPANY_ABN: '51824753556', COMPANY_EMAIL: 'office@example.com.au' } });
const { ask, deps, mails } = shop;
const { token } = await makeAdministrator(deps, {
  claims: ['ManageSite', 'ManageUserPermissions', 'ManageCartOrders', 'ManageCartStock', 'ViewReports'],
});

const colours = { accent: '#1d4ed8', ink: '#172554' };
const legalName = 'Harbour Blue Facility Services Pty Ltd';

const invoicePath = (id: string): string => `/v1/shopping-cart/taxInvoice/${id}/download`;
let invoiceId = '';

const get = async (path: string): Promise<Buffer> => {
  const { status, bytes } = await ask('GET', path, { token });
  expect(status).toBe(200);
  return bytes;
};

/** The company's papers of one order, purchase order, submission and period. */
async function papers() {
  const supplierId = await makeSupplier(deps.db, 'Cascade Supply');
  const product = await makeProduct(deps.db, { name: 'Žlutý mop', onHand: 5, supplierId });
  const { id } = await placePaidOrder(shop, [{ product, qty: 2 }]);
  const details = await ask<{ taxInvoiceId: string }>('GET', `/v1/manage-orders/details/${id}`, { token });
  invoiceId = details.body.taxInvoiceId;
  const refunded = await ask<{ adjustmentNoteId: string }>('POST', `/v1/manage-orders/${id}/refund`, {
    token,
    body: { reason: 'Damaged on the way', amount: 1 },
    headers: { 'idempotency-key': 'refund-of-a-blue-company' },
  });
  const lines = [{ itemId: product.itemIds[0], quantity: 3, purchasePrice: 2 }];
  const bought = await ask<{ id: string }>('POST', '/v1/purchase-orders', { token, body: { supplierId, lines } });
  const name = makeField({ formFieldType: 0, fieldLabel: 'Your name' });
  const form = await storeForm(
    deps,
    makeForm([name], { formName: 'Free quote', notifyEmail: 'quotes@example.com.au' }),
  );
  await ask('POST', `/v1/form-builder/${form.id}`, { body: [{ id: name.id, response: 'Kim Lee' }] });
  await deps.jobs.finishAll();
  const submission = mails.find(({ to, subject }) => to === 'quotes@example.com.au' && subject.includes('Free quote'));
  const period = 'startDate=2026-01-01&endDate=2026-12-31';
  return {
    invoice: await get(invoicePath(invoiceId)),
    'adjustment note': await get(`/v1/shopping-cart/adjustmentNote/${refunded.body.adjustmentNoteId}/download`),
    'packing slip': await get(`/v1/manage-orders/packing-slips?orderId=${id}`),
    'picking list': await get(`/v1/manage-orders/picking-list?orderId=${id}`),
    'purchase order': await get(`/v1/purchase-orders/${bought.body.id}/pdf`),
    submission: submission?.attachments?.[0]?.content ?? Buffer.alloc(0),
    'consignment statement': await get(`/v1/reports/consignment/${supplierId}/file?format=pdf&${period}`),
  };
}

describe('documents of a company with a brand of its own', () => {
  let all: Awaited<ReturnType<typeof papers>>;
  beforeAll(async () => {
    const { body: brand } = await ask<Brand>('GET', '/v1/brand', { token });
    const body = { ...brand, ...colours, fonts: 'classic', legalName };
    expect((await ask('PUT', '/v1/brand', { token, body })).status).toBe(200);
    all = await papers();
  });

  test('have its colours instead of those that the program comes with', () => {
    const replaced = replacedColours(colours);
    const former = Object.values(inks).filter((ink) => replaced.has(ink));
    expect(former.length).toBeGreaterThan(3);
    for (const [name, paper] of Object.entries(all)) {
      const drawn = pdfColours(paper);
      expect([name, former.filter((ink) => drawn.has(ink))]).toEqual([name, []]);
      expect(drawn, `of the ${name}`).toContain(colours.ink);
    }
  });

  test('have its fonts, also for letters outside the first part of a font', () => {
    for (const [name, paper] of Object.entries(all)) {
      const fonts = [...pdfFonts(paper)];
      expect([name, fonts.filter((font) => !font.startsWith('Source-'))]).toEqual([name, []]);
      expect(fonts, `of the ${name}`).toEqual(
        expect.arrayContaining(['Source-Serif-4-latin-700', 'Source-Sans-3-latin-400']),
      );
    }
    expect(pdfFonts(all.invoice)).toContain('Source-Sans-3-latin-ext-600');
    expect(pdfText(all.invoice).join('').replace(/\s/g, '')).toContain('Žlutýmop');
  });

  test('name the supplier as it is registered, with its ABN, below the name that it trades under', () => {
    for (const name of ['invoice', 'adjustment note', 'purchase order', 'submission', 'consignment statement'] as const)
      expect(pdfText(all[name])[0]?.split('\n').slice(0, 3)).toEqual(['Spruce', legalName, 'ABN 51 824 753 556']);
  });

  test('show an uploaded logo in its own proportions in place of icon and name, as mails do', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 10"><path fill="#f00" d="M0 0h50v10H0z"/></svg>';
    const { body: brand } = await ask<Brand>('GET', '/v1/brand', { token });
    const logo = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
    const saved = await ask<Brand>('PUT', '/v1/brand', { token, body: { ...brand, logo } });
    expect(saved.status).toBe(200);

    /** As if it had not been made before. */
    const newInvoice = async (): Promise<Buffer> => {
      await deps.db.updateTable('tax_invoices').set({ file_key: null }).execute();
      return get(invoicePath(invoiceId));
    };
    const invoice = await newInvoice();
    expect(pdfPictures(invoice)).toEqual(['880 x 176']);
    expect(pdfText(invoice)[0]?.split('\n').slice(0, 3)).toEqual(['Spruce', legalName, 'ABN 51 824 753 556']);

    expect(mails.at(-1)?.html).toContain('cid:mark@mail');
    expect((await ask('POST', '/v1/system/test-mail', { token })).status).toBe(200);
    expect(mails.at(-1)?.html).toContain('<img src="cid:logo@mail" width="240" alt="Spruce"');
    expect(mails.at(-1)?.html).not.toContain('cid:mark@mail');

    const damaged = '/brand/0123456789abcdef.png'; // as a former release accepted it
    await deps.files.put('brand/0123456789abcdef.png', Buffer.from('no picture'), 'image/png');
    await ask('PUT', '/v1/brand', { token, body: { ...saved.body, logo: damaged } });
    expect(pdfPictures(await newInvoice())).toEqual(pdfPictures(all.invoice));
  });
});
