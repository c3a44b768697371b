import { valueWord } from '#history/change-words.ts';
import { formatPhone } from '#lib/text/company.ts';
import { type Claim, claims } from '#lib/api/endpoint.ts';
import { claimLabels, typeLabels, type UserDetails } from './contract.ts';
import type { Difference } from '#ui/overlay/differences.tsx';

/** What the form of a known user begins with. */
export function valuesOf({ id, firstName, lastName, email, mobile, userType, usersClaims, version }: UserDetails) {
  return {
    id,
    firstName,
    lastName,
    email,
    mobile: formatPhone(mobile),
    userType: userType as 1 | 2 | 3, // the table has no other
    usersClaims: claims.filter((claim) => usersClaims.includes(claim)),
    version,
  };
}

const claimWords = (names: readonly string[] = []): string =>
  valueWord(names.toSorted().map((name) => claimLabels[name as Claim])); // of the lookup

type ShownUser = Pick<UserDetails, 'firstName' | 'lastName' | 'email' | 'mobile' | 'userType' | 'usersClaims'>;

const textsOf = (user: ShownUser) => ({
  'First name': user.firstName,
  'Last name': user.lastName,
  Email: user.email,
  Mobile: formatPhone(user.mobile),
  'Member type': typeLabels[user.userType as 1 | 2 | 3], // the table has no other
  Permissions: claimWords(user.usersClaims),
});

/** What somebody else changed since `before` was read, and what `mine` would change of it. */
export function differencesOf(stored: ShownUser, mine: ShownUser): Difference[] {
  const [theirs, own] = [textsOf(stored), textsOf(mine)];
  return (Object.keys(theirs) as (keyof typeof theirs)[]) // its own
    .map((label) => ({ label, theirs: theirs[label], mine: own[label] }))
    .filter((one) => one.theirs !== one.mine);
}
