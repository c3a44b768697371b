import { type Kysely, sql } from 'kysely';

/** What members typed into forms and did not send yet: one draft for each form. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table form_drafts (
      user_id uuid not null references users,
      form_id uuid not null references forms,
      responses jsonb not null,
      updated_at timestamptz not null,
      primary key (user_id, form_id)
    );
    create index form_drafts_updated on form_drafts (updated_at);
  `.execute(db);
}
