import { sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import { newId } from '#lib/uuid.ts';

export interface PromoTraits {
  code?: string;
  percentage?: number;
  /** In dollars. */
  amount?: number;
  minimumSpend?: number;
  expiryDay?: string;
  isOneTime?: boolean;
  isArchived?: boolean;
  /** Product ids; all products by default. */
  products?: string[];
}

/** A promo for all products without an expiry; traits change that. */
export async function makePromo(db: Db, traits: PromoTraits = {}): Promise<{ id: string; code: string }> {
  const id = newId();
  const { code = `P-${id.slice(-12)}`, percentage = null, amount, products } = traits;
  await sql`insert into promos (id, code, discount_percentage, discount_cents, minimum_spend_cents, expiry_day,
      is_applicable_to_all_products, is_one_time_use_only, archived_at, created_at)
    values (${id}, ${code}, ${percentage}, ${amount === undefined ? null : Math.round(amount * 100)},
      ${Math.round((traits.minimumSpend ?? 0) * 100)}, ${traits.expiryDay ?? null}, ${products === undefined},
      ${traits.isOneTime ?? false}, ${traits.isArchived ? new Date() : null}, now())`.execute(db);
  for (const product of products ?? []) {
    await sql`insert into promo_products (promo_id, product_id) values (${id}, ${product})`.execute(db);
  }
  return { id, code };
}
