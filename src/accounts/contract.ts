import { z } from 'zod';
import { addressFields } from '#addresses/parts.ts';
import { endpoint } from '#lib/api/endpoint.ts';
import { fieldsMissing } from '#lib/api/sentences.ts';
import {
  email,
  knownVersion,
  newPassword,
  personName,
  phone,
  text,
  uuid,
  withMatchingPasswords,
} from '#lib/api/wire.ts';
import { optionalAbn } from './company-fields.ts';

/** The sentences that a user reads (specification of the site, sections 5 and 8; contract, section 3). */
export const sentences = {
  signInFailed: 'Sorry, your user name or password is incorrect or we were unable to connect to the server.',
  registerFailed: 'Unable to register.',
  profileFailed: 'Unable to fetch the user profile.',
  emailTaken: 'An account with this email already exists.',
  termsMissing: 'Please accept the terms and conditions.',
  fieldsMissing,
  sessionEnded: 'Your session has ended. Please sign in again.',
  tooManyFailures: 'Too many failed attempts. Please try again in a few minutes.',
  crossSite: 'This request did not come from our site.',
  signedOut: 'You are signed out.',
  accountMissing: 'Account does not exist.',
  resetSent: 'Change password has been initiated. Please check you email.',
  profileNotSaved: 'Unable to update your profile.',
  profileSaved: 'Your profile has been successfully updated.',
  confirmSent: 'We have sent a link to your new email address.',
  linkInvalid: 'This link is not valid any more.',
  passwordWrong: 'Your current password is incorrect.',
  passwordChanged: 'Your password has been changed. You are signed out everywhere but here.',
  passwordNotChanged: 'Unable to change your password.',
  tooManyMails: 'We have sent several e-mails already. Please try again in a few minutes.',
} as const;

/** User types: 1 an individual, 2 a company, 3 an administrator (specification of the site, section 6). */
export const userTypes = { individual: 1, company: 2, administrator: 3 } as const;

/** Who a customer is, to be spread into larger shapes. */
export const personFields = {
  firstName: personName('First name is required.'),
  lastName: personName('Last name is required.'),
  email: email('Email is required.'),
  mobile: phone('Mobile is required.'),
};

export const newPasswords = { password: newPassword(), confirmPassword: z.string().optional() };

/** What a registration takes. Whatever else is sent (`userType`, `usersClaims`, `id`) is dropped. */
export const registration = withMatchingPasswords(
  z.object({
    ...personFields,
    ...newPasswords,
    acceptedTheTerms: z.literal(true, { error: sentences.termsMissing }),
  }),
);
export type Registration = z.output<typeof registration>;

/**
 * Tokens: seconds until `access_token` expires; both tokens are null where they were set as cookies (`X-Session: cookie`),
 * and `refresh_token` is null where one that was just used is presented again.
 */
export const tokens = z.object({
  access_token: z.string().nullable(),
  refresh_token: z.string().nullable(),
  expires_in: z.int(),
});
export type Tokens = z.output<typeof tokens>;

/** What the sign-in form checks before it asks the server. */
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
  summary: 'Signs in with a password, or refreshes a session. Ten failures in 15 minutes answer 429.',
  body: tokenRequest,
  reply: tokens,
  rate: 'sign-in',
});

export const signOut = endpoint('POST', '/v1/core/auth/revoke', {
  access: 'public',
  summary: 'Ends the session of a refresh token (or of the cookies), its access tokens included.',
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

/** Parts of the address and the company are null for users that have none. */
export const profile = z.object({
  id: uuid,
  userType: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  pendingEmail: z.string().nullable(),
  mobile: z.string(),
  companyName: z.string().nullable(),
  /** Eleven digits. */
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
  summary: "One's own profile; anybody's with ManageUsers.",
  params: z.object({ userId: uuid }),
  reply: profile,
});

/** What a checkout fills its billing form with (`GET /v1/shopping-customers/{userId}`). */
export const customerInfo = profile
  .pick({
    firstName: true,
    lastName: true,
    email: true,
    mobile: true,
    companyName: true,
    abn: true,
    fullAddress: true,
    unitNumber: true,
    streetNumber: true,
    streetName: true,
    city: true,
    state: true,
    postcode: true,
  })
  .extend({
    purchaseOrder: z.string().nullable().meta({ description: 'Each order has its own, so that none is filled in.' }),
  });
export type CustomerInfo = z.output<typeof customerInfo>;

/** What the forgotten-password form checks before it asks the server. */
export const forgotten = z.object({ email: email('Email is required.', 'Invalid Email Address') });

export const requestReset = endpoint('PATCH', '/v1/core/accounts/{email}/password/reset/request', {
  access: 'public',
  summary: 'Mails a link to choose a new password: good for 60 minutes, once, in place of the one before.',
  params: z.object({ email: z.string() }),
  reply: z.object({ message: z.string() }),
  rate: 'send',
});

const resetToken = z.string({ error: sentences.accountMissing });

export const validateReset = endpoint('POST', '/v1/core/accounts/token/validate', {
  access: 'public',
  summary: 'Whether the token of a mailed link is still good; it stays so.',
  body: z.object({ resetToken }),
  reply: z.object({ isValid: z.boolean() }),
  rate: 'sign-in',
});

/** What the form of a new password checks before it asks the server. */
export const chosenPassword = withMatchingPasswords(z.object(newPasswords));

const reset = withMatchingPasswords(z.object({ ...newPasswords, resetToken }));
export type Reset = z.output<typeof reset>;

export const resetPassword = endpoint('POST', '/v1/core/accounts/password/reset', {
  access: 'public',
  summary: 'Sets a new password by the token of a mailed link, ends all other sessions and signs in.',
  body: reset,
  reply: tokens,
  rate: 'sign-in',
});

/** What the profile of an individual, or an administrator, takes. */
export const personUpdate = z.object({ ...personFields, version: knownVersion });

const { postcode, ...street } = addressFields;

/** What the profile of a company takes; the post code goes by another name than it is read by. */
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
  version: knownVersion,
});

/** Whoever calls decides which of the two it is, so that the service reads it. */
const ownProfile = z
  .custom<z.input<typeof personUpdate> | z.input<typeof companyUpdate>>((value) => typeof value === 'object')
  .meta({
    description:
      'firstName, lastName, email, mobile; of company users also companyName, abn (which stays as it is where it is left out), unitNumber, streetNumber, streetName, ' +
      'city, state, postCode. An older version answers 409. Whatever else is sent is dropped.',
  });

export const updateProfile = endpoint('PUT', '/v1/core/accounts/update/own-profile', {
  access: 'member',
  summary: "Changes one's own profile; a new e-mail is kept as pendingEmail until the link mailed to it is opened.",
  body: ownProfile,
  reply: profile,
  rate: 'sign-in',
});

const pendingEmail = '/v1/core/accounts/update/own-profile/pending-email';

export const sendConfirmation = endpoint('POST', pendingEmail, {
  access: 'member',
  summary: 'Mails the link that confirms the pending e-mail again; 404 where none is pending.',
  reply: z.object({ message: z.string() }),
  rate: 'send',
});

export const dropPendingEmail = endpoint('DELETE', pendingEmail, {
  access: 'member',
  summary: 'Calls a change of e-mail off.',
});

export const confirmEmail = endpoint('POST', '/v1/core/accounts/confirm-email', {
  access: 'public',
  summary: 'Confirms a new e-mail by the token of the link that was mailed to it, and answers it.',
  body: z.object({ token: z.string({ error: sentences.linkInvalid }) }),
  reply: z.object({ email: z.string() }),
  rate: 'sign-in',
});
