import { type Kysely, sql } from 'kysely';

/** Links that prove an address before orders that guests placed with it join an account; and those orders by their address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table mailed_links drop constraint mailed_links_kind_check;
    alter table mailed_links add constraint mailed_links_kind_check
      check (kind in ('reset-password', 'confirm-email', 'join-orders'));
    create index orders_of_guests on orders (lower(email) collate "C") where payment = 'paid' and user_id is null;
  `.execute(db);
}
