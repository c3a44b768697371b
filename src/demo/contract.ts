import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';

/** The same claim as for backups and restores, because the removal affects more than one area of the back office. */
const access = 'ManageUserPermissions';

export const sentences = {
  removed: 'The demo content has been removed.',
  removeFailed: 'Unable to remove the demo content.',
  gone: 'The demo content has already been removed.',
} as const;

/** How much of the demo content is left; null if there is none. */
const counts = z.object({
  orders: z.int(),
  customers: z.int(),
  staff: z.int(),
  submissions: z.int(),
  enquiries: z.int(),
  purchaseOrders: z.int(),
  tradeAccounts: z.int(),
});
export type DemoCounts = z.output<typeof counts>;

export const readDemoContent = endpoint('GET', '/v1/demo-content', {
  access,
  summary: 'How much demo content the shop holds.',
  reply: z.object({ counts: counts.nullable() }),
});

export const removeDemoContent = endpoint('DELETE', '/v1/demo-content', {
  access,
  summary:
    'Removes the made-up orders, customers, staff, submissions, enquiries, purchase orders, trade accounts with their price lists, ' +
    'and stock movements. Catalogue, ' +
    'settings, pages, forms and everything added since stay, as do accounts that somebody has taken over and the stock on hand of ' +
    'items whose level somebody has set. Returns 409 if it has been removed.',
});
