import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { wordsOf } from '#lib/text/search-words.ts';
import { baseVersion, tableQuery, text, uuid } from '#lib/api/wire.ts';

export const sentences = {
  notFound: 'This group no longer exists.',
  tooMany: 'There are already 1,000 groups. Delete one that is no longer needed.',
};

/** All groups are cached in memory, since every search uses them. */
export const mostGroups = 1_000;
const mostPhrases = 20;
/** The maximum number of words of a phrase. */
const mostWords = 5;

const phrase = text({ required: 'Enter a word or a phrase.', max: 60, long: 'A phrase has at most 60 characters.' })
  .refine((value) => wordsOf(value).length > 0, { error: 'A phrase needs a letter or a digit.' })
  .refine((value) => wordsOf(value).length <= mostWords, { error: `A phrase has at most ${mostWords} words.` });

const phrases = z.array(phrase).max(mostPhrases, { error: `A group has at most ${mostPhrases} phrases.` });

/** A group as entered. Without `finds` it needs two phrases, and each finds all others. */
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
    description: 'What the phrases also find; if empty, each phrase also finds all others.',
  }),
  createdDate: z.iso.datetime(),
  version: z.int(),
});
export type SynonymGroup = z.output<typeof group>;

export const listSynonyms = endpoint('GET', '/v1/search-synonyms', {
  access: 'ManageCartProducts',
  summary: "The synonyms of the shop's search",
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
  summary: 'Changes a group of synonyms; returns 409 for an outdated version',
  body: groupInput.safeExtend({ id: uuid, version: baseVersion }),
  reply: group,
});

export const deleteSynonyms = endpoint('DELETE', '/v1/search-synonyms/{id}', {
  access: 'ManageCartProducts',
  summary: 'Deletes a group of synonyms',
  params: z.object({ id: uuid }),
});

const miss = z.object({
  phrase: z.string(),
  times: z
    .int()
    .meta({ description: 'A lower limit of the number of searches, since cached responses are not counted.' }),
  lastDay: z.string(),
});
export type SearchMiss = z.output<typeof miss>;

export const listMisses = endpoint('GET', '/v1/search-synonyms/misses', {
  access: 'ManageCartProducts',
  summary: 'Recent searches without results, most frequent first',
  reply: z.array(miss),
});

export const deleteMiss = endpoint('POST', '/v1/search-synonyms/misses/dismiss', {
  access: 'ManageCartProducts',
  summary: 'Removes a search from the list of those without results',
  body: z.object({ phrase: z.string().max(200) }),
  reply: z.object({}),
});
