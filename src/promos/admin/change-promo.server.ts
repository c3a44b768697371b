import { sql } from 'kysely';
import { audit } from '#platform/db/audit.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { violatedConstraint } from '#platform/db/violated.server.ts';
import { format } from '#lib/money.ts';
import { conflict, notFound, Problem } from '#lib/api/problem.ts';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import { newId } from '#lib/uuid.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { type Promo, type PromoInput, type PromoUpdate, sentences } from './contract.ts';
import { percentageText, promoOf, rowsOf, type StoredPromo } from './list.server.ts';

export type PromosDeps = Pick<Deps, 'db' | 'clock'>;

/** The form's values as columns: a promo is a percentage or an amount. */
const columnsOf = (promo: PromoInput) => ({
  code: promo.code,
  description: promo.description,
  discount_percentage: promo.discountPercentage ?? null,
  discount_cents: promo.discountAmount ?? null,
  minimum_spend_cents: promo.minimumSpend ?? sql<never>`0`,
  expiry_day: promo.expiryDate ?? null,
  is_applicable_to_all_products: promo.isApplicableToAllProducts,
  is_one_time_use_only: promo.isOneTimeUseOnly,
});

/** Adds a promo. 409 where one that is not archived has the code, without regard to case. */
export function addPromo(
  { db, clock }: PromosDeps,
  { copyOf, ...promo }: PromoInput & { copyOf?: string | null | undefined },
  context: ActionContext,
): Promise<Promo> {
  return codeOnce(
    inTransaction(db, async (tx) => {
      const at = clock.now();
      const id = newId(at.getTime());
      await tx
        .insertInto('promos')
        .values({ id, created_at: at, ...columnsOf(promo) })
        .execute();
      if (copyOf && !promo.isApplicableToAllProducts) await copyProducts(tx, copyOf, id);
      await auditPromo(tx, { action: 'create', after: await storedPromo(tx, id) }, { ...context, at });
      return promoOf({ db: tx, clock }, id);
    }),
  );
}

async function copyProducts(tx: Tx, from: string, to: string): Promise<void> {
  await sql`insert into promo_products (promo_id, product_id)
    select ${to}::uuid, product_id from promo_products where promo_id = ${from}`.execute(tx);
}

/** Changes a promo. 409 where another has the code, or where `version` is older than what is stored. */
export function updatePromo(
  { db, clock }: PromosDeps,
  { id, version, ...promo }: PromoUpdate,
  context: ActionContext,
): Promise<Promo> {
  return codeOnce(
    inTransaction(db, async (tx) => {
      const before = await lockPromo(tx, id);
      if (before.archived_at !== null) throw notFound(sentences.notFound);
      if (version !== undefined && version !== before.version) throw conflict(changedBySomeoneElse);
      await tx.updateTable('promos').set(columnsOf(promo)).where('id', '=', id).execute();
      const after = await storedPromo(tx, id);
      if (JSON.stringify(auditValuesOf(before)) !== JSON.stringify(auditValuesOf(after))) {
        await raiseVersion(tx, id);
        await auditPromo(tx, { action: 'update', before, after }, { ...context, at: clock.now() });
      }
      return promoOf({ db: tx, clock }, id);
    }),
  );
}

export async function raiseVersion(tx: Tx, id: string): Promise<void> {
  await sql`update promos set version = version + 1 where id = ${id}`.execute(tx);
}

/**
 * Locks a promo until the transaction ends, archived or not. An order refers to its promo before it redeems it, which
 * conflicts with this lock: so a change to one-time, or a deletion, sees every earlier order of the promo, and every
 * later order sees the change. Throws `Problem` 404 where there is none.
 */
export async function lockPromo(tx: Tx, id: string): Promise<StoredPromo> {
  await sql`select from promos where id = ${id} for update`.execute(tx);
  return storedPromo(tx, id); // a statement of its own, which sees what the lock waited for
}

async function storedPromo(tx: Tx, id: string): Promise<StoredPromo> {
  const row = await rowsOf(tx.selectFrom('promos').where('id', '=', id)).executeTakeFirst();
  if (!row) throw notFound(sentences.notFound);
  return row;
}

/** A promo's values for the audit log. */
export const auditValuesOf = (promo: StoredPromo) => ({
  code: promo.code,
  description: promo.description,
  discount: promo.amount === null ? percentageText(promo.percentage) : format(promo.amount),
  minimumSpend: promo.minimumSpend === 0 ? null : format(promo.minimumSpend),
  expiryDate: promo.expiryDay,
  applicableToAllProducts: promo.isForAll,
  oneTimeUseOnly: promo.isOneTime,
});

interface Change {
  action: 'create' | 'update' | 'delete' | 'archive' | 'restore';
  before?: StoredPromo;
  after?: StoredPromo;
}

/** Adds a promo's audit entry. */
export const auditPromo = (
  tx: Tx,
  { action, before, after }: Change,
  context: ActionContext & { at: Date },
): Promise<void> =>
  audit(tx, {
    ...context,
    action,
    entity: 'promo',
    entityId: (after ?? before)?.id ?? '',
    before: before ? auditValuesOf(before) : null,
    after: after ? auditValuesOf(after) : null,
  });

/** Turns a violated unique code into a fault at its field. */
export async function codeOnce<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (violatedConstraint(error) !== 'promos_code_key') throw error;
    throw new Problem(409, sentences.codeTaken, [{ path: 'code', message: sentences.codeTaken }]);
  }
}
