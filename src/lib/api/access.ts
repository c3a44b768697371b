import type { Access, Claim } from './endpoint.ts';

/** User type 3 (specification of the site, section 6). */
export const administratorType = 3;

/** The properties of a user that decide what they may access. */
export interface Principal {
  userType: number;
  claims: readonly Claim[];
}

/** Whether a user has `access` (contract, section 4). Pages use it to hide what the server would refuse. */
export function hasAccess(user: Principal | null, access: Access): boolean {
  if (access === 'public' || access === 'visitor') return true;
  if (user === null) return false;
  if (access === 'member') return true;
  if (user.userType !== administratorType) return false;
  if (access === 'administrator') return true;
  return [access].flat().some((one) => one !== 'setup-link' && user.claims.includes(one));
}
