import { type Kysely, sql } from 'kysely';

export const transaction = false;

/** The orders of a blanket PO, of which what is left is worked out. Expands only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index concurrently if not exists trade_orders_blanket_po on trade_orders (blanket_po_id)
    where blanket_po_id is not null`.execute(db);
}
