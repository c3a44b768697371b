import { z } from 'zod';

/** All products that a filter means, chosen or let go, while that is not saved. */
export interface PendingChoice {
  selected: boolean;
  categoryIds: string[];
  search: string;
}

const pending = z.object({ selected: z.boolean(), categoryIds: z.array(z.guid()), search: z.string() });

const read = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The choices of an address; what somebody wrote into it by hand and is none is left out. */
export const pendingOf = (query: URLSearchParams): PendingChoice[] =>
  query.getAll('all').flatMap((text) => pending.safeParse(read(text)).data ?? []);
