import { listFormat } from '#lib/api/input-shapes.ts';
import { z } from 'zod';
import { claims, endpoint } from '#lib/api/endpoint.ts';
import {
  dayOf,
  withDaysInOrder,
  email,
  baseVersion,
  newPassword,
  phone,
  tableQuery,
  text,
  uuid,
  withMatchingPasswords,
} from '#lib/api/wire.ts';

/** Sentences that users read: first the specification's (of the shop, sections 5 and 8), then our own. */
export const sentences = {
  loadFailed: 'Unable to load the users.',
  empty: 'No Users.',
  deleted: 'The user has been successfully deleted.',
  deleteFailed: 'Unable to delete the user.',
  createFailed: 'Unable to register the user.',
  updated: 'The user details have been updated.',
  updateFailed: 'Unable to update the user details.',
  detailsFailed: 'Unable to get the user details.',
  lookupFailed: 'Unable to fetch lookup data',
  typeMissing: 'Member type is required.',
  noType: 'At least 1 user type is required.',
  // our own
  gone: 'This user no longer exists.',
  notYours: 'Only an administrator who manages permissions, and has all of this user’s permissions, can do this.',
  cannotPromote: 'Only administrators who manage permissions can make somebody an administrator.',
  beyondOwn: 'You can only grant permissions that you have yourself.',
  notYourself: 'You cannot delete your own account here.',
  selfLeftOut: 'Your own account was left out.',
  lastManager: 'This is the last administrator who can manage users and permissions.',
  tooMany: 'At most 10,000 users can be deleted at once. Narrow the list first.',
  noneSelected: 'Select users, or the whole list.',
} as const;

export const maxAtOnce = 10_000;

export const claimLabels: Record<(typeof claims)[number], string> = {
  ManageUsers: 'Manage users',
  ManageUserPermissions: 'Manage user permissions and settings',
  ManageCartProducts: 'Manage suppliers, categories and products',
  ManageCartOrders: 'Manage orders',
  ManageCartStock: 'Manage stock',
  ManageCartPromoCodes: 'Manage promos',
  ViewReports: 'View reports',
  ManageForms: 'Manage forms, submissions and enquiries',
  ManageSite: 'Manage the website',
  ManageAccounts: 'Manage trade accounts and their prices',
};

export const typeLabels: Record<1 | 2 | 3, string> = { 1: 'Regular', 2: 'Company', 3: 'Admin' };

const userType = z.literal([1, 2, 3], { error: sentences.typeMissing });

const userTypes = z
  .array(z.literal([1, 2, 3], { error: 'Must be 1, 2 or 3.' }), { error: sentences.noType })
  .min(1, { error: sentences.noType })
  .max(100);

const filtered = z.object({
  startDate: dayOf('Start date is required.'),
  endDate: dayOf('End date is required.'),
  userTypes,
});

/** The filter of the list: users of certain types who registered within a range of days. */
export const userFilter = withDaysInOrder(filtered);

const listQuery = tableQuery(['registationDate', 'firstName', 'lastName', 'email', 'mobile', 'userType']);
const { search, sort } = listQuery.shape;
export type UserFilter = z.output<typeof userFilter> & { search?: string | undefined };
export type UserList = z.output<typeof listQuery>;

const userRow = z.object({
  id: uuid,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  mobile: z.string(),
  userType: z.int(),
  registationDate: z.iso.datetime(),
  isActive: z.boolean(),
  version: z.int(),
  mayChange: z.boolean().meta({ description: 'Whether the caller may update and archive this user.' }),
});
export type UserRow = z.output<typeof userRow>;

const userDetails = userRow.extend({
  usersClaims: z.array(z.string()),
  companyName: z.string().nullable(),
  pendingEmail: z.string().nullable(),
});
export type UserDetails = z.output<typeof userDetails>;

export const filterUsers = endpoint('POST', '/v1/users/filter', {
  access: 'ManageUsers',
  staysOpen: true,
  summary: 'Users who are not archived, newest first; the query can page, sort and search the list.',
  query: listQuery,
  body: userFilter,
  reply: z.array(userRow),
});

/** The types in a query, in which a single type is a string, and several are an array. */
const typesOfQuery = z.preprocess(
  (value) =>
    value === undefined ? value : [value].flat().map((type) => (/^\d$/.test(String(type)) ? Number(type) : type)),
  userTypes,
);

