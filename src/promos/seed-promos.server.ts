import { sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '#platform/db/db.server.ts';
import { recordset } from '#platform/db/recordset.server.ts';
import { newId } from '#lib/uuid.ts';
import { money } from '#lib/api/wire.ts';

/** The shape of `demo/promos.json`: the promos with the addresses of their products. */
const promosFile = z.array(
  z.object({
    code: z.string(),
    description: z.string(),
    discountPercentage: z.number().nullable(),
    discountAmount: money.nullable(),
    minimumSpend: money,
    expiryDate: z.string().nullable(),
    isApplicableToAllProducts: z.boolean(),
    isOneTimeUseOnly: z.boolean(),
    productUrls: z.array(z.string()),
  }),
);

/** Inserts the demo's promos. `content` is the parsed file; throws if its shape is invalid. */
export async function seedPromos(tx: Tx, content: unknown, at: Date): Promise<void> {
  const promos = promosFile.parse(content).map((promo) => ({ id: newId(at.getTime()), ...promo }));
  await tx
    .insertInto('promos')
    .values(
      promos.map((promo) => ({
        id: promo.id,
        code: promo.code,
        description: promo.description,
        discount_percentage: promo.discountPercentage,
        discount_cents: promo.discountAmount,
        minimum_spend_cents: promo.minimumSpend,
        expiry_day: sql`${promo.expiryDate}::date`,
        is_applicable_to_all_products: promo.isApplicableToAllProducts,
        is_one_time_use_only: promo.isOneTimeUseOnly,
        created_at: at,
      })),
    )
    .execute();
  const pairs = promos.flatMap(({ id, productUrls }) => productUrls.map((url) => ({ promo: id, url })));
  await sql`insert into promo_products (promo_id, product_id)
    select r.promo, p.id from ${recordset(pairs, 'promo uuid, url text')} join products p on p.url = r.url`.execute(tx);
}
