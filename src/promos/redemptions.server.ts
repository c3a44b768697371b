import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.server.ts';

const isUnreleased = sql`exists (select from redemptions r where r.promo_id = p.id and r.released_at is null)`;

/**
 * Records that an order uses a promo. Returns false if the promo is one-time and another order uses it. If that order
 * is being placed at the same time, the unique index on one-time redemptions makes this order wait for it.
 */
export async function redeem(
  tx: Tx,
  orderId: string,
  { promoId, at }: { promoId: string; at: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into redemptions (order_id, promo_id, is_one_time, redeemed_at)
    select ${orderId}, p.id, p.is_one_time_use_only, ${at} from promos p
    where p.id = ${promoId} and p.archived_at is null and not (p.is_one_time_use_only and ${isUnreleased})
    on conflict do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

/** Undoes `redeem` for an order that was not paid. */
export async function unredeem(tx: Tx, orderId: string): Promise<void> {
  await tx.deleteFrom('redemptions').where('order_id', '=', orderId).execute();
}

/** Frees a cancelled order's promo for another order; the redemption stays on record. */
export async function freePromo(tx: Tx, orderId: string, at: Date): Promise<void> {
  await tx
    .updateTable('redemptions')
    .set({ released_at: at })
    .where('order_id', '=', orderId)
    .where('released_at', 'is', null)
    .execute();
}

/**
 * Whether an order could use its freed promo again: no other order uses it, or it is not one-time. Locks the promo, so
 * that the result stays true until the transaction ends.
 */
export async function isPromoFree(tx: Tx, orderId: string): Promise<boolean> {
  await sql`select from promos p join redemptions r on r.promo_id = p.id where r.order_id = ${orderId}
    for key share of p`.execute(tx);
  const { rows } = await sql`
    select from redemptions mine join promos p on p.id = mine.promo_id
    where mine.order_id = ${orderId} and p.is_one_time_use_only and exists (
      select from redemptions r
      where r.promo_id = p.id and r.order_id <> mine.order_id and r.released_at is null)`.execute(tx);
  return rows.length === 0;
}

/**
 * Undoes `freePromo` for a reopened order. If another order takes a one-time promo at the same time, the unique index
 * `redemptions_one_time` rejects it.
 */
export async function redeemAgain(tx: Tx, orderId: string, at: Date): Promise<void> {
  await sql`
    update redemptions r set released_at = null, redeemed_at = ${at}, is_one_time = p.is_one_time_use_only
    from promos p where p.id = r.promo_id and r.order_id = ${orderId} and r.released_at is not null`.execute(tx);
}
