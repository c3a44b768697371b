import { type Kysely, sql } from 'kysely';

/** What the back office's list of products is sorted, filtered and searched by, texts for pictures, and changes to undo. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table product_images add column alternative_text text not null default '';

    create index products_by_name on products (name_key collate "C", id) where archived_at is null;
    create index products_by_code on products (lower(code) collate "C", id) where archived_at is null;
    create index products_by_created on products (created_at, id) where archived_at is null;
    create index products_by_variations on products (has_variations, id) where archived_at is null;
    create index products_by_active on products (is_active, id) where archived_at is null;
    create index products_by_out_of_stock on products (is_out_of_stock, id) where archived_at is null;
    -- products without a supplier are sorted like those of one whose id is nothing but zeros
    create index products_by_supplier on products
      (coalesce(supplier_id, '00000000-0000-0000-0000-000000000000'), id) where archived_at is null;

    create index products_search on products using gin (search_words(name)) where archived_at is null;
    create index product_items_search on product_items using gin (search_words(code)) where archived_at is null;

    -- what many products were before and after one change of them all, so that it can be undone
    create table product_changes (
      id uuid primary key,
      -- 'price', 'active', 'archive'
      kind text not null,
      -- [{ "id": ..., "before": ..., "after": ... }]
      rows jsonb not null,
      created_by uuid references users,
      created_at timestamptz not null,
      undone_at timestamptz
    );
    create index product_changes_at on product_changes (created_at);
  `.execute(db);
}
