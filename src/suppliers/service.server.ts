import { sql } from 'kysely';
import type { z } from 'zod';
import { audit } from '#infra/audit.server.ts';
import { type Db, inTransaction, type Tx } from '#infra/db.server.ts';
import type { Deps } from '#infra/deps.server.ts';
import { found } from '#infra/found.server.ts';
import { type Order, type Rows, tablePage } from '#infra/table-page.server.ts';
import { violated } from '#infra/violated.server.ts';
import { conflict, notFound, Problem } from '#lib/problem.ts';
import { changedMeanwhile } from '#lib/sentences.ts';
import { mostRows } from '#lib/table-limits.ts';
import { newId } from '#lib/uuid.ts';
import type { Doer } from '#settings/service.server.ts';
import { type listSuppliers, type Supplier, sentences, type updateSupplier as endpoint, usedBy } from './contract.ts';
import { productsUsing, type Using } from './in-use.ts';

export type SuppliersDeps = Pick<Deps, 'db' | 'clock'>;

type Asked = z.output<(typeof listSuppliers)['shapes']['query']>;

const order: Order<'name' | 'createdDate'> = {
  columns: { name: sql`lower(name)`, createdDate: sql`created_at` },
  usual: 'name',
  key: sql`id`,
};

/** A page of the suppliers, or all of them, with the number of their products (counted to 10,001 at most). */
export async function readSuppliers(db: Db, asked: Asked): Promise<Rows<Supplier>> {
  const words = found(sql`search_words(name)`, asked.search);
  const { rows, total } = await tablePage(db, words ? rowsOf(db).where(words) : rowsOf(db), {
    asked,
    order,
  });
  return { rows: await counted(db, rows), total };
}

/** All suppliers by name, up to the 10,000 that a list may have; nothing is counted for them. */
export const readSupplierNames = (db: Db): Promise<{ id: string; name: string }[]> =>
  db.selectFrom('suppliers').select(['id', 'name']).orderBy(sql`lower(name)`).orderBy('id').limit(mostRows).execute();

const rowsOf = (db: Db | Tx) => db.selectFrom('suppliers').select(['id', 'name', 'created_at as createdAt', 'version']);

type Stored = Omit<Supplier, 'createdDate' | 'productCount'> & { createdAt: Date };

/** Adds how many products each has; only of the rows that are shown, since a page far behind passes thousands. */
async function counted(db: Db | Tx, stored: Stored[]): Promise<Supplier[]> {
  const { rows } = await sql<{ id: string; count: number }>`
    select s.id, (select count(*) from (
      select from managed_products m where m.supplier_id = s.id limit ${sql.lit(mostRows + 1)}) products)::int as count
    from unnest(${stored.map(({ id }) => id)}::uuid[]) s(id)`.execute(db);
  const counts = new Map(rows.map(({ id, count }) => [id, count]));
  return stored.map(({ createdAt, ...row }) => ({
    ...row,
    createdDate: createdAt.toISOString(),
    productCount: counts.get(row.id) ?? 0,
  }));
}

async function readSupplier(tx: Tx, id: string): Promise<Supplier> {
  const [supplier] = await counted(tx, await rowsOf(tx).where('id', '=', id).execute());
  if (!supplier) throw notFound(sentences.notFound);
  return supplier;
}

/** Adds a supplier. 409 where one has this name, without regard to case. */
export function addSupplier(
  { db, clock }: SuppliersDeps,
  { name }: { name: string },
  { actor, requestId }: Doer,
): Promise<Supplier> {
  return namedOnce(
    inTransaction(db, async (tx) => {
      const at = clock.now();
      const id = newId(at.getTime());
      await tx.insertInto('suppliers').values({ id, name, created_at: at }).execute();
      await audit(tx, { actor, action: 'create', entity: 'supplier', entityId: id, after: { name }, at, requestId });
      return readSupplier(tx, id);
    }),
  );
}

/** Renames a supplier. 409 where another has the name, or where `version` is older than what is stored. */
export function updateSupplier(
  { db, clock }: SuppliersDeps,
  { id, name, version }: z.output<(typeof endpoint)['shapes']['body']>,
  { actor, requestId }: Doer,
): Promise<Supplier> {
  return namedOnce(
    inTransaction(db, async (tx) => {
      const before = await locked(tx, id);
      if (version !== undefined && version !== before.version) throw conflict(changedMeanwhile);
      if (name !== before.name) {
        const at = clock.now();
        await tx
          .updateTable('suppliers')
          .set({ name, version: before.version + 1 })
          .where('id', '=', id)
          .execute();
        const change = { action: 'update', before: { name: before.name }, after: { name } };
        await audit(tx, { actor, entity: 'supplier', entityId: id, ...change, at, requestId });
      }
      return readSupplier(tx, id);
    }),
  );
}

/** Deletes a supplier. 409 that says by how many products it is used. */
export async function deleteSupplier(
  { db, clock }: SuppliersDeps,
  id: string,
  { actor, requestId }: Doer,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { name } = await locked(tx, id);
    const used = await productsOf(tx, id);
    if (used !== undefined) throw conflict(usedBy(used));
    await tx.deleteFrom('suppliers').where('id', '=', id).execute();
    const at = clock.now();
    await audit(tx, { actor, action: 'delete', entity: 'supplier', entityId: id, before: { name }, at, requestId });
  });
}

/** The row, withheld from whoever gives the supplier to a product meanwhile. */
async function locked(tx: Tx, id: string): Promise<{ name: string; version: number }> {
  const row = await tx
    .selectFrom('suppliers')
    .select(['name', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound(sentences.notFound);
  return row;
}

async function productsOf(tx: Tx, id: string): Promise<string | undefined> {
  const { rows } = await sql<Using>`
    select count(*) filter (where archived_at is null)::int as open, count(archived_at)::int as archived
    from products where supplier_id = ${id}`.execute(tx);
  return rows[0] && productsUsing(rows[0]);
}

async function namedOnce<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (violated(error) !== 'suppliers_name_key') throw error;
    throw new Problem(409, sentences.nameTaken, [{ path: 'name', message: sentences.nameTaken }]);
  }
}
