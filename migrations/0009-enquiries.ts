import { type Kysely, sql } from 'kysely';

/** What visitors write to the company from the contact page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table enquiries (
      id uuid primary key,
      company text not null,
      name text not null,
      email text not null,
      phone text not null,
      mobile text not null,
      message text not null,
      user_id uuid references users,
      is_suspected_spam boolean not null default false,
      created_at timestamptz not null
    );
    create index enquiries_created on enquiries (created_at desc, id desc);
    create index enquiries_user on enquiries (user_id);
  `.execute(db);
}
