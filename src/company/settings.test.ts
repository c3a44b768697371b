import { expect, test } from 'vitest';
import { hashPassword } from '#accounts/sign-in/password-hashing.server.ts';
import { insertUser } from '#accounts/profile/write-users.server.ts';
import { startSession } from '#accounts/sign-in/sessions.server.ts';
import { publishChange } from '#platform/db/changes.server.ts';
import type { Claim } from '#lib/api/endpoint.ts';
import { slicesApp } from '../../test/slices.ts';
import { settingsRoutes } from './routes.server.ts';
import { readSettings } from './settings.server.ts';

const { ask, deps } = await slicesApp([settingsRoutes], { COMPANY_EMAIL: 'office@example.com.au' });
const { db, clock } = deps;
const passwordHash = await hashPassword('clean sweep 7');

let made = 0;
/** An access token of a new user. */
async function tokenOf(userType: 1 | 3, claims: Claim[] = []): Promise<string> {
  const email = `reader.${++made}@example.com`;
  const person = { firstName: 'Ngaio', lastName: 'Bell', email, mobile: '0491570157', passwordHash, at: clock.now() };
  return db.transaction().execute(async (tx) => {
    const { userId } = await insertUser(tx, person);
    await tx.updateTable('users').set({ user_type: userType, claims }).where('id', '=', userId).execute();
    return (await startSession(deps, tx, { userId, ip: '192.0.2.1', userAgent: undefined })).access_token;
  });
}
const manager = await tokenOf(3, ['ManageUserPermissions']);

/** The settings as an administrator reads them, to be changed and sent back. */
async function current(): Promise<Record<string, unknown> & { version: number }> {
  const { status, body } = await ask('GET', '/v1/settings', { token: manager });
  expect(status).toBe(200);
  return body as Record<string, unknown> & { version: number }; // the next test checks the shape
}

test('the first start fills the settings from the environment, and claims nothing of the company', async () => {
  expect(await current()).toEqual({
    company: {
      name: 'Cleaning Company',
      abn: '',
      email: 'office@example.com.au',
      officePhone: '0255501234',
      mobile: '0491570006',
      address: {
        unitNumber: '',
        streetNumber: '1',
        streetName: 'Example Street',
        city: 'Sydney',
        state: 'NSW',
        postcode: '2000',
      },
    },
    delivery: { fee: 12.5, freeFrom: 150, times: '', dispatch: '', pickUp: '' },
    bank: { accountName: '', bsb: '', accountNumber: '', payId: '' },
    lowStockFrom: 5,
    notifications: {
      orders: ['office@example.com.au'],
      enquiries: ['office@example.com.au'],
      submissions: ['office@example.com.au'],
    },
    systemMessage: '',
    navigation: {
      faqs: false,
      login: false,
      admin: false,
      register: false,
      shopping: false,
      cart: false,
      logout: false,
    },
    webhookUrl: '',
    version: 1,
  });
});

test('everybody can read the public part, and only that', async () => {
  const { status, body } = await ask('GET', '/v1/settings/public');
  expect(status).toBe(200);
  const { company, delivery, navigation } = await current();
  expect(body).toEqual({
    company,
    delivery,
    navigation,
    systemMessage: '',
    brand: {
      legalName: '',
      tagline: '',
      about: '',
      acknowledgement: '',
      hours: 'Monday to Friday, 7 am to 6 pm',
      areas: [],
      links: [],
      logo: null,
      logoOnDark: null,
      icon: null,
      stylesheet: null,
      fontFiles: null,
      darkGround: '#0c1716',
    },
    hasTestPayments: true,
    maintenance: null,
    adConversionId: null,
  });
});

test('only administrators who manage permissions read and change the settings', async () => {
  const settings = await current();
  const callers = [
    [null, 401],
    [await tokenOf(1), 403],
    [await tokenOf(1, ['ManageUserPermissions']), 403],
    [await tokenOf(3, ['ManageUsers', 'ManageForms']), 403],
  ] as const;
  for (const [token, status] of callers) {
    expect((await ask('GET', '/v1/settings', { token })).status).toBe(status);
    expect((await ask('PUT', '/v1/settings', { token, body: settings })).status).toBe(status);
  }
  expect(await current()).toEqual(settings);
});

