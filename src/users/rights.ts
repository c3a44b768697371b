import { administratorType } from '#lib/api/access.ts';
import type { Claim } from '#lib/api/endpoint.ts';

/** What of somebody decides who may change them. */
export interface Ranked {
  userType: number;
  usersClaims: readonly string[];
}

const managing: readonly Claim[] = ['ManageUsers', 'ManageUserPermissions'];

const holdsAll = (claims: readonly string[], wanted: readonly string[]): boolean =>
  wanted.every((claim) => claims.includes(claim));

/** Whether somebody manages permissions, and so makes administrators. */
export const managesPermissions = (claims: readonly string[]): boolean => claims.includes('ManageUserPermissions');

/**
 * Changing, demoting or archiving an administrator needs ManageUserPermissions and every claim that they hold (contract,
 * section 4).
 */
export const mayChange = (claims: readonly string[], user: Ranked): boolean =>
  user.userType !== administratorType || (managesPermissions(claims) && holdsAll(claims, user.usersClaims));

/** Whether somebody can manage users and permissions; one such administrator must always be left. */
export const isManager = (user: Ranked): boolean =>
  user.userType === administratorType && holdsAll(user.usersClaims, managing);
