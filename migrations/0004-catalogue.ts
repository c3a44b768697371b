import { type Kysely, sql } from 'kysely';

/** Suppliers, the category tree, and products with their items (a plain product has exactly one), pictures and documents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table suppliers (
      id uuid primary key,
      name text not null,
      created_at timestamptz not null,
      version integer not null default 1,
      contact_name text not null default '',
      email text not null default '',
      -- digits only, as dialled in Australia
      phone text not null default '',
      abn text not null default '',
      payment_terms text not null default '',
      notes text not null default ''
    );
    create unique index suppliers_name_key on suppliers (lower(name));
    create index suppliers_created on suppliers (created_at, id);
    create index suppliers_words on suppliers using gin (search_words(name || ' ' || contact_name || ' ' || email));

    create table categories (
      id uuid primary key,
      parent_id uuid references categories,
      name text not null,
      url text not null,
      level smallint not null check (level between 1 and 3),
      -- ids from the top category down to this one
      path uuid[] not null,
      created_at timestamptz not null,
      version integer not null default 1,
      -- 0 for all children of a category until someone arranges them; until then they are sorted by name
      position integer not null default 0
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
      -- derived by the listing services
      has_variations boolean not null default false,
      is_shown boolean not null default false,
      is_out_of_stock boolean not null default true,
      code text not null default '',
      price_cents cents,
      highest_price_cents cents,
      search_key text not null default '',
      name_key text not null default '',
      -- [{ "name": ..., "value": ... }] in display order
      facts jsonb not null default '[]'
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

    create table product_images (
      id uuid primary key,
      product_id uuid not null references products on delete cascade,
      name text not null,
      -- the stored files are {file_key}-{width}.webp
      file_key text not null,
      size integer not null,
      is_primary boolean not null default false,
      position integer not null,
      alternative_text text not null default '',
      option_id uuid references variation_options on delete set null
    );
    create index product_images_product on product_images (product_id, position);
    create unique index product_images_primary on product_images (product_id) where is_primary;
    create index product_images_option on product_images (option_id) where option_id is not null;

    create table product_items (
      id uuid primary key,
      product_id uuid not null references products,
      code text,
      price_cents cents check (price_cents >= 0),
      -- written by the stock ledger only, in the movement's transaction
      on_hand integer not null default 0,
      -- moving average of the Adds, per unit
      average_cost_cents numeric(14, 4) not null default 0,
      -- "Small / Blue"; empty for a plain product
      label text not null default '',
      position integer not null default 0,
      archived_at timestamptz,
      created_at timestamptz not null,
      -- stock at or below this is low; null means the usual 5
      low_stock_at integer check (low_stock_at between 0 and 1000000),
      -- derived by the listing services: neither the item nor its product is archived
      is_listed boolean not null default false,
      -- derived: listed, and not sold without stock
      is_watched boolean not null default false,
      is_low boolean not null
        generated always as (is_watched and on_hand <= coalesce(low_stock_at, 5)) stored
    );
    create unique index product_items_code_key on product_items (lower(code)) where archived_at is null;
    create index product_items_product on product_items (product_id, position);
    create index product_items_low on product_items (on_hand, id) where is_low;
    create index product_items_listed_on_hand on product_items (on_hand, id) where is_listed;
    create index product_items_listed_code on product_items ((coalesce(lower(code), '') collate "C"), id) where is_listed;
    create index product_items_listed_price on product_items ((coalesce(price_cents, -1)), id) where is_listed;
    -- Cost as a share of the price: items that a discount would sell below cost are at one end.
    create index product_items_cost_share on product_items ((average_cost_cents / price_cents), id)
      where archived_at is null and price_cents > 0 and average_cost_cents > 0;
    create index product_items_margin on product_items ((price_cents - average_cost_cents), id)
      where archived_at is null and price_cents > 0 and average_cost_cents > 0;

    -- The planner needs the distribution: with a partial index alone it takes any range for a third of the rows.
    create statistics product_items_margins on (price_cents - average_cost_cents) from product_items;

    create table item_options (
      item_id uuid not null references product_items on delete cascade,
      variation_id uuid not null references variations on delete cascade,
      option_id uuid not null references variation_options on delete cascade,
      primary key (item_id, variation_id)
    );
    create index item_options_option on item_options (option_id, item_id);

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

    -- Products that go well with another, chosen by staff.
    create table product_complements (
      product_id uuid not null references products on delete cascade,
      complement_id uuid not null references products on delete cascade,
      position integer not null,
      primary key (product_id, complement_id),
      check (product_id <> complement_id)
    );
    create index product_complements_complement on product_complements (complement_id);
  `.execute(db);
}