export const exportUsers = endpoint('GET', '/v1/users/export', {
  access: 'ManageUsers',
  summary: 'The filtered list as a CSV or Excel file.',
  download: ['csv', 'xlsx'],
  query: withDaysInOrder(
    filtered.extend({
      userTypes: typesOfQuery,
      search,
      sort,
      format: listFormat,
    }),
  ),
});

const params = z.object({ id: uuid });

export const readUser = endpoint('GET', '/v1/users/{id}', {
  access: 'ManageUsers',
  summary: 'A user; isActive is false if they are archived.',
  params,
  reply: userDetails,
});

/** As the specification of the shop demands (section 5), the message for a last name that is too short says "First name". */
const name = (which: 'First' | 'Last') =>
  text({
    required: `${which} name is required.`,
    min: 2,
    max: 30,
    short: 'First name must have at least 2 characters.',
    long: `${which} name is too long.`,
  });

const personFields = {
  firstName: name('First'),
  lastName: name('Last'),
  email: email('Email is required.'),
  mobile: phone('Mobile is required.'),
};

const usersClaims = z
  .array(z.enum(claims, { error: 'Unknown permission.' }))
  .max(100)
  .nullish()
  .meta({ description: 'Unchanged if left out; only for administrators, and only with ManageUserPermissions.' });

/** Body of a new user. Other properties are dropped. */
export const newUser = withMatchingPasswords(
  z.object({ ...personFields, password: newPassword(), confirmPassword: z.string().optional(), userType, usersClaims }),
);
export type NewUser = z.output<typeof newUser>;

/** Body of a changed user. */
export const userUpdate = z.object({ id: uuid, ...personFields, userType, usersClaims, version: baseVersion });
export type UserUpdate = z.output<typeof userUpdate>;

export const createUser = endpoint('POST', '/v1/core/accounts/admin', {
  access: 'ManageUsers',
  summary: 'Registers a user. Creating an administrator needs ManageUserPermissions and every granted claim.',
  body: newUser,
  reply: userDetails,
  status: 201,
});

export const updateUser = endpoint('PUT', '/v1/users/admin/update-user', {
  access: 'ManageUsers',
  summary:
    'Changes a user; returns 409 for an outdated version. A new e-mail takes effect at once, and the old address is notified.',
  body: userUpdate,
  reply: userDetails,
});

export const archiveUser = endpoint('PATCH', '/v1/users/{id}/archive', {
  access: 'ManageUsers',
  summary: 'Archives a user: they are signed out and leave all lists; their e-mail stays taken.',
  params,
});

export const restoreUser = endpoint('PATCH', '/v1/users/{id}/restore', {
  access: 'ManageUsers',
  summary: 'Restores an archived user.',
  params,
  reply: userDetails,
});

const bodyLimit = 1024 * 1024;

const someIds = z.array(uuid).min(1, { error: sentences.noneSelected });

/** Users by their ids, or all that match a filter of the list. */
const userSelection = z
  .object({
    ids: someIds.max(maxAtOnce, { error: sentences.tooMany }).optional(),
    all: filtered.extend({ search }).strict().optional(), // strict, so that a misspelt property cannot select all
  })
  .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), {
    path: ['ids'],
    error: sentences.noneSelected,
  });
export type UserSelection = z.output<typeof userSelection>;

const changed = z.object({ changed: z.int(), ids: z.array(uuid) });

export const archiveUsers = endpoint('POST', '/v1/users/archive', {
  access: 'ManageUsers',
  summary:
    'Archives all selected users, or none if one of them may not be archived; returns their ids for restoring. A filter never includes the caller.',
  body: userSelection,
  reply: changed.extend({ isSelfLeftOut: z.boolean() }),
  status: 200,
  bodyLimit,
});

export const restoreUsers = endpoint('POST', '/v1/users/restore', {
  access: 'ManageUsers',
  summary: 'Restores archived users, all or none.',
  body: z.object({ ids: someIds.max(maxAtOnce) }),
  reply: changed,
  status: 200,
  bodyLimit,
});

export const readClaims = endpoint('GET', '/v1/core/claimCategories/admin/claims', {
  access: 'ManageUsers',
  summary: 'The claims that an administrator may be granted.',
  reply: z.array(z.object({ id: z.enum(claims), value: z.string() })),
});
