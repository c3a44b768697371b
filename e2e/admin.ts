import type { BrowserContext, Locator, Page } from '@playwright/test';
import { newId } from '#lib/uuid.ts';
import type { Claim } from '#lib/api/endpoint.ts';
import type { OpenDb } from '#platform/db/db.server.ts';
import { environment } from './place.ts';
import { expect } from './test.ts';

/** Signs the browser in as the first administrator, who has every claim. */
export async function signInAsAdministrator(context: BrowserContext): Promise<void> {
  const { ADMIN_EMAIL: UserName, ADMIN_PASSWORD: Password } = environment;
  const data = { ClientId: 'web', GrantType: 'password', UserName, Password };
  const answer = await context.request.post('/v1/core/auth/token', { data, headers: { 'x-session': 'cookie' } });
  expect(answer.ok()).toBe(true);
}

/** Signs the browser in as a new user: an administrator with these claims, or a customer. Returns their e-mail. */
export async function signInAs(
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

/** Checks that an error notice does not cover this button on a phone, a tablet and a desktop, wherever the page is scrolled to. */
export async function expectFreeOfNotices(page: Page, save: Locator): Promise<void> {
  const before = page.viewportSize();
  const text = 'This was not saved: the network could not be reached. Check the connection, and then save once more.';
  await page.evaluate((words) => {
    window.dispatchEvent(new CustomEvent('shop:notice', { detail: { text: words, isProblem: true } }));
  }, text);
  const notice = page.getByRole('alert').getByText(text);
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await save.scrollIntoViewIfNeeded();
    await expect(notice).toBeInViewport();
    const isFree = () =>
      save.evaluate((button) => {
        const { left, top, width: across, height } = button.getBoundingClientRect();
        const at = [0.1, 0.5, 0.9].map((part) => document.elementFromPoint(left + across * part, top + height / 2));
        return at.every((element) => button.contains(element));
      });
    await expect.poll(isFree, { message: `free at ${width} px` }).toBe(true);
  }
  await page.getByRole('button', { name: 'Close this notice' }).click();
  if (before) await page.setViewportSize(before);
}

interface LostMail {
  kind: string;
  area: string;
  submissionId?: string;
  orderId?: string;
}

/** Stores a mail that has finally failed; `isGone` waits until it has been sent after all. */
export async function storeFailedMail({ db }: OpenDb, { kind, area, ...data }: LostMail) {
  const id = newId();
  const at = new Date();
  const subject_id = data.orderId ?? data.submissionId ?? null;
  const failed = {
    reason: 'The mail server is away.',
    failed_at: at,
    give_up_at: at,
    created_at: at,
    next_try_at: null,
  };
  await db
    .insertInto('unsent_mails')
    .values({ id, kind, area, subject_id, data: JSON.stringify(data), ...failed })
    .execute();
  const rows = () => db.selectFrom('unsent_mails').select('id').where('id', '=', id).execute();
  return { isGone: () => expect.poll(rows).toEqual([]) };
}
