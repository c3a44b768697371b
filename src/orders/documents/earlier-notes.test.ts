import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { databaseBefore } from '../../../test/database.ts';
import { inTransaction } from '#platform/db/db.server.ts';
import { newId } from '#lib/uuid.ts';
import { type NoteShares, reversedShares, sharesOf } from './note-shares.server.ts';

const { db, bringUpToDate } = await databaseBefore('0040');
const at = '2026-03-02T01:00:00Z';

interface Line {
  quantity: number;
  /** Cents. */
  price: number;
  discount: number;
  /** Refunded units and cents. */
  refunded?: { quantity: number; amount: number; isRestocked: boolean } | null;
}

interface Refunded {
  lines: readonly Line[];
  fee: number;
  shipping: number;
  amount: number;
  cameBack?: boolean;
}

const ids = { product: newId(), item: newId(), user: newId() };
let notes = 0;

/**
 * Stores an order with a refund and its note, and a cancelling note where the money came back, as earlier versions did.
 */
async function stored({ lines, fee, shipping, amount, cameBack = false }: Refunded): Promise<string[]> {
  const [order, refund] = [newId(), newId()];
  await sql`insert into orders (id, payment, first_name, last_name, email, billing, shipping, shipping_method, sub_total_cents,
      discount_cents, shipping_fee_cents, total_cents, gst_cents, ip_address, payment_provider, placed_at)
    values (${order}, 'paid', 'Imogen', 'Farrow', 'imogen@example.com', '{}', '{}', 2, 0, 0, ${fee}, 0, 0, '', 'test', ${at})`.execute(
    db,
  );
  await sql`insert into refunds (id, order_id, key, fingerprint, state, amount_cents, shipping_cents, reason, ask_after, created_by,
      created_at)
    values (${refund}, ${order}, ${refund}, '', 'done', ${amount}, ${shipping}, 'Broken', ${at}, ${ids.user}, ${at})`.execute(
    db,
  );
  for (const [position, { quantity, price, discount, refunded }] of lines.entries()) {
    const line = newId();
    await sql`insert into order_items (id, order_id, position, product_id, item_id, product_name, product_code, product_url, label,
        quantity, price_cents, discount_cents)
      values (${line}, ${order}, ${position}, ${ids.product}, ${ids.item}, '', '', '', '', ${quantity}, ${price}, ${discount})`.execute(
      db,
    );
    if (refunded)
      await sql`insert into refund_lines (refund_id, order_item_id, quantity, is_restocked, amount_cents)
        values (${refund}, ${line}, ${refunded.quantity}, ${refunded.isRestocked}, ${refunded.amount})`.execute(db);
  }
  const made: string[] = [];
  for (const sign of cameBack ? [1, -1] : [1]) {
    const note = newId();
    await sql`insert into adjustment_notes (id, refund_id, number, issued_at, content, amount_cents, gst_cents, cancels_id)
      values (${note}, ${refund}, ${`ADJ-${++notes}`}, ${at}, '{}', ${sign * amount}, 0, ${made[0] ?? null})`.execute(
      db,
    );
    made.push(note);
  }
  return made;
}

/** Sorted, and without negative zeros. */
const plain = ({ lines, delivery }: NoteShares) => ({
  lines: lines
    .toSorted((one, other) => (one.orderItemId < other.orderItemId ? -1 : 1))
    .map((line) => ({ ...line, amount: line.amount + 0, unitsRestocked: line.unitsRestocked + 0 })),
  delivery: delivery + 0,
});

