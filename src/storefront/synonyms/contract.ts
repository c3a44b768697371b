import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { wordsOf } from '#lib/text/search-words.ts';
import { knownVersion, tableQuery, text, uuid } from '#lib/api/wire.ts';

export const sentences = {
  notFound: 'This group no longer exists.',
  tooMany: 'There are 1,000 groups already. Delete one that nobody needs.',
};

/** Every search goes through all groups, so they are kept in memory. */
export const mostGroups = 1_000;
const mostPhrases = 20;
/** More words of a search are not compared with a phrase. */
const mostWords = 5;

const phrase = text({ required: 'Enter a word or a phrase.', max: 60, long: 'A phrase has at most 60 characters.' })
  .refine((value) => wordsOf(value).length > 0, { error: 'A phrase needs a letter or a digit.' })
  .refine((value) => wordsOf(value).length <= mostWords, { error: `A phrase has at most ${mostWords} words.` });

const phrases = z.array(phrase).max(mostPhrases, { error: `A group has at most ${mostPhrases} phrases.` });

/** A group as somebody writes it. Without `finds` each of two or more phrases finds all others. */
export const groupInput = z
  .object({
    phrases: phrases.min(1, { error: 'Enter a word or a phrase.' }),
    finds: phrases.default([]),
  })
  .refine(({ phrases, finds }) => phrases.length + finds.length > 1, {
    path: ['phrases'],
    error: 'Enter at least two phrases that mean the same.',
    when: ({ value }) => typeof value === 'object' && value !== null && 'phrases' in value,
  });

const group = z.object({
  id: z.string(),
  phrases: z.array(z.string()),
  finds: z.array(z.string()).meta({
    description: 'What the phrases find as well; where empty, each phrase finds what the others do.',
  }),
  createdDate: z.iso.datetime(),
  version: z.int(),
});
export type SynonymGroup = z.output<typeof group>;

export const listSynonyms = endpoint('GET', '/v1/search-synonyms', {
  access: 'ManageCartProducts',
  summary: 'The words that the shop takes for each other when somebody searches',
  query: tableQuery(['phrase', 'createdDate']),
  reply: z.array(group),
});

export const addSynonyms = endpoint('POST', '/v1/search-synonyms', {
  access: 'ManageCartProducts',
  summary: 'Adds a group of synonyms',
  body: groupInput,
  reply: group,
  status: 201,
});

export const updateSynonyms = endpoint('PUT', '/v1/search-synonyms', {
  access: 'ManageCartProducts',
  summary: 'Changes a group of synonyms; an older version answers 409',
  body: groupInput.safeExtend({ id: uuid, version: knownVersion }),
  reply: group,
});

export const deleteSynonyms = endpoint('DELETE', '/v1/search-synonyms/{id}', {
  access: 'ManageCartProducts',
  summary: 'Deletes a group of synonyms',
  params: z.object({ id: uuid }),
});

const miss = z.object({
  phrase: z.string(),
  times: z.int().meta({ description: 'How often at least: answers that are kept in memory count once.' }),
  lastDay: z.string(),
});
export type SearchMiss = z.output<typeof miss>;

export const listMisses = endpoint('GET', '/v1/search-synonyms/misses', {
  access: 'ManageCartProducts',
  summary: 'Recent searches that found nothing, the most frequent first',
  reply: z.array(miss),
});

export const deleteMiss = endpoint('POST', '/v1/search-synonyms/misses/dismiss', {
  access: 'ManageCartProducts',
  summary: 'Takes a search off the list of those that found nothing',
  body: z.object({ phrase: z.string().max(200) }),
  reply: z.object({}),
});
