import { sql } from 'kysely';
import type { Db, Tx } from '#infra/db.server.ts';
import type { Day } from '#lib/day.ts';
import type { Cents } from '#lib/money.ts';
import type { PromoTerms } from './discount.ts';

/** A promo as a buyer's code finds it. */
export interface FoundPromo extends PromoTerms {
  id: string;
  /** As the shop writes it. */
  code: string;
  /** The last day on which it holds. */
  expiryDay: Day | null;
  isForAllProducts: boolean;
  /** It may be used once, and was. */
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

/** Finds a promo by its code, without regard to case; archived ones are not found. */
export async function findPromo(db: Db | Tx, code: string): Promise<FoundPromo | undefined> {
  if (code.includes('\0')) return undefined; // the database can't even be asked
  const { rows } = await sql<Row>`
    select p.id, p.code, p.discount_percentage as percentage, p.discount_cents as amount,
      p.minimum_spend_cents as "minimumSpend", p.expiry_day as "expiryDay",
      p.is_applicable_to_all_products as "isForAllProducts", p.is_one_time_use_only and ${isUnreleased} as "isUsedUp"
    from promos p where lower(p.code) = lower(${code}) and p.archived_at is null`.execute(db);
  const row = rows[0];
  return row && { ...row, percentage: row.percentage === null ? null : Number(row.percentage) };
}

/**
 * Notes that an order uses a promo. False where it may be used once and another order has it, also one that is being
 * placed at this moment: the unique index on one-time redemptions makes the second wait for the first.
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

/** Undoes `redeem` for an order that came to nothing. */
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
