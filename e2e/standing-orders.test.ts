import type { Page } from '@playwright/test';
import { addDays, dayOf } from '#lib/day.ts';
import { toTypedDay } from '#lib/text/day-text.ts';
import { newId } from '#lib/uuid.ts';
import { inTransaction, type OpenDb } from '#platform/db/db.server.ts';
import { storeMails } from '#platform/mail/mail-queue.server.ts';
import { dayInWords } from '#trade/standing/standing-days.ts';
import { runMail } from '#trade/standing/standing-mails.server.ts';
import { makeTradeAccount, makeTradeMember } from '../test/make-trade-account.ts';
import { signInAs } from './admin.ts';
import { goods } from './shopper.ts';
import { expect, expectAccessibleWideAndNarrow, test, waitForMail } from './test.ts';

const inDays = (days: number) => addDays(dayOf(new Date()), days);

/** A site with a list of one item; the browser is signed in as its buyer. */
async function siteWithList({ db }: OpenDb, page: Page) {
  const account = await makeTradeAccount(db, { name: `Example Rooms ${newId().slice(-6)}`, sites: ['West wing'] });
  const [siteId = ''] = account.siteIds;
  const email = await signInAs(page.context(), { db } as OpenDb, 'customer');
  const user = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await makeTradeMember(db, account.id, { user });
  const item = await db
    .selectFrom('product_items as i')
    .innerJoin('products as p', 'p.id', 'i.product_id')
    .select('i.id')
    .where('p.url', '=', goods.disinfectant.url)
    .executeTakeFirstOrThrow();
  const listId = newId();
  const row = { id: listId, account_id: account.id, site_id: siteId, name: 'Cupboard', position: 0 };
  await db
    .insertInto('order_lists')
    .values({ ...row, created_at: new Date() })
    .execute();
  await db.insertInto('order_list_items').values({ list_id: listId, item_id: item.id, par: 3, position: 0 }).execute();
  return { email, listId };
}

/** What the daily job does two days before an order is due. */
async function ask({ db }: OpenDb, listId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await tx
      .updateTable('standing_orders')
      .set({ next_on: inDays(17) })
      .where('list_id', '=', listId)
      .returning('id')
      .executeTakeFirstOrThrow();
    const runId = newId();
    const row = { id: runId, standing_order_id: order.id, due_on: inDays(3), notified_at: new Date() };
    await tx.insertInto('standing_order_runs').values(row).execute();
    await storeMails([runMail.row({ runId, about: 'due' }, new Date())]).execute(tx);
  });
}

test('a list is ordered again and again: made, skipped, confirmed from the mail, paused', async ({
  page,
  database,
}) => {
  const { email, listId } = await siteWithList(database, page);
  await page.goto('/trade/lists');
  await page.getByRole('button', { name: 'More about Cupboard' }).click();
  await page.getByRole('menuitem', { name: 'Standing order' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make a standing order' });
  await expect(dialog.getByLabel('Quantity of', { exact: false })).toHaveValue('3');
  await dialog.getByLabel('First day').fill(toTypedDay(dayOf(new Date())));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('The first day must be after today, and within a year.')).toBeVisible();
  await dialog.getByLabel('How often').selectOption('Every two weeks');
  await dialog.getByLabel('First day').fill(toTypedDay(inDays(3)));
  await expectAccessibleWideAndNarrow(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const card = page.getByRole('region', { name: 'Cupboard' });
  await expect(card).toContainText('Every two weeks, after you confirm it.');
  await card.getByRole('button', { name: `Skip on ${dayInWords(inDays(17))}` }).click();
  await expect(card.getByRole('listitem').filter({ hasText: dayInWords(inDays(17)) })).toContainText('Skipped');
  await card.getByRole('button', { name: `Order after all on ${dayInWords(inDays(17))}` }).click();
  await expect(card.getByText('Skipped')).toHaveCount(0);

  await ask(database, listId);
  const mail = await waitForMail(email, /^Confirm \$/);
  await page.reload();
  await expect(card.getByText(`Due on ${dayInWords(inDays(3))}`)).toBeVisible();
  await expectAccessibleWideAndNarrow(page);
  const link = /https?:\/\/[^/]+(\/trade\/standing-order\?t=\S+)/.exec(mail.text ?? '')?.[1] ?? '';
  const phone = await page.context().browser()?.newContext();
  const mailed = await phone?.newPage();
  if (!phone || !mailed) throw new Error('No second browser.');
  await mailed.goto(link);
  await expectAccessibleWideAndNarrow(mailed);
  await mailed.getByRole('button', { name: /^Order for \$/ }).click();
  await expect(mailed.getByText(/The order is placed as SO-/)).toBeVisible();
  await phone.close();

  await page.reload();
  await expect(card.getByRole('list', { name: 'History' })).toContainText('Ordered');
  await card.getByRole('button', { name: 'Pause' }).click();
  await expect(card.getByText('Paused')).toBeVisible();
  await card.getByRole('button', { name: 'Resume' }).click();
  await card.getByRole('button', { name: 'End' }).click();
  await page.getByRole('button', { name: 'End it' }).click();
  await expect(page.getByRole('button', { name: 'Make a standing order of Cupboard' })).toBeVisible();
});
