import { z } from 'zod';
import type { CacheTag } from '#lib/api/cache-tags.ts';
import { sharedEndpoint } from '#lib/api/endpoint.ts';
import type { ShownPage } from './shown.ts';

/** A page as visitors see it. Its parts are described by the shapes of blocks, which are stored. */
const shownPage = z.custom<ShownPage>((value) => typeof value === 'object' && value !== null);

const tags: readonly [CacheTag, ...CacheTag[]] = ['site', 'settings'];

export const showPage = sharedEndpoint(
  '/v1/site/pages/shown',
  {
    summary: 'The published page at a path, or the path to which it has moved.',
    query: z.object({ path: z.string().max(500) }),
    reply: z.object({ page: shownPage.nullable(), movedTo: z.string().nullable() }),
  },
  () => tags,
);
