import { type Kysely, sql } from 'kysely';

/**
 * Facts and documents of a product, what goes well with it, and the option that a picture shows. A document's file is never
 * altered: its key is its hash. One that is replaced or taken out stays, for those who bought the product with it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- a list of { name, value }, in the order in which it shows
    alter table products add column facts jsonb not null default '[]';

    create table product_documents (
      id uuid primary key,
      product_id uuid not null references products on delete cascade,
      kind text not null check (kind in ('safetyDataSheet', 'technical', 'chart', 'other')),
      title text not null,
      issued_on date,
      -- as the uploaded file was called
      name text not null,
      sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
      -- bytes
      size integer not null check (size > 0),
      position integer not null,
      state text not null default 'current' check (state in ('current', 'superseded', 'withdrawn')),
      created_at timestamptz not null
    );
    create index product_documents_product on product_documents (product_id, position);
    create unique index product_documents_current_sheet on product_documents (product_id)
      where kind = 'safetyDataSheet' and state = 'current';

    -- chosen by staff
    create table product_complements (
      product_id uuid not null references products on delete cascade,
      complement_id uuid not null references products on delete cascade,
      position integer not null,
      primary key (product_id, complement_id),
      check (product_id <> complement_id)
    );
    create index product_complements_complement on product_complements (complement_id);

    alter table product_images add column option_id uuid references variation_options on delete set null;
    create index product_images_option on product_images (option_id) where option_id is not null;

    -- ids of orders follow time: the last orders of a product are read from the end
    drop index order_items_product;
    create index order_items_product on order_items (product_id, order_id);
  `.execute(db);
}
