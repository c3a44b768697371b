import { z } from 'zod';
import { type Claim, endpoint } from '#lib/api/endpoint.ts';
import { text, uuid } from '#lib/api/wire.ts';

export const mostViews = 30;

export const sentences = {
  tooMany: `You already have ${mostViews} views of this list. Delete one first.`,
  notOwner: 'Only the person who made this view can change it.',
} as const;

/** The lists that have views, each with the claim that its page requires. */
export const listClaims = {
  users: 'ManageUsers',
  activity: 'ManageUsers',
  products: 'ManageCartProducts',
  suppliers: 'ManageCartProducts',
  stock: 'ManageCartStock',
  orders: 'ManageCartOrders',
  submissions: 'ManageForms',
  enquiries: 'ManageForms',
} as const satisfies Record<string, Claim>;

export type ViewedList = keyof typeof listClaims;

const list = z.enum(Object.keys(listClaims) as ViewedList[], { error: 'Must name a list.' }); // its own keys

/** A view to save; `query` is the query string of the page's URL. */
export const viewInput = z.object({
  name: text({ required: 'Name is required.', max: 40, long: 'Name is too long.' }),
  query: z
    .string({ error: 'Must be text.' })
    .max(4000, { error: 'This view is too long.' })
    .regex(/^[^\p{Cc}]*$/u, { error: 'Must be the part of an address after the question mark.' }),
  isShared: z.boolean().default(false),
});
export type ViewInput = z.output<typeof viewInput>;

const tableView = z.object({
  id: uuid,
  list: z.string(),
  name: z.string(),
  query: z.string(),
  isShared: z.boolean(),
  isOwn: z.boolean(),
  ownerName: z.string(),
});
export type TableView = z.output<typeof tableView>;

export const listViews = endpoint('GET', '/v1/table-views', {
  access: 'administrator',
  summary: "A list's saved views: the caller's own by name, then shared ones.",
  query: z.object({ list }),
  reply: z.array(tableView),
});

export const createView = endpoint('POST', '/v1/table-views', {
  access: 'administrator',
  summary: `Saves a view of a list. A user can have at most ${mostViews} views of each list.`,
  body: z.object({ list, ...viewInput.shape }),
  reply: tableView,
  status: 201,
});

const params = z.object({ id: uuid });

export const updateView = endpoint('PUT', '/v1/table-views/{id}', {
  access: 'administrator',
  summary: "Changes the name, query or sharing of one's own view.",
  params,
  body: viewInput,
  reply: tableView,
});

export const deleteView = endpoint('DELETE', '/v1/table-views/{id}', {
  access: 'administrator',
  summary: "Deletes one's own view.",
  params,
});
