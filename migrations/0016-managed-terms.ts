import { type Kysely, sql } from 'kysely';

/**
 * The back office's list of products finds words and categories by the numbers of `search_terms`, as the shop does: the
 * beginning of a word is then some numbers, instead of all products that have a word so begun. The table is made anew, which
 * leaves no room behind.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create temporary table found_by on commit drop as
    with words as (
      select product_id, w.lexeme as word, w.positions, name_key <> '' and 1 = any(w.positions) as is_first
      from managed_products, unnest(words) w)
    select product_id, case when word ~ '[[:digit:]]' then '#' else '' end || word collate "C" as term from words
    where not is_first or cardinality(positions) > 1
    union
    -- the first word of the name
    select product_id, '!' || case when word ~ '[[:digit:]]' then '#' else '' end || word from words where is_first
    union
    select product_id, '^' || left(word, n) from words, generate_series(1, 5) n where word ~ '[[:digit:]]'
    union
    select k.product_id, '@c:' || unnest(c.path) from product_categories k join categories c on c.id = k.category_id`.execute(
    db,
  );
  await sql`analyze found_by`.execute(db);
  await sql`
    insert into search_terms (term)
    select distinct term from found_by f where not exists (select from search_terms s where s.term = f.term)`.execute(
    db,
  );
  await sql`
    alter table managed_products rename to managed_products_before;

    create table managed_products (
      product_id uuid not null,
      name_key text collate "C" not null,
      code_key text collate "C" not null,
      created_at timestamptz not null,
      -- nothing but zeros where there is none
      supplier_id uuid not null,
      has_variations boolean not null,
      is_active boolean not null,
      is_out_of_stock boolean not null,
      -- numbers of 'search_terms': words of the name and of all codes, categories with those above them
      terms integer[] not null
    ) with (fillfactor = 90);

    insert into managed_products
    select b.product_id, b.name_key, b.code_key, b.created_at, b.supplier_id, b.has_variations, b.is_active,
      b.is_out_of_stock, coalesce(t.terms, '{}')
    from managed_products_before b left join (
      select f.product_id, array_agg(s.id order by s.id) as terms
      from found_by f join (select term, min(id) as id from search_terms group by term) s on s.term = f.term
      group by f.product_id) t on t.product_id = b.product_id;

    drop table managed_products_before;

    alter table managed_products add primary key (product_id);
    alter table managed_products add constraint managed_products_product_id_fkey
      foreign key (product_id) references products on delete cascade;
    create index managed_products_name on managed_products (name_key, product_id);
    create index managed_products_code on managed_products (code_key, product_id);
    create index managed_products_created on managed_products (created_at, product_id);
    create index managed_products_supplier on managed_products (supplier_id, name_key, product_id);
    create index managed_products_variations on managed_products (has_variations, product_id);
    create index managed_products_active on managed_products (is_active, product_id);
    create index managed_products_out_of_stock on managed_products (is_out_of_stock, product_id);
    create index managed_products_terms on managed_products using gin (terms) with (fastupdate = off);
    analyze managed_products;
  `.execute(db);
}
