import type { BrowserContext } from '@playwright/test';
import { newId } from '#lib/uuid.ts';
import type { Claim } from '#lib/endpoint.ts';
import type { OpenDb } from '#infra/db.server.ts';
import { environment } from './place.ts';
import { expect } from './test.ts';

/** Signs the browser in as the first administrator, who holds every claim. */
export async function asAdministrator(context: BrowserContext): Promise<void> {
  const { ADMIN_EMAIL: UserName, ADMIN_PASSWORD: Password } = environment;
  const data = { ClientId: 'web', GrantType: 'password', UserName, Password };
  const answer = await context.request.post('/v1/core/auth/token', { data, headers: { 'x-session': 'cookie' } });
  expect(answer.ok()).toBe(true);
}

/** Signs the browser in as somebody new: an administrator with these claims, or a customer. Answers their e-mail. */
export async function asSomebody(
  context: BrowserContext,
  { db }: OpenDb,
  claims: readonly Claim[] | 'customer',
): Promise<string> {
  const email = `staff.${newId()}@example.com`;
  const password = 'clean sweep 7';
  const person = { firstName: 'Imogen', lastName: 'Farrant', email, mobile: '0491570006', acceptedTheTerms: true };
  const answer = await context.request.post('/v1/core/accounts', {
    data: { ...person, password, confirmPassword: password },
    headers: { 'x-session': 'cookie' },
  });
  expect(answer.status()).toBe(201);
  if (claims !== 'customer') {
    await db
      .updateTable('users')
      .set({ user_type: 3, claims: [...claims] })
      .where('email', '=', email)
      .execute();
  }
  return email;
}
