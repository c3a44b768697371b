import { type Kysely, sql } from 'kysely';

/**
 * Workers claim mails of each kind from their own table, without a job for each. The former release sets `next_try_at` a quarter of an hour
 * ahead, because a job sends the mail; no process takes these jobs any more, so its mails are made due now. Those that it stores after this wait
 * for up to 15 minutes. Its own search for due mails can do without the former index: few mails wait for long.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index unsent_mails_due;
    create index unsent_mails_due_of_kind on unsent_mails /* locks: few mails wait */
      (kind, next_try_at) where next_try_at is not null;
    update unsent_mails set next_try_at = now() where attempts = 0 and next_try_at > now();`.execute(db);
}
