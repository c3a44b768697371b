import { sql } from 'kysely';
import type { z } from 'zod';
import { audit } from '#platform/db/audit.server.ts';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { searchCondition } from '#platform/list/search-condition.server.ts';
import { type Order, type RowsWithTotal, tablePage } from '#platform/list/table-page.server.ts';
import { refuseDuplicate } from '#platform/db/violated-constraint.server.ts';
import { conflict, notFound, requireVersion } from '#lib/api/problem.ts';
import { mostRows } from '#lib/table-limits.ts';
import { newId } from '#lib/uuid.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import {
  type listSuppliers,
  type Supplier,
  type SupplierInput,
  sentences,
  type updateSupplier as endpoint,
  usedBy,
} from './contract.ts';
import { type ProductUse, productUseText } from '../products/product-use.ts';

export type SuppliersDeps = Pick<Deps, 'db' | 'clock'>;

type SuppliersQuery = z.output<(typeof listSuppliers)['shapes']['query']>;

/** The default terms of order suggestions; version 0 means that none are stored. */
export const usualTerms = { leadDays: 7, coverDays: 30, version: 0 };

const order: Order<'name' | 'createdDate'> = {
  columns: { name: sql`lower(name)`, createdDate: sql`created_at` },
  usual: 'name',
  key: sql`id`,
};

/** A page of the suppliers, or all of them, each with the number of its products (counted up to 10,001). */
export async function readSuppliers(db: Db, query: SuppliersQuery): Promise<RowsWithTotal<Supplier>> {
  const words = searchCondition(sql`search_words(name || ' ' || contact_name || ' ' || email)`, query.search);
  const { rows, total } = await tablePage(db, words ? rowsOf(db).where(words) : rowsOf(db), {
    asked: query,
    order,
  });
  return { rows: await withLeadTimeAndCount(db, rows), total };
}

/** All suppliers by name, up to 10,000, without counts. */
export const readSupplierNames = (db: Db): Promise<{ id: string; name: string }[]> =>
  db.selectFrom('suppliers').select(['id', 'name']).orderBy(sql`lower(name)`).orderBy('id').limit(mostRows).execute();

const rowsOf = (db: Db | Tx) =>
  db
    .selectFrom('suppliers')
    .select(['id', 'name', 'contact_name as contactName', 'email', 'phone', 'abn', 'payment_terms as paymentTerms'])
    .select(['notes', 'created_at as createdAt', 'version']);

type StoredSupplier = Omit<Supplier, 'createdDate' | 'productCount' | 'leadDays'> & { createdAt: Date };

/** Adds lead times and product counts. This is not part of the page's query, which would compute them for skipped rows too. */
async function withLeadTimeAndCount(db: Db | Tx, stored: StoredSupplier[]): Promise<Supplier[]> {
  const { rows } = await sql<{ id: string; leadDays: number | null; count: number }>`
    select s.id, (select lead_days from reorder_terms t where t.supplier_id = s.id) as "leadDays", (select count(*) from (
      select from managed_products m where m.supplier_id = s.id limit ${sql.lit(mostRows + 1)}) products)::int as count
    from unnest(${stored.map(({ id }) => id)}::uuid[]) s(id)`.execute(db);
  const known = new Map(rows.map((row) => [row.id, row]));
  return stored.map(({ createdAt, ...row }) => ({
    ...row,
    leadDays: known.get(row.id)?.leadDays ?? null,
    createdDate: createdAt.toISOString(),
    productCount: known.get(row.id)?.count ?? 0,
  }));
}

/** One supplier. Throws `Problem` 404. */
export async function readSupplier(db: Db | Tx, id: string): Promise<Supplier> {
  const [supplier] = await withLeadTimeAndCount(db, await rowsOf(db).where('id', '=', id).execute());
  if (!supplier) throw notFound(sentences.notFound);
  return supplier;
}

/** The fields that the history shows. */
const auditValuesOf = ({ name, contactName, email, phone, abn, paymentTerms, leadDays, notes }: Supplier) => ({
  name,
  contactName,
  email,
  phone,
  abn,
  paymentTerms,
  leadDays,
  notes,
});

/** Leaves out blank fields, for the history of a new supplier. */
const withoutBlanks = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '' && value !== null));

/** The columns to write; a field that is undefined leaves its column unchanged. */
export const columnsOf = ({ name, contactName, email, phone, abn, paymentTerms, notes }: SupplierInput) => ({
  name,
  ...(contactName !== undefined && { contact_name: contactName }),
  ...(email !== undefined && { email }),
  ...(phone !== undefined && { phone }),
  ...(abn !== undefined && { abn }),
  ...(paymentTerms !== undefined && { payment_terms: paymentTerms }),
  ...(notes !== undefined && { notes }),
});

