import { type Kysely, sql } from 'kysely';

/** The rows of the back office's list of products, texts for pictures, and changes of many products to undo. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table product_images add column alternative_text text not null default '';

    -- kept by 'products/listing.server.ts': what the list sorts, filters and searches by, for all that is not archived. Rows
    -- are short, since a count visits up to 10,000 of them: a million take 250 MB instead of 1.5 GB
    create table managed_products (
      product_id uuid primary key references products on delete cascade,
      name_key text collate "C" not null,
      code_key text collate "C" not null,
      created_at timestamptz not null,
      -- nothing but zeros where there is none
      supplier_id uuid not null,
      has_variations boolean not null,
      is_active boolean not null,
      is_out_of_stock boolean not null,
      -- of the name and of all codes
      words tsvector not null
    ) with (fillfactor = 90);

    insert into managed_products
    select p.id, left(p.name_key, 200), left(lower(p.code), 200), p.created_at,
      coalesce(p.supplier_id, '00000000-0000-0000-0000-000000000000'), p.has_variations, p.is_active, p.is_out_of_stock,
      search_words(p.name || ' ' || coalesce((select string_agg(i.code, ' ') from product_items i
        where i.product_id = p.id and i.archived_at is null), ''))
    from products p where p.archived_at is null;

    create index managed_products_name on managed_products (name_key, product_id);
    create index managed_products_code on managed_products (code_key, product_id);
    create index managed_products_created on managed_products (created_at, product_id);
    create index managed_products_supplier on managed_products (supplier_id, product_id);
    create index managed_products_variations on managed_products (has_variations, product_id);
    create index managed_products_active on managed_products (is_active, product_id);
    create index managed_products_out_of_stock on managed_products (is_out_of_stock, product_id);
    create index managed_products_words on managed_products using gin (words) with (fastupdate = off);
    analyze managed_products;

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
