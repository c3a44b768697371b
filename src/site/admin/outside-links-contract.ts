import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { linkingPlace } from './contract.ts';

export const outsideLinkSentences = {
  load: 'Unable to load the links.',
  check: 'Unable to check the links.',
  started: 'The links are being checked. Look again in a few minutes.',
  missing: (host: string, status: number) => `${host} has no such page (${status}).`,
  broken: (host: string, status: number) => `${host} answered with an error (${status}).`,
  ring: (host: string) => `${host} redirects too often.`,
} as const;

const deadLink = z.object({
  url: z.string(),
  reason: z.string(),
  sinceDate: z.iso.datetime(),
  places: z.array(linkingPlace).meta({ description: 'Where the link stands: at most ten places.' }),
});
export type DeadLink = z.output<typeof deadLink>;

const access = 'ManageSite';

export const listDeadLinks = endpoint('GET', '/v1/site/outside-links', {
  access,
  summary: 'Links to other sites that lead nowhere, the latest first, and when they were checked last.',
  reply: z.object({ checkedDate: z.iso.datetime().nullable(), count: z.int(), dead: z.array(deadLink) }),
});

export const checkLinksNow = endpoint('POST', '/v1/site/outside-links/check', {
  access,
  summary: 'Checks all links to other sites in the background.',
});
