import { valueWord } from '#history/change-words.ts';
import { formatPhone } from '#lib/company.ts';
import { type Claim, claims } from '#lib/endpoint.ts';
import { claimLabels, typeLabels, type UserDetails, type UserUpdate } from './contract.ts';
import type { Difference } from './late-choice.tsx';

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

/** In which fields what was typed differs from what is stored now. */
export function differencesOf(mine: UserUpdate, stored: UserDetails): Difference[] {
  const told = (
    user: Pick<UserDetails, 'firstName' | 'lastName' | 'email' | 'mobile' | 'userType' | 'usersClaims'>,
  ) => ({
    'First name': user.firstName,
    'Last name': user.lastName,
    Email: user.email,
    Mobile: formatPhone(user.mobile),
    'Member type': typeLabels[user.userType as 1 | 2 | 3], // the table has no other
    Permissions: claimWords(user.usersClaims),
  });
  const theirs = told(stored);
  return Object.entries(told({ ...mine, usersClaims: mine.usersClaims ?? stored.usersClaims }))
    .map(([field, word]) => ({ field, mine: word, theirs: theirs[field as keyof typeof theirs] })) // the same fields
    .filter((one) => one.mine !== one.theirs);
}
