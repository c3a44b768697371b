import { verify } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { claims } from '#lib/api/endpoint.ts';
import { testApp } from '../../../test/app.ts';
import { ensureAdministrator } from './first-administrator.server.ts';

const { ask, deps } = await testApp();
const { db } = deps;
const named = {
  ...deps,
  env: { ...deps.env, adminEmail: 'Boss@Example.com', adminPassword: 'first password 1' },
};

const users = () =>
  db.selectFrom('users').select(['email', 'user_type', 'claims', 'password_hash']).orderBy('id').execute();

test('the first start on an empty database creates an administrator and returns the random password once', async () => {
  const made = await ensureAdministrator(deps);
  expect(made).toEqual({
    email: 'admin@example.com',
    password: expect.stringMatching(/^([a-z2-9]{4}-){4}[a-z2-9]{3}[2-9]$/),
  });
  expect(await ensureAdministrator(deps)).toBeNull();
  const [only, ...others] = await users();
  expect(others).toEqual([]);
  expect(only).toMatchObject({ email: 'admin@example.com', user_type: 3, claims });
  expect(await verify(only?.password_hash ?? '', made?.password ?? '')).toBe(true);
});

test('ADMIN_EMAIL is created if missing, whatever other users exist, and not changed afterwards', async () => {
  expect(await ensureAdministrator(named)).toBeNull();
  expect(await ensureAdministrator({ ...named, env: { ...named.env, adminPassword: 'second password 2' } })).toBeNull();
  const made = (await users()).filter(({ email }) => email === 'Boss@Example.com');
  expect(made).toMatchObject([{ user_type: 3, claims }]);
  const signIn = (Password: string) =>
    ask('POST', '/v1/core/auth/token', {
      body: { UserName: 'boss@example.com', Password, ClientId: 'web', GrantType: 'password' },
    });
  expect((await signIn('first password 1')).status).toBe(200);
  expect((await signIn('second password 2')).status).toBe(401);
});

test('concurrent first starts create one administrator', async () => {
  await db.deleteFrom('sessions').execute();
  await db.deleteFrom('users').execute();
  const made = await Promise.all(Array.from({ length: 5 }, () => ensureAdministrator(deps)));
  expect(made.filter((one) => one !== null)).toHaveLength(1);
  expect(await users()).toHaveLength(1);
  const log = await db
    .selectFrom('audit_log')
    .select(['actor_name', 'action', 'after'])
    .orderBy('id', 'desc')
    .execute();
  expect(log[0]).toMatchObject({ actor_name: 'System', action: 'create' });
  expect(JSON.stringify(log)).not.toContain('argon2');
});
