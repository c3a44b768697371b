import { type Kysely, sql } from 'kysely';

/** Files of forms' answers: sent ahead of their submission, which then keeps them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table form_files (
      -- random, not by time: whoever knows it may keep the file of a guest
      id uuid primary key,
      form_id uuid not null references forms,
      field_id uuid not null,
      -- null until a submission keeps it; a file that is left without one is swept
      submission_id uuid references form_submissions on delete set null,
      -- who sent it; null for guests
      user_id uuid references users,
      name text not null,
      size integer not null check (size > 0),
      content_type text not null,
      file_key text not null,
      created_at timestamptz not null,
      claimed_at timestamptz
    );
    create index form_files_submission on form_files (submission_id) where submission_id is not null;
    create index form_files_unclaimed on form_files (created_at) where submission_id is null;
    create index form_files_form on form_files (form_id);
    create index form_files_user on form_files (user_id) where user_id is not null;
  `.execute(db);
}
