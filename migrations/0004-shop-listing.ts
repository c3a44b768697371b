import { type Kysely, sql } from 'kysely';

/**
 * What the shop reads: kept by `products/listing.server.ts` alone, and all of it derives from the catalogue. Only
 * products that are shown are in it. The category 00000000-0000-0000-0000-000000000000 is the whole catalogue.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table products drop column search;
    alter table categories drop column product_count;

    -- pieces of JSON that answers are joined from: {brief}, {brief,rest}, {brief,rest,detail,...}
    create table product_cards (
      product_id uuid primary key references products on delete cascade,
      brief text not null,
      rest text not null,
      detail text not null
    ) with (fillfactor = 90);

    -- what search and filters look at. Each match costs a visit of its row, so rows are kept short: terms are numbers,
    -- and lie apart with the larger values. PostgreSQL moves values out of rows above 2 KB only, which room makes of every
    -- row; compressed, it takes 31 bytes. A million rows so take 180 MB instead of 470, and stay in memory
    create table listings (
      product_id uuid primary key references products on delete cascade,
      code_key text collate "C" not null,
      name_key text collate "C" not null,
      price_cents cents not null,
      is_in_stock boolean not null,
      -- words in the name
      name_length smallint not null,
      -- 'Size:5 L', one for each value that an item has
      options text[] not null,
      terms integer[] not null,
      room text not null default repeat(' ', 2100)
    ) with (fillfactor = 90, toast_tuple_target = 128);
    alter table listings alter code_key set storage main, alter name_key set storage main, alter options set storage main,
      alter terms set storage external, alter room set storage extended;
    create index listings_terms on listings using gin (terms);
    create index listings_price on listings (price_cents) where options <> '{}';

    -- words and marks with their numbers, see products/search-terms.ts. None is ever removed, and a term that two
    -- writers met at the same time has two: a unique index would make one wait for the other
    create table search_terms (
      id integer generated always as identity primary key,
      term text collate "C" not null
    );
    create index search_terms_term on search_terms (term, id);

    -- one row for each category that a product is in or below, and one for the whole catalogue
    create table category_listings (
      product_id uuid not null references products on delete cascade,
      category_id uuid not null,
      code_key text collate "C" not null,
      name_key text collate "C" not null,
      price_cents cents not null,
      is_in_stock boolean not null,
      primary key (product_id, category_id)
    ) with (fillfactor = 90);
    create index category_listings_code on category_listings (category_id, code_key, product_id);
    create index category_listings_name on category_listings (category_id, name_key, product_id);
    create index category_listings_price on category_listings (category_id, price_cents, name_key, product_id)
      include (is_in_stock);

    -- how many products: the sum over all rows of a category and option ('' for the category itself). Rows are only
    -- added, and joined by whoever can without waiting, so that writers never wait for each other here
    create table listing_counts (
      category_id uuid not null,
      option text collate "C" not null,
      product_count integer not null,
      in_stock_count integer not null
    ) with (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.05);
    create index listing_counts_category on listing_counts (category_id, option);
  `.execute(db);
}
