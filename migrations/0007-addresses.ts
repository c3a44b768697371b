import { type Kysely, sql } from 'kysely';

/**
 * The addresses that the address field suggests. They come as whole editions: `addresses/edition.server.ts` fills tables of
 * the same columns, gives them the indexes that these have, and puts them in their place. Hence no foreign key, no
 * constraint but `not null`, and `''` or 0 where there is nothing, which keeps 15 million rows short.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create extension if not exists pg_trgm;

    -- a street in one locality; what is typed is searched here, in some 700,000 rows
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
      -- {example,sydney}, without the type that most streets share
      telling text[] not null
    );
    create unique index address_streets_id on address_streets (id);
    create index address_streets_pid on address_streets (pid);
    create index address_streets_name on address_streets (name_key, address_count desc);
    create index address_streets_telling on address_streets using gin (telling);

    -- each telling word once, some 130,000: what was misspelled is looked up here, however many streets there are
    create table address_words (word text collate "C" not null);
    create unique index address_words_word on address_words (word);
    create index address_words_like on address_words using gin (word gin_trgm_ops);

    -- words that share a fifth of their groups of three letters with what was typed; the setting is the operator's. It is
    -- not the function's, since only a superuser may restore one that has it
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
      -- another way to write an address that is there too
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

    -- an import under way: how far each file has been read, so that one that was killed goes on
    create table address_imports (
      id boolean primary key default true check (id),
      -- tells whether it is the same files
      edition text not null,
      progress jsonb not null
    );
  `.execute(db);
}
