import { type Kysely, sql } from 'kysely';

/** What an account has confirmed for the codes of its former suppliers, so that the next file matches at once. Expands only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table former_supplier_codes (
      account_id uuid not null references trade_accounts,
      -- the code in lower case; for lines without a code the words of the description
      code_key text not null,
      -- as it was in the file
      description text not null,
      item_id uuid not null references product_items on delete cascade,
      confirmed_at timestamptz not null,
      primary key (account_id, code_key)
    );
    create index former_supplier_codes_item on former_supplier_codes (item_id);
  `.execute(db);
}