test('a change increments the version, is visible at once and is written to the audit log', async () => {
  const settings = await current();
  const nothingPromised = { times: '', dispatch: '', pickUp: '' };
  const delivery = { fee: 15.95, freeFrom: null, ...nothingPromised };
  const body = { ...settings, delivery, systemMessage: 'Closed on Monday.' };
  const saved = await ask('PUT', '/v1/settings', { token: manager, body });
  expect([saved.status, saved.body]).toEqual([200, { ...body, version: settings.version + 1 }]);
  expect(await current()).toEqual(saved.body);
  expect((await ask('GET', '/v1/settings/public')).body).toMatchObject({ delivery });
  expect((await readSettings(deps)).delivery.fee).toBe(1595);
  const auditEntry = await db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(auditEntry).toMatchObject({
    actor_name: 'Ngaio Bell',
    action: 'update',
    entity: 'settings',
    entity_id: '1',
    before: { delivery: { fee: 12.5, freeFrom: 150 } },
    after: { delivery: { fee: 15.95, freeFrom: null } },
  });
});

test('an outdated version changes nothing; without a version the last write wins', async () => {
  const settings = await current();
  await ask('PUT', '/v1/settings', { token: manager, body: { ...settings, systemMessage: 'First.' } });
  const outdated = await ask('PUT', '/v1/settings', { token: manager, body: { ...settings, systemMessage: 'Late.' } });
  expect([outdated.status, outdated.message]).toEqual([409, 'Someone else has changed this in the meantime.']);
  expect(await current()).toMatchObject({ systemMessage: 'First.', version: settings.version + 1 });
  for (const version of [undefined, null]) {
    const body = { ...settings, version, systemMessage: 'Last.' };
    expect((await ask('PUT', '/v1/settings', { token: manager, body })).status).toBe(200);
  }
  expect(await current()).toMatchObject({ systemMessage: 'Last.' });
});

test('of ten concurrent changes of one version, one succeeds', async () => {
  const settings = await current();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      ask('PUT', '/v1/settings', { token: manager, body: { ...settings, systemMessage: `Change ${i}.` } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
  expect((await current()).version).toBe(settings.version + 1);
});

test('a change by another process is noticed', async () => {
  const settings = await current();
  await db.transaction().execute(async (tx) => {
    const row = await tx.selectFrom('settings').select('content').executeTakeFirstOrThrow();
    const content = { ...(row.content as object), systemMessage: 'From elsewhere.' }; // the JSON is an object
    await tx
      .updateTable('settings')
      .set({ content: JSON.stringify(content), version: settings.version + 1 })
      .execute();
    await publishChange(tx, 'settings');
  });
  await expect.poll(async () => (await current())['systemMessage']).toBe('From elsewhere.');
});

test('a change is published to other processes', async () => {
  let published = 0;
  deps.changes.subscribe('settings', () => (published += 1));
  await ask('PUT', '/v1/settings', { token: manager, body: await current() });
  await expect.poll(() => published).toBe(1);
});

test.each([
  [{ company: { abn: '51 824 753 557' } }, 'company.abn', 'Invalid ABN.'],
  [{ company: { email: 'office' } }, 'company.email', 'Invalid email address'],
  [{ company: { officePhone: '5550' } }, 'company.officePhone', 'Invalid phone number.'],
  [{ company: { name: '' } }, 'company.name', 'Company name is required.'],
  [{ delivery: { fee: -1 } }, 'delivery.fee', undefined],
  [{ delivery: { fee: 1.005 } }, 'delivery.fee', undefined],
  [{ delivery: { fee: null } }, 'delivery.fee', 'Delivery fee is required.'],
  [{ notifications: { orders: ['nobody'] } }, 'notifications.orders.0', 'Invalid email address'],
  [{ webhookUrl: 'http://example.com' }, 'webhookUrl', 'Invalid web address.'],
  [{ webhookUrl: 'http://localhost.example.com' }, 'webhookUrl', 'Invalid web address.'],
  [{ webhookUrl: 'javascript:alert(1)' }, 'webhookUrl', 'Invalid web address.'],
  [{ systemMessage: 'x'.repeat(301) }, 'systemMessage', 'System message is too long.'],
  [{ navigation: { faqs: 'yes' } }, 'navigation.faqs', undefined],
])('invalid input %j is reported at %s', async (change, path, message) => {
  const settings = await current();
  const body = Object.fromEntries(
    Object.entries({ ...settings, ...change }).map(([name, value]) => [
      name,
      typeof value === 'object' ? { ...(settings[name] as object), ...value } : value, // objects contain objects
    ]),
  );
  const { status, faults } = await ask('PUT', '/v1/settings', { token: manager, body });
  expect(status).toBe(400);
  expect(faults).toEqual([{ path, message: message ?? expect.any(String) }]);
  expect(await current()).toEqual(settings);
});

test('the ABN is accepted with blanks and stored as digits', async () => {
  const { company, ...settings } = await current();
  const body = { ...settings, company: { ...(company as object), abn: '51 824 753 556' } };
  const saved = await ask('PUT', '/v1/settings', { token: manager, body });
  expect(saved.body).toMatchObject({ company: { abn: '51824753556' } });
});
