import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, expect, test } from 'vitest';
import { newId } from '#lib/uuid.ts';
import { readEnv } from '#platform/process/env.server.ts';
import { createApp } from '../../app.server.ts';
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
const ready = readEnv({
  DATA_DIR: deps.env.dataDir,
  SESSION_SECRET: 'a secret of the tests, long enough to sign',
  PUBLIC_URL: 'https://127.0.0.1:1', // cannot be reached from here, which is no reason that visitors cannot
  RATE_LIMIT: 'off',
  DEMO_CONTENT: 'false',
  SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`, // it listens on a port
  PAYMENT_PROVIDER: 'stripe',
  STRIPE_SECRET_KEY: 'sk_live_secret',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_public',
  STRIPE_WEBHOOK_SECRET: 'whsec_secret',
});
/** The same shop where everything in the environment is ready. */
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
  expect(await missing(ask)).toEqual(['abn', 'products', 'privacy-policy', 'mail', 'payment', 'https', 'backup']);
  expect(await missing(ask, editor)).toEqual(['privacy-policy']);
  const stranger = await makeAdministrator(deps, { claims: ['ManageCartOrders'] });
  expect((await ask('GET', '/v1/opening', { token: stranger.token })).status).toBe(403);
});

test('a point is gone when it has been done, and when all are, the list is gone for good', async () => {
  expect(await missing(askReady)).toEqual(['abn', 'products', 'privacy-policy', 'mail', 'backup']);

  const { body: settings } = await ask<{ company: object }>('GET', '/v1/settings', { token: boss.token });
  const company = { ...settings.company, abn: '51824753556' };
  expect((await ask('PUT', '/v1/settings', { body: { ...settings, company }, token: boss.token })).status).toBe(200);
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
  expect(mails.at(-1)).toMatchObject({ to: boss.email, subject: 'Test e-mail from Cleaning Company' });
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
