import { type Kysely, sql } from 'kysely';

/** What a search among very many orders is helped by: every word that can be found, for the beginnings of words, and words side by side. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- a word that two orders bring at once may stand here twice, so that neither waits for the other
    create table known_order_words (word text collate "C" not null);
    insert into known_order_words (word) select distinct unnest(tsvector_to_array(words)) from orders;
    create index known_order_words_word on known_order_words (word);

    create function note_words_of_order() returns trigger language plpgsql as $$ begin
      insert into known_order_words (word) select word from unnest(tsvector_to_array(new.words)) n (word)
        where not exists (select from known_order_words k where k.word = n.word);
      return null;
    end $$;
    create trigger words_of_order after insert or update of words on orders
      for each row when (new.words is not null) execute function note_words_of_order();

    create function word_pairs(words tsvector) returns text[] language sql immutable parallel safe
      return (select array_agg(distinct lexeme || ' ' || next) from (
        select lexeme, place, lead(lexeme) over by_place as next, lead(place) over by_place as next_place
        from (select lexeme, unnest(positions) as place from unnest(words)) w window by_place as (order by place)) p
        where next_place = place + 1);
    create index orders_word_pairs on orders using gin (word_pairs(words)) with (fastupdate = off);
  `.execute(db);
}
