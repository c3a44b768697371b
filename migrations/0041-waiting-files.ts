import { type Kysely, sql } from 'kysely';

/** From where a guest's file was sent, while no submission has it: what one sender may leave so is bounded. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- a network, by hash; null for members and once a submission has it
    alter table form_files add column sent_from text;
    create index form_files_sent_from on form_files (sent_from) include (size) where sent_from is not null;
    create index form_files_waiting on form_files (user_id) include (size) where submission_id is null and user_id is not null;
  `.execute(db);
}
