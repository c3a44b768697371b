import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { cents } from '#lib/money.ts';
import { newId } from '#lib/uuid.ts';
import { freshDatabase } from '../../../test/database.ts';
import { makeProduct, type MadeProduct } from '../../../test/make.ts';
import { onHandOf } from '../../../test/shop-state.ts';
import { setOnHand } from './set-on-hand.server.ts';
import { addUnits, returnUnits, removeUnits, takeUnits, releaseUnits } from './record-movements.server.ts';
import { isLong } from '../../../test/long.ts';

const { db } = await freshDatabase();
const at = new Date('2026-03-02T01:00:00Z');
const about = { reason: 'Because', at };
const sequences = isLong ? 10_000 : 200;

const quantity = fc.integer({ min: 1, max: 9 });
const place = fc.nat({ max: 1 });
const step = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), place, quantity, price: fc.integer({ min: 0, max: 5_000 }) }),
  fc.record({ kind: fc.constant('remove' as const), place, quantity }),
  fc.record({ kind: fc.constant('sell' as const), quantities: fc.tuple(quantity, quantity) }),
  fc.record({ kind: fc.constantFrom('release' as const, 'return' as const), which: fc.nat() }),
  fc.record({ kind: fc.constant('count' as const), place, quantity: fc.nat({ max: 20 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Sold {
  orderId: string;
  units: { itemId: string; quantity: number }[];
}

interface Model {
  onHand: [number, number];
  sold: Sold[];
}

const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(db, work);

/** Executes a step in the shop and in a simple model; steps that the model refuses must be refused by the shop. */
async function doStep(step: Step, ids: [string, string], model: Model): Promise<void> {
  const { onHand, sold } = model;
  if (step.kind === 'add') {
    const units = { itemId: ids[step.place] ?? '', quantity: step.quantity };
    await within((tx) => addUnits(tx, units, { ...about, purchasePrice: cents(step.price) }));
    onHand[step.place] = (onHand[step.place] ?? 0) + step.quantity;
  } else if (step.kind === 'remove') {
    const units = { itemId: ids[step.place] ?? '', quantity: step.quantity };
    const isThere = (onHand[step.place] ?? 0) >= step.quantity;
    expect(await within((tx) => removeUnits(tx, units, about))).toBe(isThere);
    if (isThere) onHand[step.place] = (onHand[step.place] ?? 0) - step.quantity;
  } else if (step.kind === 'count') {
    const counted = { itemId: ids[step.place] ?? '', quantity: step.quantity, purchasePrice: null };
    await within((tx) => setOnHand(tx, [counted], { reason: 'Stock take', at }));
    onHand[step.place] = step.quantity;
  } else if (step.kind === 'sell') await sell(step.quantities, ids, model);
  else {
    const [order] = sold.splice(step.which % Math.max(1, sold.length), 1);
    if (!order) return;
    const { orderId, units } = order;
    await within((tx) =>
      step.kind === 'release' ? releaseUnits(tx, orderId) : returnUnits(tx, units, { ...about, orderId }),
    );
    for (const [i, { quantity: back }] of units.entries()) onHand[i] = (onHand[i] ?? 0) + back;
  }
}

async function sell(quantities: [number, number], ids: [string, string], { onHand, sold }: Model): Promise<void> {
  const units = ids.map((itemId, i) => ({ itemId, quantity: quantities[i] ?? 1 }));
  const orderId = newId();
  const isThere = quantities.every((wanted, i) => (onHand[i] ?? 0) >= wanted);
  const selling = within(async (tx) => {
    if (!(await takeUnits(tx, orderId, { units, at }))) throw new Error('Not all there.');
  });
  if (!isThere) return expect(selling).rejects.toThrow('Not all there.');
  await selling;
  for (const [i, wanted] of quantities.entries()) onHand[i] = (onHand[i] ?? 0) - wanted;
  sold.push({ orderId, units });
}

test(`stock on hand equals the sum of the movements and a simple model, after ${sequences} sequences of random steps`, async () => {
  const products: [MadeProduct, MadeProduct] = [await makeProduct(db), await makeProduct(db)];
  const ids: [string, string] = [products[0].itemIds[0] ?? '', products[1].itemIds[0] ?? ''];
  const model: Model = { onHand: [10, 10], sold: [] };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      for (const one of steps) await doStep(one, ids, model);
      for (const [i, product] of products.entries()) {
        const wanted = model.onHand[i] ?? 0;
        expect(wanted).toBeGreaterThanOrEqual(0);
        expect(await onHandOf(db, product)).toEqual({ onHand: wanted, ledger: wanted });
      }
    }),
    { numRuns: sequences, endOnFailure: true },
  );
});
