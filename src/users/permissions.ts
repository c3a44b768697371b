import { administratorType } from '#lib/api/access.ts';
import type { Claim } from '#lib/api/endpoint.ts';

export interface UserRights {
  userType: number;
  usersClaims: readonly string[];
}

const managerClaims: readonly Claim[] = ['ManageUsers', 'ManageUserPermissions'];

const hasAll = (claims: readonly string[], required: readonly string[]): boolean =>
  required.every((claim) => claims.includes(claim));

/** Whether these claims allow managing permissions, and so creating administrators. */
export const managesPermissions = (claims: readonly string[]): boolean => claims.includes('ManageUserPermissions');

/**
 * Whether a caller with these claims may change a user. Changing an administrator takes ManageUserPermissions and every claim that
 * this administrator has (contract, section 4).
 */
export const mayChange = (claims: readonly string[], user: UserRights): boolean =>
  user.userType !== administratorType || (managesPermissions(claims) && hasAll(claims, user.usersClaims));

/** Whether a user can manage users and permissions; at least one such administrator must remain. */
export const isManager = (user: UserRights): boolean =>
  user.userType === administratorType && hasAll(user.usersClaims, managerClaims);
