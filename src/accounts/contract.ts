import { z } from 'zod';
import { addressFields } from '#addresses/address-shape.ts';
import { claims, endpoint } from '#lib/api/endpoint.ts';
import {
  email,
  baseVersion,
  newPassword,
  personName,
  phone,
  text,
  uuid,
  withMatchingPasswords,
} from '#lib/api/wire.ts';
import { optionalAbn } from './business-fields.ts';
import { sentences } from './sentences.ts';

/** User types: 1 an individual, 2 a company, 3 an administrator (specification of the site, section 6). */
export const userTypes = { individual: 1, company: 2, administrator: 3 } as const;

/** Name and contact fields of a person, to be spread into larger shapes. */
export const personFields = {
  firstName: personName('First name is required.'),
  lastName: personName('Last name is required.'),
  email: email('Email is required.'),
  mobile: phone('Mobile is required.'),
};

export const newPasswords = { password: newPassword(), confirmPassword: z.string().optional() };

/** Body of a registration. All other properties (`userType`, `usersClaims`, `id`) are dropped. */
export const registration = withMatchingPasswords(
  z.object({
    ...personFields,
    ...newPasswords,
    acceptedTheTerms: z.literal(true, { error: sentences.termsMissing }),
  }),
);
export type Registration = z.output<typeof registration>;

/**
 * `expires_in` is seconds until `access_token` expires. Both tokens are null when they were set as cookies (`X-Session:
 * cookie`); `refresh_token` is also null when the caller repeats a refresh token that was used seconds ago.
 */
export const tokens = z.object({
  access_token: z.string().nullable(),
  refresh_token: z.string().nullable(),
  expires_in: z.int(),
});
export type Tokens = z.output<typeof tokens>;

/** Checked by the sign-in form before it calls the server. */
export const credentials = z.object({
  UserName: text({ required: 'Username is required.', max: 254, long: sentences.signInFailed }),
  Password: z
    .string({ error: 'Password is required.' })
    .min(1, { error: 'Password is required.' })
    .max(1024, { error: sentences.signInFailed }),
});

export const grantTypes = ['password', 'refresh_token'] as const;

const tokenRequest = z.object({
  UserName: z.string().optional(),
  Password: z.string().optional(),
  RefreshToken: z.string().nullish(),
  ClientId: z.literal('web', { error: 'Unknown client.' }),
  GrantType: z.enum(grantTypes, { error: 'Unknown grant type.' }),
});
export type TokenRequest = z.output<typeof tokenRequest>;

export const signIn = endpoint('POST', '/v1/core/auth/token', {
  access: 'public',
  staysOpen: true,
  summary: 'Signs in with a password, or refreshes a session. Returns 429 after ten failures in 15 minutes.',
  body: tokenRequest,
  reply: tokens,
  rate: 'sign-in',
});

export const showViewer = endpoint('GET', '/v1/core/auth/viewer', {
  access: 'visitor',
  summary: 'Who is signed in: public pages, which are the same for everybody, ask for it.',
  reply: z.object({
    viewer: z
      .object({
        id: uuid,
        userType: z.int(),
        claims: z.array(z.enum(claims)).readonly(),
        firstName: z.string(),
        lastName: z.string(),
        email: z.string(),
      })
      .nullable(),
  }),
});

export const signOut = endpoint('POST', '/v1/core/auth/revoke', {
  access: 'public',
  staysOpen: true,
  summary: 'Ends the session of a refresh token (or of the cookies), including its access tokens.',
  body: z.object({ RefreshToken: z.string().nullish() }),
  reply: z.object({ message: z.string() }),
});

export const register = endpoint('POST', '/v1/core/accounts', {
  access: 'public',
  summary: 'Registers an individual and signs them in.',
  body: registration,
  reply: tokens,
  status: 201,
  rate: 'sign-in',
});

/** Address parts and company details are null for users without them. */
export const profile = z.object({
  id: uuid,
  userType: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  pendingEmail: z.string().nullable(),
  mobile: z.string(),
  companyName: z.string().nullable(),
  abn: z.string().nullable(),
  fullAddress: z.string(),
  unitNumber: z.string().nullable(),
  streetNumber: z.string().nullable(),
  streetName: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  postcode: z.string().nullable(),
  usersClaims: z.array(z.string()),
  version: z.int(),
});
export type Profile = z.output<typeof profile>;

