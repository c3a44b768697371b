import type { Access, Claim } from './endpoint.ts';

/** User type 3 (specification of the site, section 6). */
export const administratorType = 3;

/** What of somebody decides what they may do. */
export interface Bearer {
  userType: number;
  claims: readonly Claim[];
}

/** Whether somebody passes `access` (contract, section 4). Pages ask the same to hide what would be refused. */
export function may(somebody: Bearer | null, access: Access): boolean {
  if (access === 'public' || access === 'visitor') return true;
  if (somebody === null) return false;
  if (access === 'member') return true;
  if (somebody.userType !== administratorType) return false;
  if (access === 'administrator') return true;
  const wanted: readonly Claim[] = typeof access === 'string' ? [access] : access;
  return wanted.some((claim) => somebody.claims.includes(claim));
}
