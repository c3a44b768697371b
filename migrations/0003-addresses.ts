import { type Kysely, sql } from 'kysely';

/**
 * Addresses that the address field suggests. They arrive as whole editions: the import fills tables with these columns, creates these
 * indexes and swaps them in. Hence no foreign keys, no constraints but `not null`, and `''` or 0 for nothing, which keeps 15 million rows short.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A street in one locality. Input is searched here, in some 700,000 rows.
    create table address_streets (
      id integer not null,
      postcode smallint not null,
      address_count integer not null,
      -- the street's own id in G-NAF
      pid text collate "C" not null,
      -- 'Example Street', 'Sydney', 'NSW'
      name text not null,
      locality text not null,
      state text not null,
      -- 'example street'
      name_key text collate "C" not null,
      -- ' example street sydney nsw new south wales 2000'
      words text collate "C" not null,
      -- {example,sydney}: the words that identify it, without the street type that most share
      telling text[] not null
    );
    create unique index address_streets_id on address_streets (id);
    create index address_streets_pid on address_streets (pid);
    create index address_streets_name on address_streets (name_key, address_count desc);
    create index address_streets_telling on address_streets using gin (telling);

    -- Each identifying word once, some 130,000: misspelled input is looked up here.
    create table address_words (word text collate "C" not null);
    create unique index address_words_word on address_words (word);
    create index address_words_like on address_words using gin (word gin_trgm_ops);

    -- Words that share a fifth of their trigrams with the input. The threshold is set inside, because a function with its own
    -- setting can only be restored by a superuser.
    create function address_words_like(typed text, most integer) returns setof text language plpgsql as $$
      begin
        perform set_config('pg_trgm.similarity_threshold', '0.2', true);
        return query select word from address_words where word % typed order by similarity(word, typed) desc limit most;
      end $$;

    create table addresses (
      street_id integer not null,
      -- 12 of '12A-16', also of 'Lot 12'; 0 where there is none
      number_first integer not null,
      number_last integer not null,
      postcode smallint not null,
      -- another way to write an address that is also listed
      is_alias boolean not null,
      -- its id in G-NAF
      pid text collate "C" not null,
      -- '12A-16'
      number text not null,
      -- '3', 'Shop 3', 'Level 2'
      unit text not null,
      -- '3', '3', '2'
      unit_key text collate "C" not null
    );
    create unique index addresses_pid on addresses (pid);
    create index addresses_street on addresses (street_id, number_first);

    -- An import in progress: how far each file has been read, so that an interrupted import resumes.
    create table address_imports (
      id boolean primary key default true check (id),
      -- identifies the files, so that an import is not resumed with others
      edition text not null,
      progress jsonb not null
    );
  `.execute(db);
}