export const readProfile = endpoint('GET', '/v1/core/accounts/{userId}', {
  access: 'member',
  summary: "The caller's own profile, or any user's with the claim ManageUsers.",
  params: z.object({ userId: uuid }),
  reply: profile,
});

/** Pre-fills the billing form of a checkout (`GET /v1/shopping-customers/{userId}`). */
export const customerInfo = profile
  .omit({ id: true, userType: true, pendingEmail: true, usersClaims: true, version: true })
  .extend({
    purchaseOrder: z
      .string()
      .nullable()
      .meta({ description: 'Always null, because every order has its own reference.' }),
  });
export type CustomerInfo = z.output<typeof customerInfo>;

/** Checked by the forgotten-password form before it calls the server. */
export const resetRequest = z.object({ email: email('Email is required.', 'Invalid Email Address') });

export const requestReset = endpoint('PATCH', '/v1/core/accounts/{email}/password/reset/request', {
  access: 'public',
  summary: 'Mails a link to choose a new password, valid once for 60 minutes; it replaces any earlier link.',
  params: z.object({ email: z.string() }),
  reply: z.object({ message: z.string() }),
  rate: 'send',
});

const resetToken = z.string({ error: sentences.accountMissing });

export const validateReset = endpoint('POST', '/v1/core/accounts/token/validate', {
  access: 'public',
  staysOpen: true,
  summary: 'Whether the token of a mailed link is still valid; does not use it up.',
  body: z.object({ resetToken }),
  reply: z.object({ isValid: z.boolean() }),
  rate: 'sign-in',
});

/** Checked by the new-password form before it calls the server. */
export const chosenPassword = withMatchingPasswords(z.object(newPasswords));

const reset = withMatchingPasswords(z.object({ ...newPasswords, resetToken }));
export type Reset = z.output<typeof reset>;

export const resetPassword = endpoint('POST', '/v1/core/accounts/password/reset', {
  access: 'public',
  summary: 'Sets a new password with the token of a mailed link, ends all other sessions and signs in.',
  body: reset,
  reply: tokens,
  rate: 'sign-in',
});

/** Body of a profile update by an individual or an administrator. */
export const personUpdate = z.object({ ...personFields, version: baseVersion });

const { postcode, ...street } = addressFields;

/** Body of a profile update by a company; its `postCode` is `postcode` in the profile itself. */
export const companyUpdate = z.object({
  ...personFields,
  companyName: text({
    required: 'Company name is required.',
    min: 2,
    max: 50,
    short: 'Company Name must have at least 2 characters.',
    long: 'Company Name is too long.',
  }),
  abn: optionalAbn,
  ...street,
  postCode: postcode,
  version: baseVersion,
});

/** The service chooses the shape by the caller's user type, so it also validates the body. */
const ownProfile = z
  .custom<z.input<typeof personUpdate> | z.input<typeof companyUpdate>>((value) => typeof value === 'object')
  .meta({
    description:
      'firstName, lastName, email, mobile; of company users also companyName, abn (unchanged if left out), unitNumber, streetNumber, streetName, ' +
      'city, state, postCode. Returns 409 for an outdated version. Other properties are dropped.',
  });

export const updateProfile = endpoint('PUT', '/v1/core/accounts/update/own-profile', {
  access: 'member',
  summary: "Changes one's own profile; a new e-mail is stored as pendingEmail until the link mailed to it is opened.",
  body: ownProfile,
  reply: profile,
  rate: 'sign-in',
});

const pendingEmail = '/v1/core/accounts/update/own-profile/pending-email';

export const sendConfirmation = endpoint('POST', pendingEmail, {
  access: 'member',
  summary: 'Mails the link for confirming the pending e-mail once more; 404 if none is pending.',
  reply: z.object({ message: z.string() }),
  rate: 'send',
});

export const cancelEmailChange = endpoint('DELETE', pendingEmail, {
  access: 'member',
  summary: 'Cancels a pending e-mail.',
});

export const confirmEmail = endpoint('POST', '/v1/core/accounts/confirm-email', {
  access: 'public',
  summary: 'Confirms a new e-mail with the token of the link that was mailed to it, and returns the e-mail.',
  body: z.object({ token: z.string({ error: sentences.linkInvalid }) }),
  reply: z.object({ email: z.string() }),
  rate: 'sign-in',
});
