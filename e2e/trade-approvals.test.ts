import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import { newId } from '#lib/uuid.ts';
import type { OpenDb } from '#platform/db/db.server.ts';
import { makeTradeAccount, makeTradeMember, makeTradeSite } from '../test/make-trade-account.ts';
import { signInAs } from './admin.ts';
import { detail, goods } from './shopper.ts';
import { expect, expectAccessibleWideAndNarrow, test, waitForMail } from './test.ts';

/** An account with a site that has a small budget; the browser is signed in as its buyer, who has a colleague that approves. */
async function company({ db }: OpenDb, page: Page): Promise<{ approver: string }> {
  const { id } = await makeTradeAccount(db, {
    name: `Example Schools ${newId().slice(-6)}`,
    creditLimit: 5_000,
    sites: [],
  });
  await makeTradeSite(db, id, { name: 'North campus', budget: 20 });
  const user = async (email: string) =>
    db.selectFrom('users').select(['id', 'email']).where('email', '=', email).executeTakeFirstOrThrow();
  const approver = await signInAs(page.context(), { db } as OpenDb, 'customer');
  await sql`update users set first_name = 'Mira', last_name = 'Okoye' where email = ${approver}`.execute(db);
  await makeTradeMember(db, id, { user: await user(approver), role: 'approver' });
  await page.context().clearCookies();
  const buyer = await signInAs(page.context(), { db } as OpenDb, 'customer');
  await makeTradeMember(db, id, { user: await user(buyer) });
  return { approver };
}

test('an order above the budget waits for approval, and is approved from the mail', async ({ page, database }) => {
  const { approver } = await company(database, page);
  await page.goto(detail(goods.disinfectant.url));
  await expect(page.getByText('$20.00 of $20.00 left in')).toBeVisible();
  await page.getByRole('textbox', { name: 'Quantity', exact: true }).first().fill('10');
  await page
    .getByRole('button', { name: /add to cart/i })
    .first()
    .click();
  await page.goto('/shopping/checkout');
  await page.getByRole('button', { name: 'Continue to Delivery' }).click();
  await expect(page.getByText('12 Example Street, Fitzroy VIC 3065')).toBeVisible();
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await page.getByRole('button', { name: 'PLACE ORDER' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'needs approval' });
  await expect(alert).toContainText(
    /puts North campus \$\S+ above its budget of \$20\.00 for \w+, of which \$20\.00 is left\./,
  );
  await expect(alert).toContainText('Mira Okoye can approve it.');
  await expectAccessibleWideAndNarrow(page);
  await page.getByRole('button', { name: 'Send for approval' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('for North campus');
  await expect(page.getByText('Waits for approval')).toBeVisible();
  await expectAccessibleWideAndNarrow(page);

  const mail = await waitForMail(approver, /^Approve/);
  const link = /https?:\/\/[^/]+(\/trade\/approve\?t=\S+)/.exec(mail.text ?? '')?.[1] ?? '';
  await page.context().clearCookies();
  await page.goto(link);
  await expectAccessibleWideAndNarrow(page);
  await page.getByRole('button', { name: /^Approve \$/ }).click();
  await expect(page.getByText(/The order is placed as SO-/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: /^Approve \$/ })).toHaveCount(0);
  await expect(page.getByText('approved the order')).toBeVisible();
});
