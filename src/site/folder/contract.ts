import { z } from 'zod';
import { trueFalse } from '#lib/api/input-shapes.ts';
import { endpoint } from '#lib/api/endpoint.ts';

/** The largest zip, in bytes. */
export const largestZip = 500 * 1024 * 1024;

export const folderSentences = {
  tooLarge: 'The zip must be at most 500 MB.',
  choose: 'Choose the zip of a site.',
  cutOff: 'The upload was interrupted. Please try again.',
  notZip: 'The file is not a zip, or it is damaged.',
  unreadable: 'The zip is damaged, encrypted, or of a kind that cannot be read.',
  changed: 'Somebody has changed the site or the zip since the trial. Look at it again.',
  failed: 'Unable to bring in the site.',
} as const;

const change = z.object({
  kind: z.enum(['page', 'service', 'position', 'question', 'partner', 'picture', 'menus', 'formerAddress']),
  change: z.enum(['added', 'changed', 'removed']),
  name: z.string(),
  note: z.string().meta({ description: 'What else to know, such as a new address; empty for nothing.' }),
});
export type SiteChange = z.output<typeof change>;

export const kindWords: Record<SiteChange['kind'], string> = {
  page: 'Page',
  service: 'Service',
  position: 'Position',
  question: 'Question',
  partner: 'Partner',
  picture: 'Picture',
  menus: 'Menus',
  formerAddress: 'Former address',
};

const siteImport = z.object({
  changes: z.array(change),
  seal: z.string().meta({ description: 'Names what the trial has compared.' }),
});
export type SiteImport = z.output<typeof siteImport>;

export const downloadSite = endpoint('GET', '/v1/site/folder', {
  access: 'ManageSite',
  summary:
    'What visitors see, as a zip that can be brought in again: pages, lists, menus, former addresses and the pictures that they show.',
  download: ['zip'],
});

export const importSite = endpoint('POST', '/v1/site/folder', {
  access: 'ManageSite',
  summary:
    'Replaces the published pages, lists and menus by those of a zip, all or nothing; drafts stay. With trial=true it only returns what would ' +
    'change. With the seal of a trial it returns 409 if the site or the zip has changed since. Returns 400 with every fault, its file and line.',
  query: z.object({ trial: trueFalse.optional(), seal: z.string().max(200).optional() }),
  file: ['application/zip', 'application/octet-stream'],
  reply: siteImport,
});
