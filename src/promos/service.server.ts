import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.server.ts';
import type { Day } from '#lib/day.ts';
import type { Cents } from '#lib/money.ts';
import type { PromoTerms } from './discount.ts';

/** A promo looked up by a buyer's code. */
export interface FoundPromo extends PromoTerms {
  id: string;
  /** As the shop writes it. */
  code: string;
  /** The last day on which it is valid. */
  expiryDay: Day | null;
  isForAllProducts: boolean;
  /** It is one-time and was used. */
  isUsedUp: boolean;
}

interface Row {
  id: string;
  code: string;
  percentage: string | null;
  amount: Cents | null;
  minimumSpend: Cents;
  expiryDay: Day | null;
  isForAllProducts: boolean;
  isUsedUp: boolean;
}

const isUnreleased = sql`exists (select from redemptions r where r.promo_id = p.id and r.released_at is null)`;

/**
 * Looks up a promo by its code, case-insensitively; archived ones are ignored. `ownOrderId` is the caller's own order,
 * whose use does not count.
 */
export async function findPromo(db: Db | Tx, code: string, ownOrderId?: string): Promise<FoundPromo | undefined> {
  if (code.includes('\0')) return undefined; // the database can't even be asked
  const { rows } = await sql<Row>`
    select p.id, p.code, p.discount_percentage as percentage, p.discount_cents as amount,
      p.minimum_spend_cents as "minimumSpend", p.expiry_day as "expiryDay",
      p.is_applicable_to_all_products as "isForAllProducts", p.is_one_time_use_only and exists (
        select from redemptions r where r.promo_id = p.id and r.released_at is null
        and (${ownOrderId ?? null}::uuid is null or r.order_id <> ${ownOrderId ?? null})) as "isUsedUp"
    from promos p where lower(p.code) = lower(${code}) and p.archived_at is null`.execute(db);
  const row = rows[0];
  return row && { ...row, percentage: row.percentage === null ? null : Number(row.percentage) };
}

/**
 * Records that an order uses a promo. False if it is one-time and another order has it, including one that is being
 * placed: the unique index on one-time redemptions makes the second wait for the first.
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

/** Undoes `redeem` for a released order. */
export async function unredeem(tx: Tx, orderId: string): Promise<void> {
  await tx.deleteFrom('redemptions').where('order_id', '=', orderId).execute();
}

/** A cancelled order frees its promo; the redemption stays on record. */
export async function freePromo(tx: Tx, orderId: string, at: Date): Promise<void> {
  await tx
    .updateTable('redemptions')
    .set({ released_at: at })
    .where('order_id', '=', orderId)
    .where('released_at', 'is', null)
    .execute();
}

/**
 * Whether an order could use its freed promo again: no other order has it, or it is not one-time. Locks the promo, so
 * the result stays true until the transaction ends.
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
