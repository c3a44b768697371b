import { valueText } from '#history/change-text.ts';
import { formatPhone } from '#lib/text/company.ts';
import { type Claim, claims } from '#lib/api/endpoint.ts';
import { claimLabels, typeLabels, type UserDetails } from './contract.ts';
import type { Difference } from '#ui/overlay/differences.tsx';

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

const claimText = (names: readonly string[] = []): string =>
  valueText(names.toSorted().map((name) => claimLabels[name as Claim])); // names are claims

type ComparableUser = Pick<UserDetails, 'firstName' | 'lastName' | 'email' | 'mobile' | 'userType' | 'usersClaims'>;

const textsOf = (user: ComparableUser) => ({
  'First name': user.firstName,
  'Last name': user.lastName,
  Email: user.email,
  Mobile: formatPhone(user.mobile),
  'Member type': typeLabels[user.userType as 1 | 2 | 3], // the table has no other types
  Permissions: claimText(user.usersClaims),
});

export function differencesOf(stored: ComparableUser, mine: ComparableUser): Difference[] {
  const [theirs, own] = [textsOf(stored), textsOf(mine)];
  return (Object.keys(theirs) as (keyof typeof theirs)[]) // an object's own keys
    .map((label) => ({ label, theirs: theirs[label], mine: own[label] }))
    .filter((one) => one.theirs !== one.mine);
}
