import type { z } from 'zod';
import { valueText } from '#history/change-text.ts';
import { formatPhone } from '#lib/text/phone.ts';
import { type Claim, claims } from '#lib/api/endpoint.ts';
import { claimLabels, typeLabels, type UserDetails, type userUpdate } from './contract.ts';
import type { Difference } from '#ui/overlay/field-differences.tsx';

export function valuesOf({ id, firstName, lastName, email, mobile, userType, usersClaims, version }: UserDetails) {
  return {
    id,
    firstName,
    lastName,
    email,
    mobile: formatPhone(mobile),
    userType: userType as 1 | 2 | 3, // the table has no other types
    usersClaims: claims.filter((claim) => usersClaims.includes(claim)),
    version,
  };
}

export type UserUpdateValues = z.input<typeof userUpdate>;

export const userFields = ['firstName', 'lastName', 'email', 'mobile', 'userType', 'usersClaims'] as const;

export const changedFields = (before: UserUpdateValues, after: UserUpdateValues) =>
  userFields.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));

const claimText = (names: readonly Claim[]): string => valueText(names.toSorted().map((name) => claimLabels[name]));

const textsOf = (user: UserUpdateValues, claimsOf = user) => ({
  'First name': user.firstName,
  'Last name': user.lastName,
  Email: user.email,
  Mobile: formatPhone(user.mobile),
  'Member type': typeLabels[user.userType],
  Permissions: claimText(claimsOf.usersClaims ?? []),
});

/** The differences between the stored user and the form. Claims that the form leaves out count as unchanged. */
export function differencesOf(stored: UserUpdateValues, mine: UserUpdateValues): Difference[] {
  const [theirs, own] = [textsOf(stored), textsOf(mine, mine.usersClaims ? mine : stored)];
  return (Object.keys(theirs) as (keyof typeof theirs)[]) // an object's own keys
    .map((label) => ({ label, theirs: theirs[label], mine: own[label] }))
    .filter((one) => one.theirs !== one.mine);
}
