import { type Kysely, sql } from 'kysely';

/** What columns of files mean to the imports of the back office. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- chosen by staff for a header that the program did not know, or knew otherwise; kept for the next file
    create table import_columns (
      list text not null check (list in ('products', 'stock-take', 'promos')),
      header text not null,
      -- null: left out
      column_name text,
      chosen_at timestamptz not null,
      primary key (list, header)
    );
    -- what each column of this file is, in their order; null until it has been checked
    alter table product_imports add column columns jsonb;
  `.execute(db);
}
