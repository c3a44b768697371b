import { type Kysely, sql } from 'kysely';

/**
 * Lets a write-off be taken back, by an entry of the same kind that adds to what is owed: when the order is refunded that nobody has paid.
 * Expands only: the former release writes none, and reads amounts with their sign.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account_entries drop constraint account_entries_check,
      add constraint account_entries_sign_check check (case when kind in ('invoice', 'refund') then cents > 0
        when kind = 'writeOff' then cents <> 0 else cents < 0 end) not valid`.execute(db);
  await sql`alter table account_entries validate constraint account_entries_sign_check`.execute(db);
}
