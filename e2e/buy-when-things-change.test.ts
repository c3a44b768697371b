import { randomUUID } from 'node:crypto';
import type { OpenDb } from '#platform/db/db.server.ts';
import { add, buyer, cards, fillBuyer, fillCard, hydrated, next, open, place, review, thanked } from './shopper.ts';
import { expect, test } from './test.ts';

const newEmail = () => `guest.${randomUUID()}@example.com`;

/** Products that no other test buys, so that changing them does not interfere. */
const soldOut = 'anti-fog-safety-goggles';
const dearer = 'body-fluid-spill-kit';

const itemsOf = (db: OpenDb['db'], url: string) =>
  db.selectFrom('products').where('url', '=', url).select('id').executeTakeFirstOrThrow();

test('if an item in the cart sells out, the buyer gets a message and nothing is charged', async ({
  page,
  database,
}) => {
  const { id } = await itemsOf(database.db, soldOut);
  await add(page, soldOut, 2);
  await open(page, '/shopping/checkout');
  await fillBuyer(page, buyer(newEmail()));
  await next(page);
  await review(page);
  await database.db.updateTable('product_items').set({ on_hand: 0 }).where('product_id', '=', id).execute();
  await fillCard(page, cards.pays);
  await place(page);
  await expect(page.getByText('Encountered an issue while placing an order.')).toBeVisible();
  await expect(page.getByText('Your cart is empty.')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Anti Fog Safety Goggles' }).first()).toBeVisible();
});

test('if the price of an item in the cart changes, the buyer sees both prices', async ({ page, database }) => {
  const { id } = await itemsOf(database.db, dearer);
  await add(page, dearer);
  await open(page, '/shopping/checkout');
  await fillBuyer(page, buyer(newEmail()));
  await next(page);
  await review(page);
  await expect(page.getByText('You pay $57.00 now.')).toBeVisible();
  await database.db
    .updateTable('product_items')
    .set({ price_cents: 4750 as never }) // the domain `cents` is a branded number
    .where('product_id', '=', id)
    .execute();
  await fillCard(page, cards.pays);
  await place(page);
  await expect(
    page.getByText('The price of Body Fluid Spill Kit has changed from $44.50 to $47.50.').first(),
  ).toBeVisible();
  await expect(page.getByText('You pay $60.00 now.')).toBeVisible();
  await hydrated(page);
  await place(page);
  await thanked(page);
});
