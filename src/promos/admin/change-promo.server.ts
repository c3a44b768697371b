import { sql } from 'kysely';
import { auditAll } from '#platform/db/audit.server.ts';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { refuseDuplicate } from '#platform/db/violated-constraint.server.ts';
import { format } from '#lib/money.ts';
import { notFound, requireVersion } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { type Promo, type PromoInput, type PromoUpdate, sentences } from './contract.ts';
import { percentageText, promoOf, rowsOf, type StoredPromo } from './promo-list.server.ts';

export type PromosDeps = Pick<Deps, 'db' | 'clock'>;

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

/** Adds a promo. Throws `Problem` 409 if another unarchived promo has the code, ignoring case. */
export function addPromo(
  { db, clock }: PromosDeps,
  { copyOf, ...promo }: PromoInput & { copyOf?: string | null | undefined },
  context: ActionContext,
): Promise<Promo> {
  return refuseTakenCode(
    inTransaction(db, async (tx) => {
      const at = clock.now();
      const id = newId(at.getTime());
      await changePromos(tx, [id], { action: 'create', before: [], context, at }, async (write) => {
        await write
          .insertInto('promos')
          .values({ id, created_at: at, ...columnsOf(promo) })
          .execute();
        if (copyOf && !promo.isApplicableToAllProducts) await copyProducts(write, copyOf, id);
      });
      return promoOf({ db: tx, clock }, id);
    }),
  );
}

async function copyProducts(tx: Tx, from: string, to: string): Promise<void> {
  await sql`insert into promo_products (promo_id, product_id)
    select ${to}::uuid, product_id from promo_products where promo_id = ${from}`.execute(tx);
}

/** Changes a promo. Throws `Problem` 404, and 409 if another promo has the code or `version` is outdated. */
export function updatePromo(
  { db, clock }: PromosDeps,
  { id, version, ...promo }: PromoUpdate,
  context: ActionContext,
): Promise<Promo> {
  return refuseTakenCode(
    inTransaction(db, async (tx) => {
      const before = await lockPromo(tx, id);
      if (before.archived_at !== null) throw notFound(sentences.notFound);
      requireVersion(version, before.version);
      await changePromos(tx, [id], { action: 'update', before: [before], context, at: clock.now() }, (write) =>
        write.updateTable('promos').set(columnsOf(promo)).where('id', '=', id).execute(),
      );
      return promoOf({ db: tx, clock }, id);
    }),
  );
}

/** Deletes a promo; a promo that any order refers to is archived instead. Throws `Problem` 404. */
export function deletePromo({ db, clock }: PromosDeps, id: string, context: ActionContext): Promise<void> {
  return inTransaction(db, async (tx) => {
    const before = await lockPromo(tx, id);
    if (before.archived_at !== null) throw notFound(sentences.notFound);
    const at = clock.now();
    const { rows } = await sql`select from orders where promo_id = ${id} limit 1`.execute(tx);
    const action = rows.length > 0 ? 'archive' : 'delete';
    await changePromos(tx, [id], { action, before: [before], context, at }, (write) =>
      action === 'archive'
        ? write.updateTable('promos').set({ archived_at: at }).where('id', '=', id).execute()
        : write.deleteFrom('promos').where('id', '=', id).execute(),
    );
  });
}

/**
 * Restores an archived promo; does nothing if it is not archived. Throws `Problem` 404, and 409 if another promo has
 * the code now.
 */
export function restorePromo({ db, clock }: PromosDeps, id: string, context: ActionContext): Promise<Promo> {
  return refuseTakenCode(
    inTransaction(db, async (tx) => {
      const before = await lockPromo(tx, id);
      if (before.archived_at !== null)
        await changePromos(tx, [id], { action: 'restore', before: [before], context, at: clock.now() }, (write) =>
          write.updateTable('promos').set({ archived_at: null }).where('id', '=', id).execute(),
        );
      return promoOf({ db: tx, clock }, id);
    }),
  );
}

/**
 * Locks promos until the transaction ends, archived or not, in the order of their ids, so that two imports do not
 * deadlock. The lock conflicts with the foreign key of a new order, so a transaction that deletes a promo or makes it
 * one-time sees every earlier order of the promo, and every later order sees the change.
 */
export async function lockPromos(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select from promos where id = any(${[...ids]}::uuid[]) order by id for update`.execute(tx);
}

/** Locks and reads a promo. Throws `Problem` 404. */
async function lockPromo(tx: Tx, id: string): Promise<StoredPromo> {
  await lockPromos(tx, [id]);
  const [promo] = await storedPromos(tx, [id]); // a second statement, to see the changes that the lock waited for
  if (!promo) throw notFound(sentences.notFound);
  return promo;
}

/** The promos with these ids, as listed, archived or not. */
export const storedPromos = (db: Db | Tx, ids: readonly string[]): Promise<StoredPromo[]> =>
  rowsOf(db.selectFrom('promos').where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)).execute();

declare const isOpen: unique symbol;

/** A transaction that may write promos. Only `changePromos` provides one. */
export type PromoTx = Tx & { readonly [isOpen]: true };

interface PromoChange {
  /** The action that the audit entries name. */
  action: string;
  /** The promos as they were when locked; empty for new promos. */
  before: readonly StoredPromo[];
  /** Further values for the audit entries of promos whose products change, by the promo's id. */
  more?: ReadonlyMap<string, [before: object, after: object]>;
  context: ActionContext;
  at: Date;
}

/** The only way to change promos. Runs `write`, then raises the versions of changed promos and writes their audit entries. */
export async function changePromos(
  tx: Tx,
  ids: readonly string[],
  { action, before, more, context, at }: PromoChange,
  write: (tx: PromoTx) => Promise<unknown>,
): Promise<void> {
  await write(tx as PromoTx);
  const [was, is] = [auditValuesOf(before), auditValuesOf(await storedPromos(tx, ids))];
  const changed = ids.filter((id) => more?.has(id) || JSON.stringify(was.get(id)) !== JSON.stringify(is.get(id)));
  const existing = before.map(({ id }) => id).filter((id) => changed.includes(id));
  await sql`update promos set version = version + 1 where id = any(${existing}::uuid[])`.execute(tx);
  const valuesOf = (id: string, values: typeof was, further: object | undefined) => {
    const own = values.get(id);
    return own ? { ...own, ...further } : null;
  };
  const entries = changed.map((id) => {
    const [earlier, later] = more?.get(id) ?? [];
    const change = { before: valuesOf(id, was, earlier), after: valuesOf(id, is, later) };
    return { ...context, action, entity: 'promo', entityId: id, ...change, at };
  });
  await auditAll(tx, entries);
}

/** The values for audit entries, by id. An archived promo has none, as if it were deleted. */
const auditValuesOf = (promos: readonly StoredPromo[]) =>
  new Map(
    promos
      .filter(({ archived_at }) => archived_at === null)
      .map((promo) => [
        promo.id,
        {
          code: promo.code,
          description: promo.description,
          discount: promo.amount === null ? percentageText(promo.percentage) : format(promo.amount),
          minimumSpend: promo.minimumSpend === 0 ? null : format(promo.minimumSpend),
          expiryDate: promo.expiryDay,
          applicableToAllProducts: promo.isForAll,
          oneTimeUseOnly: promo.isOneTime,
        },
      ]),
  );

const refuseTakenCode = <T>(work: Promise<T>): Promise<T> =>
  refuseDuplicate(work, 'promos_code_key', 'code', sentences.codeTaken);
