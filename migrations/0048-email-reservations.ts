import { type Kysely, sql } from 'kysely';

/** E-mails that orders awaiting their payment will make accounts of: two orders that are paid at once can't both. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table email_reservations (
      -- as e-mails are compared
      email text primary key,
      order_id uuid not null unique references orders on delete cascade
    );
  `.execute(db);
}
