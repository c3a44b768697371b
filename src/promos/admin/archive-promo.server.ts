import { sql } from 'kysely';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { notFound } from '#lib/api/problem.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { auditPromo, codeOnce, lockPromo, type PromosDeps } from './change-promo.server.ts';
import { type Promo, sentences } from './contract.ts';
import { promoOf } from './list.server.ts';

/** Deletes a promo; a promo that any order refers to is archived instead. Throws `Problem` 404. */
export function deletePromo({ db, clock }: PromosDeps, id: string, context: ActionContext): Promise<void> {
  return inTransaction(db, async (tx) => {
    const before = await lockPromo(tx, id);
    if (before.archived_at !== null) throw notFound(sentences.notFound);
    const at = clock.now();
    const isUsed = await isNamed(tx, id);
    if (isUsed)
      await tx
        .updateTable('promos')
        .set({ archived_at: at, version: before.version + 1 })
        .where('id', '=', id)
        .execute();
    else await tx.deleteFrom('promos').where('id', '=', id).execute();
    await auditPromo(tx, { action: isUsed ? 'archive' : 'delete', before }, { ...context, at });
  });
}

async function isNamed(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ isNamed: boolean }>`
    select exists (select from orders where promo_id = ${id}) as "isNamed"`.execute(tx);
  return rows[0]?.isNamed ?? false;
}

/**
 * Restores an archived promo; does nothing if it is not archived. Throws `Problem` 404, 409 where another promo has the
 * code now.
 */
export function restorePromo({ db, clock }: PromosDeps, id: string, context: ActionContext): Promise<Promo> {
  return codeOnce(
    inTransaction(db, async (tx) => {
      const promo = await lockPromo(tx, id);
      if (promo.archived_at !== null) {
        await tx
          .updateTable('promos')
          .set({ archived_at: null, version: promo.version + 1 })
          .where('id', '=', id)
          .execute();
        await auditPromo(tx, { action: 'restore', after: promo }, { ...context, at: clock.now() });
      }
      return promoOf({ db: tx, clock }, id);
    }),
  );
}
