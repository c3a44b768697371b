import { z } from 'zod';

/** An unsaved selection or deselection of all products that match a filter. */
export interface PendingSelection {
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

/** The unsaved selections in a page's URL; invalid ones are left out. */
export const readPendingSelections = (query: URLSearchParams): PendingSelection[] =>
  query.getAll('all').flatMap((text) => pending.safeParse(read(text)).data ?? []);
