import { type Kysely, sql } from 'kysely';

/**
 * The words of the catalogue as a dictionary: by stem, by what is left when one letter is dropped, by likeness, and the words of
 * options. These are indexes over `search_terms`, which is written only where a product brings a word that no other had. And what
 * the back office says about words: synonyms, and searches that found nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- 'mops' and 'mop' have one stem; a word that is not English is its own
    create function word_stem(word text) returns text language sql immutable strict parallel safe cost 1000
      return coalesce((ts_lexize('pg_catalog.english_stem'::regdictionary, word))[1], word);

    -- the word, and the word without each of its letters: words one slip apart share one of these
    create function words_less_one_letter(word text) returns text[] language sql immutable strict parallel safe cost 1000
      return array(select word union select left(word, n - 1) || substr(word, n + 1) from generate_series(1, length(word)) n);

    -- '@o:size:extra large' is found by 'extra' and 'large', also by their stems
    create function option_words(term text) returns tsvector language sql immutable strict parallel safe cost 1000
      return search_words(substring(term from '^@o:[^:]*:(.*)$'))
        || to_tsvector('pg_catalog.english'::regconfig, substring(term from '^@o:[^:]*:(.*)$'));

    -- plain words begin with a letter, codes and marks with one of # ^ @ !
    create index search_terms_stem on search_terms (word_stem(term)) where term >= 'a';
    create index search_terms_slips on search_terms using gin (words_less_one_letter(term))
      where term >= 'a' and length(term) between 4 and 30;
    create index search_terms_like on search_terms using gin (term gin_trgm_ops) where term >= 'a' and length(term) between 4 and 30;
    create index search_terms_options on search_terms using gin (option_words(term)) where term >= '@o:' and term < '@o;';

    create table search_synonyms (
      id uuid primary key,
      -- each finds what any other does; where 'finds' has entries, only these
      phrases text[] not null check (cardinality(phrases) > 0),
      finds text[] not null,
      version integer not null default 1,
      created_at timestamptz not null
    );
    create index search_synonyms_phrase on search_synonyms (lower(phrases[1]), id);

    -- words alone: nothing of who searched; the service bounds how many rows there are
    create table search_misses (
      phrase text primary key,
      times integer not null,
      last_day business_day not null
    );
    -- what sold most in a month
    create index sold_months_units on sold_months (month, units desc);

    create index search_misses_times on search_misses (times desc, phrase);
  `.execute(db);
}
