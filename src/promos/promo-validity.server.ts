import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.server.ts';
import { type Day, dayOf } from '#lib/day.ts';
import { format, zero } from '#lib/money.ts';
import type { DiscountIssue, PromoTerms } from './discount.ts';

/** The promo that belongs to a code. */
export interface PromoOfCode extends PromoTerms {
  id: string;
  /** The code as staff wrote it. */
  code: string;
  /** The last day on which the promo is valid; null if it does not expire. */
  expiryDay: Day | null;
  isForAllProducts: boolean;
  /** Whether the promo is one-time and has been used. */
  isUsedUp: boolean;
}

type ValidityIssue = 'PromoNotFound' | 'PromoExpired' | 'PromoAlreadyUsed';
export type PromoIssue = ValidityIssue | DiscountIssue;

/**
 * Finds a promo by its code, ignoring case and archived promos. `ownOrderId` is the buyer's own pending order,
 * whose use does not count.
 */
export async function findPromo(db: Db | Tx, code: string, ownOrderId?: string): Promise<PromoOfCode | undefined> {
  if (code.includes('\0')) return undefined; // PostgreSQL refuses null characters
  const { rows } = await sql<Omit<PromoOfCode, 'percentage'> & { percentage: string | null }>`
    select p.id, p.code, p.discount_percentage as percentage, p.discount_cents as amount,
      p.minimum_spend_cents as "minimumSpend", p.expiry_day as "expiryDay",
      p.is_applicable_to_all_products as "isForAllProducts", p.is_one_time_use_only and exists (
        select from redemptions r where r.promo_id = p.id and r.released_at is null
        and (${ownOrderId ?? null}::uuid is null or r.order_id <> ${ownOrderId ?? null})) as "isUsedUp"
    from promos p where lower(p.code) = lower(${code}) and p.archived_at is null`.execute(db);
  const row = rows[0];
  return row && { ...row, percentage: row.percentage === null ? null : Number(row.percentage) };
}

/** Why a promo can't be used now, whatever is in the cart; undefined if it can be used. */
export function validityIssue(promo: PromoOfCode | undefined, now: Date): ValidityIssue | undefined {
  if (!promo) return 'PromoNotFound';
  if (promo.expiryDay !== null && promo.expiryDay < dayOf(now)) return 'PromoExpired';
  return promo.isUsedUp ? 'PromoAlreadyUsed' : undefined;
}

/** The issue in words, for the buyer. */
export function issueInWords(issue: PromoIssue, promo: PromoOfCode | undefined): string {
  const code = promo?.code ?? '';
  switch (issue) {
    case 'PromoNotFound':
      return 'This promo code is not valid.';
    case 'PromoExpired':
      return `The promo code ${code} has expired.`;
    case 'PromoAlreadyUsed':
      return `The promo code ${code} has already been used.`;
    case 'PromoMinimumSpend':
      return `The promo code ${code} needs a spend of at least ${format(promo?.minimumSpend ?? zero)}.`;
    case 'PromoNotApplicable':
      return `The promo code ${code} does not apply to the items in your cart.`;
  }
}
