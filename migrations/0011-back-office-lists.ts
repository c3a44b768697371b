import { type Kysely, sql } from 'kysely';

/** What searches of the back office's lists look at, and the views of lists that people keep. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- the words of a text as 'lib/search-words.ts' splits it: lower case, without accents, letters and digits only
    create function search_words(texts text) returns tsvector language sql immutable parallel safe
      return to_tsvector('simple'::regconfig, regexp_replace(lower(regexp_replace(
        normalize(texts, NFKD), '[\u0300-\u036f]+', '', 'g')), '[^[:alnum:]]+', ' ', 'g'));

    create table table_views (
      id uuid primary key,
      -- 'users', 'products'
      list text not null,
      owner_id uuid not null references users,
      name text not null,
      -- the part of the address behind the question mark
      query text not null,
      is_shared boolean not null default false,
      created_at timestamptz not null
    );
    create index table_views_list on table_views (list, owner_id);
  `.execute(db);
}
