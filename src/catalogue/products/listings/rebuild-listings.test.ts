import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#platform/db/db.server.ts';
import { setOnHand } from '#stock/ledger/set-on-hand.server.ts';
import { freshDatabase } from '../../../../test/database.ts';
import { storedListings, rebuiltListings } from '../../../../test/kept-listings.ts';
import { type MadeCategory, type MadeProduct, makeCategory, makeProduct, makeSupplier } from '../../../../test/make.ts';
import { crossesZero, removeListings, rebuildListings, rebuildListingsOfItems } from './rebuild-listings.server.ts';

const { db } = await freshDatabase();

const categories: MadeCategory[] = [];
const products: MadeProduct[] = [];

beforeAll(async () => {
  const supplierId = await makeSupplier(db);
  const top = await makeCategory(db, 'Top');
  const middle = await makeCategory(db, 'Middle', top);
  categories.push(top, middle, await makeCategory(db, 'Low', middle), await makeCategory(db, 'Other'));
  for (let i = 0; i < 6; i++) {
    products.push(
      await makeProduct(db, {
        supplierId,
        categories: [categories[i % 4] as MadeCategory],
        ...(i % 2 === 0 && {
          variations: ['Size'],
          items: [
            { values: ['S'], onHand: 1 },
            { values: ['L'], onHand: 0 },
          ],
        }),
      }),
    );
  }
});

const change = fc.record({
  product: fc.nat(5),
  kind: fc.constantFrom('stock', 'price', 'name', 'active', 'category', 'picture', 'without stock', 'label', 'archive'),
  number: fc.nat(3),
  word: fc.constantFrom('Mop', 'Crème 5 L', "O'Neill \\ wipe", 'Bucket'),
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

async function apply({ product, kind, number, word }: Change): Promise<void> {
  const { id, itemIds } = products[product] as MadeProduct;
  const item = itemIds[number % itemIds.length] ?? '';
  await inTransaction(db, async (tx) => {
    const run = {
      stock: () =>
        setOnHand(tx, [{ itemId: item, quantity: number, purchasePrice: null }], { reason: 'Test', at: new Date() }),
      price: () =>
        sql`update product_items set price_cents = ${number === 0 ? null : number * 100} where id = ${item}`.execute(
          tx,
        ),
      name: () =>
        sql`update products set name = ${word}, long_description = ${`<p>${word} &amp; more</p>`} where id = ${id}`.execute(
          tx,
        ),
      active: () => sql`update products set is_active = ${number > 0} where id = ${id}`.execute(tx),
      category: async () => {
        await sql`delete from product_categories where product_id = ${id}`.execute(tx);
        await sql`insert into product_categories (product_id, category_id) values (${id}, ${categories[number]?.id})`.execute(
          tx,
        );
      },
      picture: () =>
        sql`update product_images set file_key = ${`products/${word.length}`}, name = ${word} where product_id = ${id}`.execute(
          tx,
        ),
      'without stock': () =>
        sql`update products set allow_sale_without_stock = ${number > 1} where id = ${id}`.execute(tx),
      label: () =>
        sql`update variation_options set label = ${`${word}${number}`} where variation_id in (select id from variations where product_id = ${id}) and position = 0`.execute(
          tx,
        ),
      archive: () =>
        sql`update product_items set archived_at = ${number > 1 ? null : new Date()} where id = ${item}`.execute(tx),
    };
    await run[kind]();
    await rebuildListings(tx, [id]);
  });
}

test('after any changes, listings are the same as if they were rebuilt from scratch', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
      for (const one of changes) await apply(one);
      const stored = await storedListings(db);
      expect(stored).toEqual(await rebuiltListings(db));
    }),
    { numRuns: 40 },
  );
});

test('concurrent writers lose no counts and never deadlock', async () => {
  const writes = Array.from({ length: 120 }, (_, n) =>
    apply({ product: n % 6, kind: n % 3 === 0 ? 'active' : 'stock', number: n % 4, word: 'Mop' }),
  );
  await Promise.all(writes);
  const stored = await storedListings(db);
  expect(stored).toEqual(await rebuiltListings(db));
});

test('selling the last units of two items at once puts their product out of stock', async () => {
  for (let round = 0; round < 10; round++) {
    const { id, itemIds } = await makeProduct(db, {
      variations: ['Size'],
      items: [
        { values: ['S'], onHand: 1 },
        { values: ['L'], onHand: 1 },
      ],
    });
    const sell = (itemId: string) =>
      inTransaction(db, async (tx) => {
        await setOnHand(tx, [{ itemId, quantity: 0, purchasePrice: null }], { reason: 'Sold', at: new Date() });
        await rebuildListingsOfItems(tx, [itemId]);
      });
    await Promise.all(itemIds.map(sell));
    const { rows } = await sql<{ out: boolean; listed: boolean }>`
      select p.is_out_of_stock as out, l.is_in_stock as listed from products p join listings l on l.product_id = p.id where p.id = ${id}`.execute(
      db,
    );
    expect(rows).toEqual([{ out: true, listed: false }]);
  }
});

test('a removed product is no longer counted', async () => {
  const shelf = await makeCategory(db);
  const { id } = await makeProduct(db, { categories: [shelf], variations: ['Size'], items: [{ values: ['S'] }] });
  const counts = () =>
    sql`select option, sum(product_count)::int as n from listing_counts where category_id = ${shelf.id} group by 1 order by 1`.execute(
      db,
    );
  expect((await counts()).rows).toEqual([
    { option: '', n: 1 },
    { option: 'Size:S', n: 1 },
  ]);
  await db.transaction().execute((tx) => removeListings(tx, [id]));
  expect((await counts()).rows).toEqual([]);
});

test('unchanged rows are not written', async () => {
  const rowVersions = () =>
    sql`select xmin, ctid from listings union all select xmin, ctid from category_listings union all select xmin, ctid from product_cards`.execute(
      db,
    );
  const before = await rowVersions();
  await db.transaction().execute((tx) =>
    rebuildListings(
      tx,
      products.map(({ id }) => id),
    ),
  );
  expect(await rowVersions()).toEqual(before);
});

test('stock crosses zero when the first unit arrives or the last one leaves', () => {
  expect([crossesZero(1, 0), crossesZero(0, 3), crossesZero(2, 1), crossesZero(-1, 0), crossesZero(-2, 1)]).toEqual([
    true,
    true,
    false,
    false,
    true,
  ]);
});
