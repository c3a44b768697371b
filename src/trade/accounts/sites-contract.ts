import { z } from 'zod';
import { addressFields, addressParts } from '#addresses/address-shape.ts';
import { endpoint } from '#lib/api/endpoint.ts';
import { labelled } from '#lib/api/input-shapes.ts';
import { baseVersion, money, optionalPhone, optionalText, uuid } from '#lib/api/wire.ts';

const siteFields = {
  instructions: optionalText({
    max: 500,
    long: 'Delivery instructions must not exceed 500 characters.',
    isMultiline: true,
  }),
  hours: optionalText({ max: 200, long: 'Delivery hours must not exceed 200 characters.' }),
  contactName: optionalText({ max: 100, long: 'Contact person must not exceed 100 characters.' }),
  contactPhone: optionalPhone(),
  costCentre: optionalText({ max: 60, long: 'Cost centre must not exceed 60 characters.' }),
  budget: money.nullish().meta({ description: 'For a month; null for none.' }),
};

/** What staff, or the account's own people, enter for a site. The address's parts are fields of the site, as in a checkout. */
export const siteInput = z.object({ name: labelled('Site name', 2, 100), ...addressFields, ...siteFields });
export type SiteInput = z.output<typeof siteInput>;

/** Only staff choose the prices. */
const siteInputOfStaff = siteInput.extend({ priceListId: uuid.nullish() });
export type SiteInputOfStaff = z.output<typeof siteInputOfStaff>;

export const siteDetails = z.object({
  id: z.string(),
  name: z.string(),
  address: addressParts,
  instructions: z.string(),
  hours: z.string(),
  contactName: z.string(),
  contactPhone: z.string(),
  costCentre: z.string(),
  budget: money.nullable(),
  priceListId: z.string().nullable(),
  version: z.int(),
});
export type SiteDetails = z.output<typeof siteDetails>;

export const archivedSite = z.object({ id: z.string(), name: z.string(), address: addressParts });
export type ArchivedSite = z.output<typeof archivedSite>;

const access = 'ManageAccounts';
const ofAccount = z.object({ id: uuid });
const ofSite = z.object({ id: uuid, siteId: uuid });

export const addSite = endpoint('POST', '/v1/trade-accounts/{id}/sites', {
  access,
  summary: 'Adds a site to a trade account.',
  params: ofAccount,
  body: siteInputOfStaff,
  reply: siteDetails,
  status: 201,
});

export const updateSite = endpoint('PUT', '/v1/trade-accounts/{id}/sites/{siteId}', {
  access,
  summary: 'Changes a site; returns 409 for an outdated version.',
  params: ofSite,
  body: siteInputOfStaff.extend({ version: baseVersion }),
  reply: siteDetails,
});

export const archiveSite = endpoint('DELETE', '/v1/trade-accounts/{id}/sites/{siteId}', {
  access,
  summary: 'Archives a site: nobody orders for it any more; its orders and invoices stay.',
  params: ofSite,
});

export const restoreSite = endpoint('POST', '/v1/trade-accounts/{id}/sites/{siteId}/restore', {
  access,
  summary: 'Restores an archived site for the people who had it; its standing orders stay ended.',
  params: ofSite,
  reply: siteDetails,
});

const ownAccount = z.object({ accountId: uuid });
const ownSite = z.object({ accountId: uuid, siteId: uuid });

export const listOwnSites = endpoint('GET', '/v1/trade/accounts/{accountId}/sites', {
  access: 'member',
  summary: "The account's sites, for people who may change sites or invite people.",
  params: ownAccount,
  reply: z.array(siteDetails.omit({ priceListId: true })),
});

export const addOwnSite = endpoint('POST', '/v1/trade/accounts/{accountId}/sites', {
  access: 'member',
  summary: "Adds a site to the caller's trade account; needs the permission ManageSites for all sites.",
  params: ownAccount,
  body: siteInput,
  reply: siteDetails.omit({ priceListId: true }),
  status: 201,
});

export const updateOwnSite = endpoint('PUT', '/v1/trade/accounts/{accountId}/sites/{siteId}', {
  access: 'member',
  summary: 'Changes a site of the caller; returns 409 for an outdated version.',
  params: ownSite,
  body: siteInput.extend({ version: baseVersion }),
  reply: siteDetails.omit({ priceListId: true }),
});

export const archiveOwnSite = endpoint('DELETE', '/v1/trade/accounts/{accountId}/sites/{siteId}', {
  access: 'member',
  summary: 'Archives a site of the caller.',
  params: ownSite,
});

export const listOwnArchivedSites = endpoint('GET', '/v1/trade/accounts/{accountId}/archived-sites', {
  access: 'member',
  summary: "The archived sites of the caller's trade account; needs the permission ManageSites for all sites.",
  params: ownAccount,
  reply: z.array(archivedSite),
});

export const restoreOwnSite = endpoint('POST', '/v1/trade/accounts/{accountId}/sites/{siteId}/restore', {
  access: 'member',
  summary: 'Restores an archived site; needs the permission ManageSites for all sites.',
  params: ownSite,
  reply: siteDetails.omit({ priceListId: true }),
});
