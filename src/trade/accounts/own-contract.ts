import { z } from 'zod';
import { addressParts } from '#addresses/address-shape.ts';
import { endpoint } from '#lib/api/endpoint.ts';
import { money } from '#lib/api/wire.ts';
import { tradePermissions } from '../permissions.ts';

const ownSite = z.object({
  id: z.string(),
  name: z.string(),
  address: addressParts,
  instructions: z.string(),
  hours: z.string(),
  contactName: z.string(),
  contactPhone: z.string(),
  costCentre: z.string(),
  budget: money.nullable().meta({ description: 'For a month; null for none.' }),
});

const ownAccount = z.object({
  id: z.string(),
  number: z.int(),
  name: z.string(),
  abn: z.string(),
  postalAddress: addressParts.nullable().meta({ description: 'Where its invoices go; the site for null.' }),
  status: z.enum(['open', 'hold', 'closed']),
  terms: z.object({ kind: z.enum(['days', 'endOfMonth']), days: z.int() }),
  poRule: z.enum(['none', 'required', 'pattern']),
  poPattern: z.string(),
  permissions: z.array(z.enum(tradePermissions)),
  sites: z.array(ownSite),
});
export type OwnAccount = z.output<typeof ownAccount>;

export const listOwnAccounts = endpoint('GET', '/v1/trade/accounts', {
  access: 'member',
  summary: "The caller's trade accounts with the sites that they order for, by name; empty for most members.",
  reply: z.array(ownAccount),
});
