import { type Kysely, sql } from 'kysely';

/**
 * Lists of products derived from the catalogue and written by the listing services only: the shop's, its search, and the back office's.
 * Also bulk changes that can be undone, imports, and what staff say about search words.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- 'mops' and 'mop' have one stem; a word that is not English is its own stem.
    create function word_stem(word text) returns text language sql immutable strict parallel safe cost 1000
      return coalesce((ts_lexize('pg_catalog.english_stem'::regdictionary, word))[1], word);

    -- The word, and the word without each of its letters: words that differ by one letter share one of these.
    create function words_less_one_letter(word text) returns text[] language sql immutable strict parallel safe cost 1000
      return array(select word union select left(word, n - 1) || substr(word, n + 1) from generate_series(1, length(word)) n);

    -- '@o:size:extra large' is found by 'extra' and 'large', and by their stems.
    create function option_words(term text) returns tsvector language sql immutable strict parallel safe cost 1000
      return search_words(substring(term from '^@o:[^:]*:(.*)$'))
        || to_tsvector('pg_catalog.english'::regconfig, substring(term from '^@o:[^:]*:(.*)$'));

    -- Numbers of search terms, see search-terms.ts. None is ever removed, and a term that two writers added at the same time has
    -- two rows: a unique index would make one wait for the other.
    create table search_terms (
      id integer generated always as identity primary key,
      term text collate "C" not null
    );
    create index search_terms_term on search_terms (term, id);
    -- Plain words begin with a letter, codes and markers with one of # ^ @ !
    create index search_terms_stem on search_terms (word_stem(term)) where term >= 'a';
    create index search_terms_slips on search_terms using gin (words_less_one_letter(term))
      where term >= 'a' and length(term) between 4 and 30;
    create index search_terms_like on search_terms using gin (term gin_trgm_ops) where term >= 'a' and length(term) between 4 and 30;
    create index search_terms_options on search_terms using gin (option_words(term)) where term >= '@o:' and term < '@o;';

    create table managed_products (
      product_id uuid primary key references products on delete cascade,
      name_key text collate "C" not null,
      code_key text collate "C" not null,
      created_at timestamptz not null,
      -- all zeros if none
      supplier_id uuid not null,
      has_variations boolean not null,
      is_active boolean not null,
      is_out_of_stock boolean not null,
      -- ids of search_terms: words of the name, codes and options, and categories with their parents
      terms integer[] not null
    ) with (fillfactor = 90);
    create index managed_products_name on managed_products (name_key, product_id);
    create index managed_products_code on managed_products (code_key, product_id);
    create index managed_products_created on managed_products (created_at, product_id);
    create index managed_products_supplier on managed_products (supplier_id, name_key, product_id);
    create index managed_products_variations on managed_products (has_variations, product_id);
    create index managed_products_active on managed_products (is_active, product_id);
    create index managed_products_out_of_stock on managed_products (is_out_of_stock, product_id);
    create index managed_products_terms on managed_products using gin (terms) with (fastupdate = off);

    -- A table of its own, so that neither list scans rows of the other.
    create table archived_products (like managed_products including all) with (fillfactor = 90);
    alter table archived_products add foreign key (product_id) references products on delete cascade;

    -- A bulk change with the values before and after, so that it can be undone.
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

    create table product_imports (
      id uuid primary key,
      state text not null check (state in ('checking', 'checked', 'importing', 'done', 'failed')),
      file_name text not null,
      created_by uuid not null references users,
      created_at timestamptz not null,
      -- the user's claims at the start; the job does nothing that the user may no longer do when it runs
      claims text[] not null,
      request_id text not null,
      -- how often a job has started on the present state
      attempts integer not null default 0,
      rows_done integer not null default 0,
      rows_total integer not null default 0,
      is_writing boolean not null default false,
      -- last heartbeat of the job
      beat_at timestamptz not null,
      report jsonb,
      -- why it failed, unless rows were invalid
      refusal text,
      is_put_away boolean not null default false,
      -- the meaning of each column of the file, in order; null until it has been checked
      columns jsonb
    );
    -- one at a time
    create unique index product_imports_running on product_imports ((true)) where state in ('checking', 'importing');
    create index product_imports_own on product_imports (created_by, beat_at desc, id desc) where not is_put_away;
    create index product_imports_created on product_imports (created_at);

    -- The uploaded file in parts of 1 MB.
    create table product_import_parts (
      import_id uuid not null references product_imports on delete cascade,
      place integer not null,
      bytes bytea not null,
      primary key (import_id, place)
    );

    -- Pieces of JSON that answers are assembled from: {brief}, {brief,rest}, {brief,rest,detail,...}.
    create table product_cards (
      product_id uuid primary key references products on delete cascade,
      brief text not null,
      rest text not null,
      detail text not null
    ) with (fillfactor = 90);

    -- Searched and filtered by the shop. Each match reads its row, so rows are short: terms are numbers and stored out of line.
    -- PostgreSQL moves values out of line only in rows above 2 KB, so room makes every row that long; compressed, it takes 31 bytes.
    -- A million rows take 180 MB instead of 470 and fit in memory.
    create table listings (
      product_id uuid primary key references products on delete cascade,
      code_key text collate "C" not null,
      name_key text collate "C" not null,
      price_cents cents not null,
      is_in_stock boolean not null,
      -- words in the name
      name_length smallint not null,
      -- 'Size:5 L', each value that an item has
      options text[] not null,
      terms integer[] not null,
      room text not null default repeat(' ', 2100)
    ) with (fillfactor = 90, toast_tuple_target = 128);
    alter table listings alter code_key set storage main, alter name_key set storage main, alter options set storage main,
      alter terms set storage external, alter room set storage extended;
    create index listings_terms on listings using gin (terms);
    create index listings_price on listings (price_cents) where options <> '{}';

    -- One row for each category that a product is in, directly or below it, and one for the whole catalogue.
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

    -- The number of products is the sum over all rows of a category and option ('' for the category itself). Writers only add rows,
    -- and merge them when they can without waiting, so that they never wait for each other.
    create table listing_counts (
      category_id uuid not null,
      option text collate "C" not null,
      product_count integer not null,
      in_stock_count integer not null
    ) with (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.05);
    create index listing_counts_category on listing_counts (category_id, option);

    create table search_synonyms (
      id uuid primary key,
      -- phrases that mean the same; if 'finds' has entries, a search for a phrase finds these instead
      phrases text[] not null check (cardinality(phrases) > 0),
      finds text[] not null,
      version integer not null default 1,
      created_at timestamptz not null
    );
    create index search_synonyms_phrase on search_synonyms (lower(phrases[1]), id);

    -- Searches that found nothing: the words only, nothing about the visitor. The service limits the number of rows.
    create table search_misses (
      phrase text primary key,
      times integer not null,
      last_day business_day not null
    );
    create index search_misses_times on search_misses (times desc, phrase);
  `.execute(db);
}
