import { type Kysely, sql } from 'kysely';

/**
 * Suppliers, the category tree, products with their items (a plain product has exactly one), pictures and the stock
 * ledger. Columns under "kept" are written by `products/listing.server.ts` alone and derive from the rest.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table suppliers (
      id uuid primary key,
      name text not null,
      created_at timestamptz not null,
      version integer not null default 1
    );
    create unique index suppliers_name_key on suppliers (lower(name));

    create table categories (
      id uuid primary key,
      parent_id uuid references categories,
      name text not null,
      url text not null,
      level smallint not null check (level between 1 and 3),
      -- the category itself and those above it, from the top
      path uuid[] not null,
      -- kept: products shown in it or below it
      product_count integer not null default 0,
      created_at timestamptz not null,
      version integer not null default 1
    );
    create unique index categories_url_key on categories (url);
    create unique index categories_name_key on categories (parent_id, lower(name)) nulls not distinct;
    create index categories_parent on categories (parent_id);

    create table products (
      id uuid primary key,
      url text not null,
      name text not null,
      short_description text not null default '',
      long_description text not null default '',
      supplier_id uuid references suppliers,
      is_active boolean not null default true,
      allow_sale_without_stock boolean not null default false,
      is_consignment boolean not null default false,
      archived_at timestamptz,
      created_at timestamptz not null,
      version integer not null default 1,
      -- kept
      has_variations boolean not null default false,
      is_shown boolean not null default false,
      is_out_of_stock boolean not null default true,
      code text not null default '',
      price_cents cents,
      highest_price_cents cents,
      search_key text not null default '',
      name_key text not null default '',
      search tsvector not null default ''
    );
    create unique index products_url_key on products (url);
    create index products_supplier on products (supplier_id);

    create table product_redirects (
      old_url text primary key,
      product_id uuid not null references products on delete cascade
    );
    create index product_redirects_product on product_redirects (product_id);

    create table product_categories (
      product_id uuid not null references products on delete cascade,
      category_id uuid not null references categories,
      position integer not null default 0,
      primary key (product_id, category_id)
    );
    create index product_categories_category on product_categories (category_id, product_id);

    create table product_images (
      id uuid primary key,
      product_id uuid not null references products on delete cascade,
      name text not null,
      -- the stored files are {file_key}-{width}.webp
      file_key text not null,
      size integer not null,
      is_primary boolean not null default false,
      position integer not null
    );
    create index product_images_product on product_images (product_id, position);
    create unique index product_images_primary on product_images (product_id) where is_primary;

    create table variations (
      id uuid primary key,
      product_id uuid not null references products on delete cascade,
      name text not null,
      position integer not null
    );
    create index variations_product on variations (product_id, position);

    create table variation_options (
      id uuid primary key,
      variation_id uuid not null references variations on delete cascade,
      label text not null,
      position integer not null
    );
    create index variation_options_variation on variation_options (variation_id, position);

    create table product_items (
      id uuid primary key,
      product_id uuid not null references products,
      code text,
      price_cents cents check (price_cents >= 0),
      -- written by the stock ledger only, in the movement's transaction
      on_hand integer not null default 0,
      -- moving average of the Adds, per unit
      average_cost_cents numeric(14, 4) not null default 0,
      -- "Small / Blue", empty for a plain product
      label text not null default '',
      position integer not null default 0,
      archived_at timestamptz,
      created_at timestamptz not null
    );
    create unique index product_items_code_key on product_items (lower(code)) where archived_at is null;
    create index product_items_product on product_items (product_id, position);

    create table item_options (
      item_id uuid not null references product_items on delete cascade,
      variation_id uuid not null references variations on delete cascade,
      option_id uuid not null references variation_options on delete cascade,
      primary key (item_id, variation_id)
    );
    create index item_options_option on item_options (option_id, item_id);

    create table stock_movements (
      id uuid primary key,
      item_id uuid not null references product_items,
      -- 0 Add, 1 Remove - Customer, 2 Remove
      direction smallint not null check (direction in (0, 1, 2)),
      quantity integer not null check (quantity > 0),
      reason text,
      -- per unit
      purchase_price_cents cents,
      order_id uuid,
      created_by uuid,
      created_at timestamptz not null
    );
    create index stock_movements_item on stock_movements (item_id, created_at);
    create index stock_movements_order on stock_movements (order_id) where order_id is not null;
    create index stock_movements_at on stock_movements (created_at);
  `.execute(db);
}
