import { expect, test } from 'vitest';
import { claims } from '#lib/api/endpoint.ts';
import { setupLinkNeeded, siteBeingSetUp } from '#lib/api/sentences.ts';
import { noteEvent } from '#platform/db/system-events.server.ts';
import { testApp } from '../../test/app.ts';
import { beginSetup, followSetup } from './setup-link.server.ts';
import { createApp } from '../app.server.ts';
import { isDemoDue } from '../demo.server.ts';
import { ensureAdministrator } from '#accounts/registration/first-administrator.server.ts';

const { deps, askOf, ask: askWithoutSetup } = await testApp({ environment: { DEMO_CONTENT: 'false' } });
const { db } = deps;
const demo = { db, env: { ...deps.env, demoContent: true as const } };
const atFirst = { link: await beginSetup(demo), isDemoDue: await isDemoDue(db) };
const link = (await beginSetup(deps)) ?? '';
const app = await createApp({ ...deps, setup: followSetup(db) }, { pages: false });
const ask = askOf(app);

const headers = { origin: 'http://shop.test', 'x-session': 'cookie' };
const token = new URL(link).searchParams.get('t') ?? '';
const cookies = { setup: token };

const drawing = (inside = '') =>
  `data:image/svg+xml;base64,${Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}<path d="M0 0h9v9z"/></svg>`).toString('base64')}`;

interface Typed {
  settings: { company: Record<string, unknown>; delivery: object };
  brand: Record<string, unknown>;
  services: object;
  administrator: Record<string, string>;
}
const readTyped = () => ask<Typed>('GET', '/v1/setup', { cookies });

const address = { streetNumber: '4', streetName: 'Dock Road', city: 'Geelong', state: 'VIC', postcode: '3220' };
const company = {
  name: 'Harbour Clean',
  abn: '51 824 753 556',
  email: 'office@harbour.example',
  officePhone: '(03) 5550 1234',
  mobile: '0491 570 157',
  address,
};
const person = { firstName: 'Ines', lastName: 'Marlow', email: 'ines@harbour.example', mobile: '0491570158' };
const administrator = { ...person, password: 'mop and bucket 1', confirmPassword: 'mop and bucket 1' };

async function whole(change: object = {}) {
  const { settings, brand, services } = (await readTyped()).body;
  const { delivery } = settings;
  return { company, delivery, brand: { ...brand, accent: '#1d4ed8' }, services, administrator, ...change };
}

test('the link is the same for all processes and starts, and not in the database', async () => {
  expect(link).toMatch(/^http:\/\/shop\.test\/setup\/\?t=[\w-]{43}$/);
  expect(await Promise.all([beginSetup(deps), beginSetup(deps), beginSetup(deps)])).toEqual([link, link, link]);
  const stored = await db.selectFrom('setup').selectAll().execute();
  expect(stored).toHaveLength(1);
  expect(JSON.stringify(stored)).not.toContain(token);
});

test('an e-mail and password in the environment, or the demo, leave nothing to set up', async () => {
  const named = { ...deps.env, adminEmail: 'boss@example.com', adminPassword: 'password 1' };
  expect(await beginSetup({ db, env: named })).toBeUndefined();
  expect(atFirst).toEqual({ link: undefined, isDemoDue: true });
  expect(await ensureAdministrator(deps)).toBeNull(); // without demo content nobody gets a generated password
});

test('once the set-up has begun, a start with demo content goes on with it and makes no demo', async () => {
  expect(await beginSetup(demo)).toBe(link);
  expect(await isDemoDue(db)).toBe(false);
  await noteEvent(db, 'demo-begun', deps.clock.now()); // by a start that was killed
  expect(await isDemoDue(db)).toBe(false);
  await db.deleteFrom('system_events').execute();
});

test('the token is exchanged for a cookie that scripts cannot read; a wrong one is refused', async () => {
  const opened = await ask('POST', '/v1/setup/open', { body: { token } });
  expect(opened.status).toBe(204);
  expect(opened.cookies).toMatchObject([{ name: 'setup', value: token, httpOnly: true, sameSite: 'Lax' }]);
  const wrong = await ask('POST', '/v1/setup/open', { body: { token: `${token.slice(0, -1)}_` } });
  expect([wrong.status, wrong.cookies]).toEqual([401, []]);
});

test('without the link, with a wrong one, or from another site nothing is read or changed', async () => {
  const calls = [
    ['GET', '/v1/setup'],
    ['PUT', '/v1/setup'],
    ['POST', '/v1/setup/finish'],
  ] as const;
  const wrongCookies: Record<string, string>[] = [{}, { setup: `${token.slice(0, -1)}_` }, { setup: '' }];
  const body = await whole();
  for (const [method, path] of calls)
    for (const wrong of wrongCookies) {
      const answer = await ask(method, path, { cookies: wrong, headers, ...(method !== 'GET' && { body }) });
      expect([answer.status, answer.message]).toEqual([401, setupLinkNeeded]);
    }
  const colours = { body: { accent: '#1d4ed8', ink: '#172554' } };
  expect((await ask('POST', '/v1/brand/colours', { ...colours, headers })).status).toBe(401);
  expect((await ask('POST', '/v1/brand/colours', { ...colours, headers, cookies })).status).toBe(200);
  expect((await askWithoutSetup('PUT', '/v1/brand', { body: {}, headers, cookies })).status).toBe(401);
  const foreign = { origin: 'http://elsewhere.test' };
  expect((await ask('POST', '/v1/setup/finish', { body, cookies, headers: foreign })).status).toBe(403);
});

test('until it is set up, visitors can change nothing', async () => {
  const body = { name: 'Kim', email: 'kim@example.com', message: 'Hello' };
  const answer = await ask('POST', '/v1/contact-us/send', { body });
  expect([answer.status, answer.message, answer.headers['retry-after']]).toEqual([503, siteBeingSetUp, '600']);
  expect((await ask('GET', '/v1/settings/public')).status).toBe(200);
});

test('what was typed is kept, right or wrong, without passwords; pictures become files, and bad ones are named', async () => {
  const { body: empty } = await readTyped();
  expect(empty.settings.company).toMatchObject({ name: '', abn: '', email: '', officePhone: '' });
  const body = {
    settings: { ...empty.settings, company: { ...company, name: 'H', abn: '1\u0000' } },
    brand: {
      ...empty.brand,
      accent: '#ffd400',
      logo: drawing(),
      icon: drawing('<script>alert(1)</script>'),
      areas: [1],
    },
    services: empty.services,
    administrator: { ...administrator, extra: 'x' },
  };
  const saved = await ask<{ brand: Record<string, unknown>; faults: object[] }>('PUT', '/v1/setup', {
    body,
    cookies,
    headers,
  });
  expect(saved.body.faults).toMatchObject([{ path: 'icon' }, { path: 'accent' }]);
  expect(saved.body.brand).toMatchObject({ logo: expect.stringMatching(/^\/brand\/\w+\.svg$/), icon: null, areas: [] });
  await ask('PUT', '/v1/setup', {
    body: { ...body, brand: { ...body.brand, logo: drawing('<g/>') } },
    cookies,
    headers,
  });
  const { body: typed } = await readTyped();
  expect(typed.settings.company).toMatchObject({ name: 'H', abn: '1\u0000' });
  expect(typed.administrator).toEqual(person);
  const stored = await db.selectFrom('setup').select('draft').executeTakeFirstOrThrow();
  expect(stored.draft).not.toContain(administrator.password);
  const long = { ...body, administrator: { ...person, firstName: 'x'.repeat(70_000) } };
  expect((await ask('PUT', '/v1/setup', { body: long, cookies, headers })).status).toBe(413);
});

test('all faults are named at once, and nothing is set up', async () => {
  const bad = {
    company: { ...company, name: '', abn: '51 824 753 557' },
    administrator: { ...administrator, email: 'ines', password: 'short', confirmPassword: 'other' },
  };
  const answer = await ask('POST', '/v1/setup/finish', { body: await whole(bad), cookies, headers });
  expect(answer.status).toBe(400);
  expect(answer.faults.map(({ path }) => path)).toEqual([
    'company.name',
    'company.abn',
    'administrator.email',
    'administrator.password',
    'administrator.confirmPassword',
  ]);
  const { brand } = await whole();
  const pale = await ask('POST', '/v1/setup/finish', {
    body: await whole({ brand: { ...brand, accent: '#ffd400' } }),
    cookies,
    headers,
  });
  expect(pale.faults).toMatchObject([{ path: 'brand.accent' }]);
  expect(await db.selectFrom('users').selectAll().execute()).toEqual([]);
});

test('of those who finish at once one succeeds, with everything; then the link is dead for good', async () => {
  const bodies = await Promise.all(
    ['a', 'b', 'c', 'd'].map((name) =>
      whole({
        company: { ...company, name: `Harbour ${name}` },
        administrator: { ...administrator, email: `${name}@harbour.example` },
      }),
    ),
  );
  const answers = await Promise.all(bodies.map((body) => ask('POST', '/v1/setup/finish', { body, cookies, headers })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401, 401]);
  const won = answers.findIndex(({ status }) => status === 201);
  const users = await db.selectFrom('users').select(['email', 'user_type', 'claims', 'first_name']).execute();
  expect(users).toEqual([
    { email: bodies[won]?.administrator.email, user_type: 3, claims: [...claims], first_name: 'Ines' },
  ]);
  const shown = await ask<{ company: object; brand: object }>('GET', '/v1/settings/public');
  expect(shown.body.company).toMatchObject({ name: bodies[won]?.company.name, abn: '51824753556' });
  expect(shown.body.brand).toMatchObject({ stylesheet: expect.stringMatching(/^\/brand\/.+\.css$/) });

  const session = Object.fromEntries(answers[won]?.cookies.map(({ name, value }) => [name, value]) ?? []);
  expect((await ask('GET', '/v1/settings', { cookies: session })).body).toMatchObject({
    notifications: { orders: [company.email] },
  });
  const missing = await ask<{ key: string }[]>('GET', '/v1/opening', { cookies: session });
  expect(missing.body.map(({ key }) => key)).toEqual(expect.not.arrayContaining(['company', 'abn']));
  expect(session).toMatchObject({ setup: '' });
  expect(await db.selectFrom('setup').select('draft').execute()).toEqual([{ draft: null }]);
  const { logo } = (await ask<{ brand: { logo: string } }>('GET', '/v1/settings/public')).body.brand;
  for await (const key of deps.files.list('brand/')) expect(`/${key}`).toBe(logo); // not those that were replaced

  for (const [method, path] of [
    ['GET', '/v1/setup'],
    ['PUT', '/v1/setup'],
    ['POST', '/v1/setup/finish'],
  ] as const) {
    const body = method === 'GET' ? {} : { body: bodies[0] ?? {} };
    expect((await ask(method, path, { cookies, headers, ...body })).status).toBe(401);
  }
  expect((await ask('POST', '/v1/setup/open', { body: { token } })).status).toBe(401);
  expect(await beginSetup(deps)).toBeUndefined();
  expect((await ask('POST', '/v1/contact-us/send', { body: {} })).status).toBe(400);
});

test('the link stays closed without an administrator, and with one who is archived or was made in another way', async () => {
  await db.updateTable('users').set({ user_type: 1 }).execute();
  expect(await beginSetup(deps)).toBeUndefined();
  expect((await askWithoutSetup('GET', '/v1/setup', { cookies })).status).toBe(401);
  await db.updateTable('users').set({ user_type: 3 }).execute();
  await db.updateTable('users').set({ archived_at: deps.clock.now() }).execute();
  await db.updateTable('setup').set({ finished_at: null }).execute();
  expect(await beginSetup(deps)).toBeUndefined();
  expect((await askWithoutSetup('GET', '/v1/setup', { cookies })).status).toBe(401);
});