/** Stores the lead time among the terms of order suggestions; the other terms stay unchanged. */
export async function setLeadDays(tx: Tx, supplierId: string, leadDays: number | null | undefined): Promise<void> {
  if (leadDays === null || leadDays === undefined) return;
  await sql`insert into reorder_terms (supplier_id, lead_days, cover_days, version)
    values (${supplierId}, ${leadDays}, ${usualTerms.coverDays}, 1)
    on conflict (supplier_id) do update set lead_days = excluded.lead_days, version = reorder_terms.version + 1
    where reorder_terms.lead_days <> excluded.lead_days`.execute(tx);
}

/** Adds a supplier. 409 if another supplier has this name, ignoring case. */
export function addSupplier(
  { db, clock }: SuppliersDeps,
  input: SupplierInput,
  { actor, requestId }: ActionContext,
): Promise<Supplier> {
  return withNameConflict(
    inTransaction(db, async (tx) => {
      const at = clock.now();
      const id = newId(at.getTime());
      await tx
        .insertInto('suppliers')
        .values({ id, ...columnsOf(input), created_at: at })
        .execute();
      await setLeadDays(tx, id, input.leadDays);
      const supplier = await readSupplier(tx, id);
      const after = withoutBlanks(auditValuesOf(supplier));
      await audit(tx, { actor, action: 'create', entity: 'supplier', entityId: id, after, at, requestId });
      return supplier;
    }),
  );
}

/** Changes a supplier. 409 if another supplier has this name, or if `version` is outdated. */
export function updateSupplier(
  { db, clock }: SuppliersDeps,
  { id, version, ...input }: z.output<(typeof endpoint)['shapes']['body']>,
  { actor, requestId }: ActionContext,
): Promise<Supplier> {
  return withNameConflict(
    inTransaction(db, async (tx) => {
      await lockSupplier(tx, id);
      const stored = await readSupplier(tx, id);
      requireVersion(version, stored.version);
      await tx.updateTable('suppliers').set(columnsOf(input)).where('id', '=', id).execute();
      await setLeadDays(tx, id, input.leadDays);
      const changed = await readSupplier(tx, id);
      const [before, after] = [auditValuesOf(stored), auditValuesOf(changed)];
      if (JSON.stringify(before) === JSON.stringify(after)) return stored;
      await raiseVersion(tx, id);
      const change = { action: 'update', before, after, at: clock.now() };
      await audit(tx, { actor, entity: 'supplier', entityId: id, ...change, requestId });
      return { ...changed, version: stored.version + 1 };
    }),
  );
}

/** Raises the version, so that other users who are editing the supplier must confirm before they overwrite this change. */
export async function raiseVersion(tx: Tx, id: string): Promise<void> {
  await sql`update suppliers set version = version + 1 where id = ${id}`.execute(tx);
}

/** Deletes a supplier. 409 if products use it; the message says how many. */
export async function deleteSupplier(
  { db, clock }: SuppliersDeps,
  id: string,
  { actor, requestId }: ActionContext,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { name } = await lockSupplier(tx, id);
    const products = await readProductUse(tx, id);
    if (products !== undefined) throw conflict(usedBy(products));
    await tx.deleteFrom('suppliers').where('id', '=', id).execute();
    const at = clock.now();
    await audit(tx, { actor, action: 'delete', entity: 'supplier', entityId: id, before: { name }, at, requestId });
  });
}

/** Locks a supplier, so that no other transaction assigns it to a product. 404 if it no longer exists. */
async function lockSupplier(tx: Tx, id: string): Promise<{ name: string; version: number }> {
  return tx
    .selectFrom('suppliers')
    .select(['name', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound(sentences.notFound));
}

/** `12 products and 1 archived product`; undefined if no product uses the supplier. */
async function readProductUse(tx: Tx, id: string): Promise<string | undefined> {
  const { rows } = await sql<ProductUse>`
    select count(*) filter (where archived_at is null)::int as "notArchived", count(archived_at)::int as archived
    from products where supplier_id = ${id}`.execute(tx);
  return rows[0] && productUseText(rows[0]);
}

const withNameConflict = <T>(work: Promise<T>): Promise<T> =>
  refuseDuplicate(work, 'suppliers_name_key', 'name', sentences.nameTaken);
