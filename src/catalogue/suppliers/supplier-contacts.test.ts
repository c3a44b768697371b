import { expect, test } from 'vitest';
import { historyRoutes } from '#history/routes.server.ts';
import { purchasingRoutes } from '#purchasing/routes.server.ts';
import { makeAdministrator } from '../../../test/people.ts';
import { slicesApp } from '../../../test/slices.ts';
import type { Supplier } from './contract.ts';
import { suppliersRoutes } from './routes.server.ts';

const { ask, deps } = await slicesApp([suppliersRoutes, historyRoutes, purchasingRoutes]);
const path = '/v1/manage-product-suppliers';
const { token } = await makeAdministrator(deps, { claims: ['ManageCartProducts', 'ManageCartStock'] });

const typed = {
  contactName: ' Dana  Reid ',
  email: 'orders@cascade.example.com',
  phone: '+61 2 5550 1234',
  abn: '51 824 753 556',
  paymentTerms: '30 days from invoice',
  leadDays: 5,
  notes: 'Side gate.\r\nAsk for Dana.',
};
const stored = {
  ...typed,
  contactName: 'Dana  Reid',
  phone: '0255501234',
  abn: '51824753556',
  notes: 'Side gate.\nAsk for Dana.',
};

const put = (body: object) => ask('PUT', path, { token, body });

async function add(name: string, more: object = typed): Promise<Supplier> {
  const { status, body } = await ask('POST', path, { token, body: { name, ...more } });
  expect(status).toBe(201);
  return body as Supplier; // the endpoint's shape
}

test('contact, e-mail, phone, ABN, terms and notes are stored, searchable and shown in the history', async () => {
  const made = await add('Cascade Supply');
  expect(made).toMatchObject(stored);
  expect((await ask('GET', `${path}/${made.id}`, { token })).body).toEqual(made);
  for (const words of ['dana', 'orders@casc'])
    expect((await ask('GET', `${path}?search=${words}`, { token })).body).toMatchObject([{ id: made.id }]);
  const changed = await put({ id: made.id, name: made.name, version: 1, phone: '0491 570 006', email: '' });
  expect(changed.body).toEqual({ ...made, phone: '0491570006', email: '', version: 2 });
  const { body } = await ask('GET', `/v1/history/supplier/${made.id}`, { token });
  expect(body).toMatchObject([
    { action: 'update', before: { phone: '0255501234' }, after: { phone: '0491570006', email: '' } },
    { action: 'create', after: { contactName: 'Dana  Reid', leadDays: 5 } },
  ]);
});

test('omitted fields stay unchanged, so a rename by an older client loses nothing', async () => {
  const made = await add('Meridian Paper');
  const renamed = await put({ id: made.id, name: 'Meridian', version: 1 });
  expect(renamed.body).toEqual({ ...made, name: 'Meridian', version: 2 });
});

test('every fault is reported at its field, and nothing is written', async () => {
  const made = await add('Harbour Chemicals');
  const wrong = {
    name: 'x',
    contactName: 'x'.repeat(101),
    email: 'orders(at)example.com',
    phone: '12345',
    abn: '51 824 753 557',
    paymentTerms: 'x'.repeat(101),
    leadDays: 366,
    notes: 'x'.repeat(2001),
  };
  for (const method of ['POST', 'PUT'] as const) {
    const { status, faults } = await ask(method, path, { token, body: { ...wrong, id: made.id } });
    expect([status, Object.fromEntries(faults.map((fault) => [fault.path, fault.message]))]).toEqual([
      400,
      {
        name: 'Supplier name is too short.',
        contactName: 'Contact person must not exceed 100 characters.',
        email: 'Invalid email address',
        phone: 'Invalid phone number.',
        abn: 'Invalid ABN.',
        paymentTerms: 'Payment terms must not exceed 100 characters.',
        leadDays: 'Lead time must be a whole number of days from 0 to 365.',
        notes: 'Notes must not exceed 2,000 characters.',
      },
    ]);
  }
  expect((await ask('GET', `${path}/${made.id}`, { token })).body).toEqual(made);
});

test('the lead time is used for order suggestions, and a concurrent change of it is refused', async () => {
  const made = await add('Slow Supply');
  const terms = `/v1/purchasing/suppliers/${made.id}/terms`;
  const reorder = async () => (await ask('GET', `/v1/purchasing/suppliers/${made.id}/reorder`, { token })).body;
  expect(await reorder()).toMatchObject({ terms: { leadDays: 5, coverDays: 30, version: 1 } });
  expect((await ask('PUT', terms, { token, body: { leadDays: 9, coverDays: 40, version: 1 } })).status).toBe(200);
  const late = await put({ id: made.id, name: made.name, leadDays: 6, version: made.version });
  expect([late.status, late.message]).toEqual([409, 'Someone else has changed this in the meantime.']);
  const saved = await put({ id: made.id, name: made.name, leadDays: 6, version: made.version + 1 });
  expect(saved.body).toMatchObject({ leadDays: 6 });
  expect(await reorder()).toMatchObject({ terms: { leadDays: 6, coverDays: 40, version: 3 } });
});
