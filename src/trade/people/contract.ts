import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { labelled, someOf, yesNo } from '#lib/api/input-shapes.ts';
import { baseVersion, email, money, uuid } from '#lib/api/wire.ts';
import { tradePermissions } from '../permissions.ts';

export const sentences = {
  emailTaken: 'This person is in the account already.',
  notFound: 'This person is no longer in the account.',
  roleNotFound: 'This role no longer exists.',
  roleNameTaken: 'The account has a role with this name already.',
  roleInUse: 'Somebody has this role. Give them another one first.',
  builtInRole: 'This role belongs to every account and cannot be changed.',
  noSites: 'Choose at least one site, or all sites.',
  unknownSite: 'This site is not one of the account.',
  noPermission: 'Choose at least one permission.',
  moreThanOwn: 'You cannot give permissions that you do not have.',
  ownLimit: 'You cannot change your own limit. Ask somebody else who manages people, or contact us.',
  lastManager: 'Somebody must remain who may manage the people of the account.',
  limitRequired: 'Limit is required.',
  allSitesNeeded: 'Only people with all sites may do this.',
  linkInvalid: 'This invitation is no longer valid. Ask for another one.',
  failed: 'Unable to open the invitation. Please try again in a moment.',
  otherEmail: (invited: string) => `This invitation is for ${invited}. Please sign in with that e-mail address.`,
  joinedAlready: 'You have joined this account already.',
};

const role = z.object({
  id: z.string(),
  name: z.string(),
  permissions: z.array(z.enum(tradePermissions)),
  isBuiltIn: z.boolean(),
  version: z.int(),
});
export type Role = z.output<typeof role>;

const person = z.object({
  id: z.string(),
  /** Null until the invitation is accepted. */
  userId: z.string().nullable(),
  name: z.string().meta({ description: 'Empty until the invitation is accepted.' }),
  email: z.string(),
  roleId: z.string(),
  roleName: z.string(),
  hasAllSites: z.boolean(),
  siteIds: z.array(z.string()),
  limit: money.nullable().meta({ description: 'What the person may order without approval; null for no limit.' }),
  limitPeriod: z.enum(['order', 'month']),
  invitedDate: z.iso.datetime(),
  joinedDate: z.iso.datetime().nullable(),
  version: z.int(),
});
export type Person = z.output<typeof person>;

const personFields = {
  roleId: uuid,
  hasAllSites: yesNo,
  siteIds: z.array(uuid).max(500),
  limit: money.nullish(),
  limitPeriod: z.enum(['order', 'month'], { error: 'Choose what the limit is for.' }),
};

const withSites = <S extends z.ZodType<{ hasAllSites: boolean; siteIds: string[] }>>(shape: S): S =>
  shape.refine(({ hasAllSites, siteIds }) => hasAllSites || siteIds.length > 0, {
    path: ['siteIds'],
    error: sentences.noSites,
  });

export const personInput = withSites(z.object(personFields));
export type PersonInput = z.output<typeof personInput>;
export const invitationInput = withSites(z.object({ email: email('Email is required.'), ...personFields }));
export type InvitationInput = z.output<typeof invitationInput>;
const personUpdate = withSites(z.object({ ...personFields, version: baseVersion }));

export const roleInput = z.object({
  name: labelled('Role name', 2, 60),
  permissions: someOf(z.enum(tradePermissions), sentences.noPermission, tradePermissions.length),
});
export type RoleInput = z.output<typeof roleInput>;
const roleUpdate = roleInput.extend({ version: baseVersion });

const peopleAndRoles = z.object({ people: z.array(person), roles: z.array(role) });

/* Staff, and the account's own people who may manage people, have the same calls at different addresses. */

const access = 'ManageAccounts';
const ofAccount = z.object({ id: uuid });
const ofPerson = z.object({ id: uuid, personId: uuid });
const ofRole = z.object({ id: uuid, roleId: uuid });

