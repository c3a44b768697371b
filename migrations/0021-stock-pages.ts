import { type Kysely, sql } from 'kysely';

/**
 * What the pages of stock sort and filter by. Names, suppliers and categories stay with `managed_products`; the items are
 * told by what of it they are found, so that a sale writes nothing but its item and its movement.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table product_items
      -- on hand from here down is low; null takes the usual 5
      add column low_stock_at integer check (low_stock_at between 0 and 1000000),
      -- kept by 'products/listing.server.ts': neither the item nor its product is archived
      add column is_listed boolean not null default false,
      -- kept: listed, and not sold without stock
      add column is_watched boolean not null default false;
    update product_items i set is_listed = true, is_watched = not p.allow_sale_without_stock
    from products p where p.id = i.product_id and p.archived_at is null and i.archived_at is null;
    alter table product_items add column is_low boolean not null
      generated always as (is_watched and on_hand <= coalesce(low_stock_at, 5)) stored;

    drop index product_items_on_hand;
    create index product_items_low on product_items (on_hand, id) where is_low;
    create index product_items_listed_on_hand on product_items (on_hand, id) where is_listed;
    create index product_items_listed_code on product_items ((coalesce(lower(code), '') collate "C"), id) where is_listed;
    create index product_items_listed_price on product_items ((coalesce(price_cents, -1)), id) where is_listed;
    analyze product_items;

    drop index stock_movements_item;
    create index stock_movements_ledger on stock_movements (item_id, created_at, id) include (direction, quantity);
  `.execute(db);
  await findByOptions(db);
}

/** The lists of products and of stock find 'Large' too: what 'products/search-terms.ts' makes of the options' words. */
async function findByOptions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create temporary table found_by_options on commit drop as
    with words as (
      select v.product_id, unnest(tsvector_to_array(search_words(string_agg(o.label, ' ')))) as word
      from variations v join variation_options o on o.variation_id = v.id group by v.product_id)
    select product_id, case when word ~ '[[:digit:]]' then '#' else '' end || word collate "C" as term from words
    union
    select product_id, '^' || left(word, n) from words, generate_series(1, 5) n where word ~ '[[:digit:]]'`.execute(db);
  await sql`
    insert into search_terms (term)
    select distinct term from found_by_options f where not exists (select from search_terms s where s.term = f.term)`.execute(
    db,
  );
  for (const table of ['managed_products', 'archived_products']) {
    await sql`
      update ${sql.table(table)} m set terms = array(select unnest(m.terms) union select unnest(t.terms) order by 1)
      from (
        select f.product_id, array_agg(s.id) as terms
        from found_by_options f join (select term, min(id) as id from search_terms group by term) s on s.term = f.term
        group by f.product_id) t
      where t.product_id = m.product_id`.execute(db);
  }
}
