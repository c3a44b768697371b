import { z } from 'zod';
import { type Claim, endpoint } from '#lib/api/endpoint.ts';
import { day, paging, tableQuery, uuid } from '#lib/api/wire.ts';

/**
 * The claim for reading the history of each kind of record; the record itself needs the same claim (contract, section 4).
 */
export const historyClaims = {
  user: 'ManageUsers',
  supplier: 'ManageCartProducts',
  category: 'ManageCartProducts',
  product: 'ManageCartProducts',
  catalogue: 'ManageCartProducts',
  stock: 'ManageCartStock',
  'purchase-order': 'ManageCartStock',
  promo: 'ManageCartPromoCodes',
  order: 'ManageCartOrders',
  form: 'ManageForms',
  submission: 'ManageForms',
  enquiry: 'ManageForms',
  settings: 'ManageUserPermissions',
  brand: 'ManageSite',
  picture: 'ManageSite',
  page: 'ManageSite',
  site_menus: 'ManageSite',
  service: 'ManageSite',
  position: 'ManageSite',
  question: 'ManageSite',
  partner: 'ManageSite',
  'trade-account': 'ManageAccounts',
  'price-list': 'ManageAccounts',
  quote: 'ManageAccounts',
  backup: 'ManageUserPermissions',
  'demo-content': 'ManageUserPermissions',
} as const satisfies Record<string, Claim>;
export type Entity = keyof typeof historyClaims;

/** One change of a record. `before` is null if the record was created, `after` if it was deleted. */
const change = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  actorId: z.string().nullable().meta({ description: 'Null for changes by the system.' }),
  actorName: z.string(),
  action: z.string(),
  entity: z.string(),
  entityId: z.string(),
  title: z.string().nullable().meta({ description: "The record's name, if it has one." }),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});
export type Change = z.output<typeof change>;

const word = z.string().max(40).optional();

/** Filters of the audit log; the `actorId` `system` selects changes by the system. */
export const auditQuery = tableQuery(['at']).extend({
  actorId: z.union([uuid, z.literal('system')], { error: 'Not a valid id.' }).optional(),
  entity: word,
  action: word,
  entityId: z.string().max(100).optional(),
  startDate: day.optional(),
  endDate: day.optional(),
});
export type AuditQuery = z.output<typeof auditQuery>;

export const listAudit = endpoint('GET', '/v1/audit', {
  access: 'ManageUsers',
  summary: 'The audit log, newest first.',
  query: auditQuery,
  reply: z.array(change),
});

const auditChoices = z.object({
  actors: z.array(z.object({ id: z.string(), name: z.string() })),
  entities: z.array(z.string()),
  actions: z.array(z.string()),
});
export type AuditChoices = z.output<typeof auditChoices>;

export const readAuditChoices = endpoint('GET', '/v1/audit/choices', {
  access: 'ManageUsers',
  summary: 'The people, kinds of record and actions in the audit log, for its filters.',
  reply: auditChoices,
});

export const readHistory = endpoint('GET', '/v1/history/{entity}/{id}', {
  access: 'administrator',
  summary: "A record's own history, newest first, for users who may see the record.",
  params: z.object({
    entity: z.enum(Object.keys(historyClaims) as [Entity, ...Entity[]]), // it has at least one
    id: z.string().max(100),
  }),
  query: paging,
  reply: z.array(change),
});
