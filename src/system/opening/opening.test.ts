import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { readEnv } from '#platform/process/env.server.ts';
import { sql } from 'kysely';
import { noteEvent } from '#platform/db/system-events.server.ts';
import { createApp } from '../../app.server.ts';
import { seedSite } from '../../demo.server.ts';
import { testApp } from '../../../test/app.ts';
import { makeProduct } from '../../../test/make.ts';
import { makeAdministrator } from '../../../test/people.ts';
import type { OpeningPoint } from './contract.ts';

const smtp = new SMTPServer({ disabledCommands: ['STARTTLS'], authOptional: true });
smtp.listen(0, '127.0.0.1');
await once(smtp.server, 'listening');
afterAll(() => new Promise<void>((closed) => void smtp.close(() => closed())));

const { deps, ask, askOf, mails } = await testApp({ environment: { DEMO_CONTENT: 'false' } });
const { db, clock } = deps;
await seedSite(deps);
const ready = readEnv({
  DATA_DIR: deps.env.dataDir,
  SESSION_SECRET: 'a secret of the tests, long enough to sign',
  PUBLIC_URL: 'https://127.0.0.1:1', // cannot be reached from here, which is no reason that visitors cannot
  RATE_LIMIT: 'off',
  SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`, // it listens on a port
  PAYMENT_PROVIDER: 'stripe',
  STRIPE_SECRET_KEY: 'sk_live_secret',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_public',
  STRIPE_WEBHOOK_SECRET: 'whsec_secret',
});
/** The same shop where everything in the environment is ready; a start that leaves out DEMO_CONTENT makes it no demo. */
const askReady = askOf(await createApp({ ...deps, env: ready }, { pages: false }));

const boss = await makeAdministrator(deps, { claims: ['ManageUserPermissions'] });
const editor = await makeAdministrator(deps, { claims: ['ManageSite'] });

async function missing(call: typeof ask, { token } = boss): Promise<string[]> {
  const { status, body } = await call<OpeningPoint[]>('GET', '/v1/opening', { token });
  expect(status).toBe(200);
  for (const { figure, advice } of body) expect([figure, advice]).not.toContain('');
  return body.map(({ key }) => key);
}

test('a new shop lacks everything; who may only edit the site sees what they may do', async () => {
  expect(await missing(ask)).toEqual([
    'company',
    'abn',
    'products',
    'privacy-policy',
    'mail',
    'payment',
    'https',
    'backup',
  ]);
  expect(await missing(ask, editor)).toEqual(['privacy-policy']);
  const stranger = await makeAdministrator(deps, { claims: ['ManageCartOrders'] });
  expect((await ask('GET', '/v1/opening', { token: stranger.token })).status).toBe(403);
});

test('what is made up keeps the list away until it has been removed, and so does a demo that is only a catalogue', async () => {
  const event = (name: 'demo-made' | 'demo-removed') => noteEvent(db, name, clock.now());
  await db.insertInto('demo_records').values({ kind: 'orders', id: newId() }).execute();
  expect(await missing(askReady)).toEqual([]);
  await event('demo-made');
  await db.deleteFrom('demo_records').execute();
  expect(await missing(askReady)).toEqual([]);
  await event('demo-removed');
  expect(await missing(askReady)).toContain('backup');
});

test('the details that came with the demo are nobody’s', async () => {
  const demo = await testApp();
  const { token } = await makeAdministrator(demo.deps, { claims: ['ManageUserPermissions'] });
  const { body } = await demo.ask<OpeningPoint[]>('GET', '/v1/opening', { token });
  expect(body.map(({ key }) => key)).toContain('company');
});

/** The sentence of the privacy policy's point, and what can be done about it. */
async function privacyPoint() {
  const { body } = await ask<OpeningPoint[]>('GET', '/v1/opening', { token: editor.token });
  return body.map(({ figure, link, action }) => ({ figure, to: link.to, action }))[0];
}

/** Removes what is in square brackets from a published page, but for links. */
const complete = (key: string) =>
  sql`update site_pages set published = regexp_replace(published::text, '\\[[^][{}"]*\\](?!\\()', '', 'g')::jsonb where path_key = ${key}`.execute(
    db,
  );

test('the privacy policy is missing while it or the terms have parts in square brackets, then until somebody has read it', async () => {
  const confirm = () => ask('POST', '/v1/opening/privacy-policy', { token: editor.token });
  const begins = 'The privacy policy still says “[Before you open: read this policy, complete or remove every…”.';
  expect(await privacyPoint()).toEqual({ figure: begins, to: '/privacy-policy/', action: null });
  const refused = await confirm();
  expect([refused.status, refused.message]).toEqual([409, begins]);
  await complete('privacy-policy');
  expect(await privacyPoint()).toMatchObject({
    figure: expect.stringMatching(/^The terms and conditions page still says “\[Before you open/),
    to: '/terms-and-conditions/',
  });
  for (let pass = 0; pass < 2; pass++) await complete('terms-and-conditions'); // some are within others
  expect(await privacyPoint()).toEqual({
    figure: 'Nobody has confirmed that it has been read.',
    to: '/privacy-policy/',
    action: 'confirm-privacy-policy',
  });
});

test('a point is gone when it has been done, and when all are, the list is gone for good', async () => {
  expect(await missing(askReady)).toEqual(['company', 'abn', 'products', 'privacy-policy', 'mail', 'backup']);

  const { body: answered } = await ask<{ company: object; version: number }>('GET', '/v1/settings', {
    token: boss.token,
  });
  const { version: _version, ...settings } = answered;
  const company = { ...settings.company, abn: '51824753556' };
  expect((await ask('PUT', '/v1/settings', { body: { ...settings, company }, token: boss.token })).status).toBe(200);
  expect(await missing(askReady)).toContain('company'); // it has the placeholder's name
  const own = { ...company, name: 'Harbour Clean' }; // its own name is enough: the phones may still be the placeholder's
  expect((await ask('PUT', '/v1/settings', { body: { ...settings, company: own }, token: boss.token })).status).toBe(
    200,
  );
  await makeProduct(db);
  expect(await missing(askReady)).toEqual(['privacy-policy', 'mail', 'backup']);

  expect((await ask('POST', '/v1/opening/privacy-policy', { token: editor.token })).status).toBe(204);
  const audited = await db
    .selectFrom('audit_log')
    .select(['actor_id', 'at', 'action'])
    .where('entity', '=', 'privacy-policy')
    .execute();
  expect(audited).toEqual([{ actor_id: editor.id, at: clock.now(), action: 'confirm' }]);

  const written = await ask('POST', '/v1/system/test-mail', { token: boss.token });
  expect(written.body).toMatchObject({ isSent: false }); // without a mail server it proves nothing
  expect(await missing(askReady)).toEqual(['mail', 'backup']);
  const sent = await askReady('POST', '/v1/system/test-mail', { token: boss.token });
  expect(sent.body).toMatchObject({ isSent: true });
  expect(mails.at(-1)).toMatchObject({ to: boss.email, subject: 'Test e-mail from Harbour Clean' });
  expect(await missing(askReady)).toEqual(['backup']);

  const at = clock.now();
  await db
    .insertInto('backups')
    .values({
      id: newId(),
      kind: 'manual',
      place: 'folder',
      file_name: 'a',
      app_version: '0',
      is_encrypted: false,
      started_at: at,
      finished_at: at,
      beat_at: at,
      verified_at: at,
    })
    .execute();
  expect(await missing(askReady)).toEqual([]);
  expect(await missing(ask)).toEqual([]); // though its mail server has gone: from now on the system page says so
});