async function sharesIn(note: string) {
  const { refund_id, cancels_id, delivery_cents } = await db
    .selectFrom('adjustment_notes')
    .select(['refund_id', 'cancels_id', 'delivery_cents'])
    .where('id', '=', note)
    .executeTakeFirstOrThrow();
  const lines = await db
    .selectFrom('adjustment_lines as l')
    .innerJoin('order_items as i', 'i.id', 'l.order_item_id')
    .select(['l.order_item_id as orderItemId', 'l.amount_cents as amount', 'l.units_restocked as unitsRestocked'])
    .where('l.note_id', '=', note)
    .orderBy('i.position')
    .execute();
  const asNew = await inTransaction(db, (tx) =>
    cancels_id ? reversedShares(tx, cancels_id) : sharesOf(tx, refund_id),
  );
  return { there: { lines, delivery: delivery_cents }, asNew };
}

const cents = (max: number) => fc.nat(max);
const someLine: fc.Arbitrary<Line> = fc
  .record({ quantity: fc.integer({ min: 1, max: 5 }), price: cents(5_000), part: fc.nat(4), isFor: fc.boolean() })
  .chain(({ quantity, price, part, isFor }) =>
    fc.record({
      quantity: fc.constant(quantity),
      price: fc.constant(price),
      discount: cents((quantity - Math.min(part, quantity)) * price),
      refunded: fc.constant(
        isFor
          ? { quantity: Math.min(part + 1, quantity), amount: Math.min(part, quantity) * price, isRestocked: part > 1 }
          : null,
      ),
    }),
  );
const sumOf = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);

/** At most the refunded lines' price or the order's total: above that, new notes continue with the remaining lines. */
const some: fc.Arbitrary<Refunded> = fc
  .record({
    lines: fc.array(someLine, { minLength: 1, maxLength: 4 }),
    fee: fc.integer({ min: 700, max: 1_250 }),
    shipping: fc.constantFrom(0, 0, 700),
    amount: fc.nat(20_000),
    cameBack: fc.boolean(),
  })
  .map((refunded) => {
    const { lines, fee, shipping, amount } = refunded;
    const isFor = sumOf([...lines.map((line) => line.refunded?.amount ?? 0), shipping]);
    const total = sumOf([...lines.map(({ quantity, price, discount }) => quantity * price - discount), fee]);
    return { ...refunded, amount: 1 + (amount % (isFor || total)) };
  });

test('notes of earlier versions are distributed like new ones, to the cent', async () => {
  await sql`insert into users (id, user_type, first_name, last_name, email, mobile, password_hash, created_at)
    values (${ids.user}, 3, 'Mira', 'Okafor', 'mira@example.com', '', 'x', ${at})`.execute(db);
  await sql`insert into products (id, url, name, created_at) values (${ids.product}, 'mop', 'Mop', ${at})`.execute(db);
  await sql`insert into product_items (id, product_id, created_at) values (${ids.item}, ${ids.product}, ${at})`.execute(
    db,
  );
  const line = (price: number, refunded: number | null = null): Line => ({
    quantity: 1,
    price,
    discount: 0,
    refunded: refunded === null ? null : { quantity: 1, amount: refunded, isRestocked: true },
  });
  const [third, ofLine] = [
    await stored({ lines: [line(333), line(333), line(333)], fee: 1, shipping: 0, amount: 100, cameBack: true }),
    await stored({ lines: [line(1_000, 500), line(3_000)], fee: 1_250, shipping: 250, amount: 750 }),
  ];
  const others: string[] = [];
  for (const one of fc.sample(some, { numRuns: 60, seed: 40 })) others.push(...(await stored(one)));
  await bringUpToDate();

  const told = async (note = '') => {
    const { lines, delivery } = (await sharesIn(note)).there;
    return [...lines.map(({ amount, unitsRestocked }) => [amount, unitsRestocked]), delivery];
  };
  expect(await told(third[0])).toEqual([[34, 0], [33, 0], [33, 0], 0]);
  expect(await told(third[1])).toEqual([[-34, 0], [-33, 0], [-33, 0], 0]);
  expect(await told(ofLine[0])).toEqual([[500, 1], 250]);
  for (const note of [...third, ...ofLine, ...others]) {
    const { there, asNew } = await sharesIn(note);
    expect(plain(there)).toEqual(plain(asNew));
  }
});
