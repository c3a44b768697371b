import { z } from 'zod';
import { sharedEndpoint } from '#lib/api/endpoint.ts';
import { programPages } from '#lib/api/program-pages.ts';
import { listOf, target, title } from './content-fields.ts';

const entry = z.object({ label: title, to: target });

/** The menus of the site. The main bar is followed by the entries of the shop and of accounts, which the settings switch on. */
export const menusContent = z.object({
  main: listOf(
    entry.extend({
      /** Whether the services are listed below the entry. */
      listsServices: z.boolean().default(false),
      /** Whether the entry is shown only while the settings switch the FAQs on. */
      isFaqs: z.boolean().default(false),
    }),
    12,
  ),
  /** The columns of the foot, without the column of the services. */
  foot: listOf(z.object({ title, entries: listOf(entry, 12) }), 4),
});
export type MenusContent = z.output<typeof menusContent>;

const shownEntry = z.object({ label: z.string(), to: z.string() });

/** The menus as pages show them: with addresses in place of pages' ids. */
export const shownMenus = z.object({
  main: z.array(shownEntry.extend({ listsServices: z.boolean(), isFaqs: z.boolean() })),
  services: z.array(shownEntry),
  foot: z.array(z.object({ title: z.string(), entries: z.array(shownEntry) })),
  addresses: z.partialRecord(z.enum(programPages), z.string()).meta({
    description: 'Where the pages are to which the program itself links; those that the site has not are left out.',
  }),
});
export type ShownMenus = z.output<typeof shownMenus>;

export const showMenus = sharedEndpoint(
  '/v1/site/menus/shown',
  { summary: 'The menus of the site, as every page shows them.', reply: shownMenus },
  () => ['settings', 'site'],
);
