import { type Kysely, sql } from 'kysely';

/** The rows of the back office's list of archived products, as short and as indexed as those of the others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- kept by 'products/listing.server.ts' too; a table of its own, so that neither list walks through rows of the other
    create table archived_products (like managed_products including all) with (fillfactor = 90);
    alter table archived_products add foreign key (product_id) references products on delete cascade;

    -- what 'products/search-terms.ts' makes of names, codes and categories
    create temporary table archived_by on commit drop as
    with words as (
      select p.id as product_id, w.lexeme as word, w.positions, p.name_key <> '' and 1 = any(w.positions) as is_first
      from products p, unnest(search_words(p.name || ' ' || coalesce((
        select string_agg(i.code, ' ') from product_items i where i.product_id = p.id and i.archived_at is null), ''))) w
      where p.archived_at is not null)
    select product_id, case when word ~ '[[:digit:]]' then '#' else '' end || word collate "C" as term from words
    where not is_first or cardinality(positions) > 1
    union
    select product_id, '!' || case when word ~ '[[:digit:]]' then '#' else '' end || word from words where is_first
    union
    select product_id, '^' || left(word, n) from words, generate_series(1, 5) n where word ~ '[[:digit:]]'
    union
    select k.product_id, '@c:' || unnest(c.path) from product_categories k join categories c on c.id = k.category_id
      join products p on p.id = k.product_id where p.archived_at is not null`.execute(db);
  await sql`
    insert into search_terms (term)
    select distinct term from archived_by f where not exists (select from search_terms s where s.term = f.term)`.execute(
    db,
  );
  await sql`
    insert into archived_products (product_id, name_key, code_key, created_at, supplier_id, has_variations, is_active,
      is_out_of_stock, terms)
    select p.id, left(p.name_key, 200), left(lower(p.code), 200), p.created_at,
      coalesce(p.supplier_id, '00000000-0000-0000-0000-000000000000'), p.has_variations, p.is_active, p.is_out_of_stock,
      coalesce(t.terms, '{}')
    from products p left join (
      select f.product_id, array_agg(s.id order by s.id) as terms
      from archived_by f join (select term, min(id) as id from search_terms group by term) s on s.term = f.term
      group by f.product_id) t on t.product_id = p.id
    where p.archived_at is not null;
    analyze archived_products;
  `.execute(db);
}
