import { type Kysely, sql } from 'kysely';

/** What staff choose for the columns of a price list's file is remembered like that of other imports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table import_columns /* locks: at most 10,000 choices for each list */
      drop constraint import_columns_list_check,
      add constraint import_columns_list_check check (list in ('products', 'stock-take', 'promos', 'price-list'));`.execute(
    db,
  );
}