export const listPeople = endpoint('GET', '/v1/trade-accounts/{id}/people', {
  access,
  summary: 'The people of a trade account, and the roles that they can have.',
  params: ofAccount,
  reply: peopleAndRoles,
});
export const invitePerson = endpoint('POST', '/v1/trade-accounts/{id}/people', {
  access,
  summary: 'Invites somebody to a trade account by mail.',
  params: ofAccount,
  body: invitationInput,
  reply: person,
  status: 201,
});
export const updatePerson = endpoint('PUT', '/v1/trade-accounts/{id}/people/{personId}', {
  access,
  summary: 'Changes role, sites and limit of somebody.',
  params: ofPerson,
  body: personUpdate,
  reply: person,
});
export const removePerson = endpoint('DELETE', '/v1/trade-accounts/{id}/people/{personId}', {
  access,
  summary: 'Removes somebody from a trade account at once; their orders stay.',
  params: ofPerson,
});
export const inviteAgain = endpoint('POST', '/v1/trade-accounts/{id}/people/{personId}/invitation', {
  access,
  summary: 'Mails the invitation again; the former link ends.',
  params: ofPerson,
});
export const addRole = endpoint('POST', '/v1/trade-accounts/{id}/roles', {
  access,
  summary: "Adds a role of the account's own.",
  params: ofAccount,
  body: roleInput,
  reply: role,
  status: 201,
});
export const updateRole = endpoint('PUT', '/v1/trade-accounts/{id}/roles/{roleId}', {
  access,
  summary: "Changes a role of the account's own.",
  params: ofRole,
  body: roleUpdate,
  reply: role,
});
export const removeRole = endpoint('DELETE', '/v1/trade-accounts/{id}/roles/{roleId}', {
  access,
  summary: "Deletes a role of the account's own that nobody has.",
  params: ofRole,
});

const own = 'member';
const ofOwnAccount = z.object({ accountId: uuid });
const ofOwnPerson = z.object({ accountId: uuid, personId: uuid });
const ofOwnRole = z.object({ accountId: uuid, roleId: uuid });

export const listOwnPeople = endpoint('GET', '/v1/trade/accounts/{accountId}/people', {
  access: own,
  summary: "The people and roles of the caller's trade account; needs the permission ManagePeople, as all of these do.",
  params: ofOwnAccount,
  reply: peopleAndRoles,
});
export const inviteOwnPerson = endpoint('POST', '/v1/trade/accounts/{accountId}/people', {
  access: own,
  rate: 'send',
  summary: 'Invites somebody by mail.',
  params: ofOwnAccount,
  body: invitationInput,
  reply: person,
  status: 201,
});
export const updateOwnPerson = endpoint('PUT', '/v1/trade/accounts/{accountId}/people/{personId}', {
  access: own,
  summary: 'Changes role, sites and limit of somebody.',
  params: ofOwnPerson,
  body: personUpdate,
  reply: person,
});
export const removeOwnPerson = endpoint('DELETE', '/v1/trade/accounts/{accountId}/people/{personId}', {
  access: own,
  summary: 'Removes somebody at once; their orders stay.',
  params: ofOwnPerson,
});
export const inviteOwnAgain = endpoint('POST', '/v1/trade/accounts/{accountId}/people/{personId}/invitation', {
  access: own,
  rate: 'send',
  summary: 'Mails the invitation again; the former link ends.',
  params: ofOwnPerson,
});
export const addOwnRole = endpoint('POST', '/v1/trade/accounts/{accountId}/roles', {
  access: own,
  summary: "Adds a role of the account's own.",
  params: ofOwnAccount,
  body: roleInput,
  reply: role,
  status: 201,
});
export const updateOwnRole = endpoint('PUT', '/v1/trade/accounts/{accountId}/roles/{roleId}', {
  access: own,
  summary: "Changes a role of the account's own.",
  params: ofOwnRole,
  body: roleUpdate,
  reply: role,
});
export const removeOwnRole = endpoint('DELETE', '/v1/trade/accounts/{accountId}/roles/{roleId}', {
  access: own,
  summary: "Deletes a role of the account's own that nobody has.",
  params: ofOwnRole,
});

/** The token in the link of an invitation. */
const token = z.object({ token: z.string().max(200) });

export const readInvitation = endpoint('POST', '/v1/trade/invitations/read', {
  access: 'visitor',
  staysOpen: true,
  summary:
    'The invitation of a mailed link: to which account, for which e-mail address, and whether that has an account here.',
  body: token,
  reply: z.object({ accountName: z.string(), email: z.string(), isRegistered: z.boolean() }),
  status: 200,
});
export const acceptInvitation = endpoint('POST', '/v1/trade/invitations/accept', {
  access: 'member',
  summary: 'Joins the account of a mailed link; the caller must have the e-mail address that was invited.',
  body: token,
  reply: z.object({ accountId: z.string() }),
  status: 200,
});
