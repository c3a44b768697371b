import { endLinks, createLink } from '#accounts/mail/mailed-links.server.ts';
import { accountMail } from '#accounts/mail/jobs.server.ts';
import { hashPassword } from '#accounts/sign-in/passwords.server.ts';
import {
  comparableEmail,
  createCustomer,
  emailTakenProblem,
  isEmailTaken,
  isEmailReserved,
  storableEmail,
} from '#accounts/profile/service.server.ts';
import type { AccountsJobDeps } from '#accounts/sign-in/sessions.server.ts';
import { audit } from '#platform/db/audit.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { violatedConstraint } from '#platform/db/violated.server.ts';
import { administratorType } from '#lib/api/access.ts';
import { conflict, notFound } from '#lib/api/problem.ts';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { type NewUser, sentences, type UserDetails, type UserUpdate } from './contract.ts';
import { demandManagerLeft, demandMayChange, demandMayGrant, type LockedUser, lockUsers } from './locking.server.ts';
import { isManager } from './permissions.ts';
import { userOf } from './service.server.ts';

/** The values that the audit log stores. */
type AuditValues = Pick<LockedUser, 'firstName' | 'lastName' | 'email' | 'mobile' | 'userType' | 'usersClaims'>;

export const auditValuesOf = ({
  firstName,
  lastName,
  email,
  mobile,
  userType,
  usersClaims,
}: AuditValues): AuditValues => ({
  firstName,
  lastName,
  email,
  mobile,
  userType,
  usersClaims,
});

/** Only administrators have claims: without duplicates, sorted. */
const claimsFor = (userType: number, claims: readonly string[] | null | undefined): string[] =>
  userType === administratorType ? [...new Set(claims ?? [])].sort() : [];

/**
 * Registers a user; customers get a welcome mail. Throws 403 if the caller may not create an administrator or lacks a
 * granted claim; 409 if the e-mail is taken.
 */
export async function createUser(
  deps: AccountsJobDeps,
  input: NewUser,
  { actor, requestId }: ActionContext,
): Promise<UserDetails> {
  const { db, clock, jobs } = deps;
  const after: AuditValues = {
    ...input,
    email: storableEmail(input.email),
    usersClaims: claimsFor(input.userType, input.usersClaims),
  };
  demandMayGrant(actor.claims, null, after); // before the costly hash
  if (await isEmailTaken(db, input.email)) throw emailTakenProblem();
  const passwordHash = await hashPassword(input.password);
  return inTransaction(db, async (tx) => {
    const { claims } = await lockUsers(tx, actor, []);
    demandMayGrant(claims, null, after);
    const at = clock.now();
    const { userId } = await createCustomer(tx, { ...input, passwordHash, at });
    const { userType: user_type, usersClaims } = after;
    await tx.updateTable('users').set({ user_type, claims: usersClaims }).where('id', '=', userId).execute();
    if (user_type !== administratorType) await jobs.enqueue(tx, accountMail, { mail: 'welcome', userId });
    await audit(tx, {
      actor,
      action: 'create',
      entity: 'user',
      entityId: userId,
      after: auditValuesOf(after),
      at,
      requestId,
    });
    return userOf(tx, { claims }, userId);
  });
}

/**
 * Changes a user. A new e-mail takes effect at once: mailed links end, and the old address is notified. Throws 403 as
 * in the contract (section 4), 404 for archived users, 409 if `version` is outdated, the e-mail is taken, or no
 * administrator who can manage users and permissions would be left.
 */
export async function updateUser(
  deps: AccountsJobDeps,
  input: UserUpdate,
  { actor, requestId }: ActionContext,
): Promise<UserDetails> {
  try {
    return await inTransaction(deps.db, async (tx) => {
      const locked = await lockUsers(tx, actor, [input.id]);
      const before = locked.users.get(input.id);
      if (!before || before.isArchived) throw notFound(sentences.gone);
      demandMayChange(locked.claims, before);
      if (input.version !== undefined && input.version !== before.version) throw conflict(changedBySomeoneElse);
      const after = applyUpdate(before, input);
      demandMayGrant(locked.claims, before, after);
      if (isManager(before) && !isManager(after)) demandManagerLeft(locked, new Set([before.id]));
      if (JSON.stringify(auditValuesOf(before)) !== JSON.stringify(auditValuesOf(after))) {
        await saveUser(deps, tx, { before, after });
        const at = deps.clock.now();
        const change = {
          action: 'update',
          entityId: before.id,
          before: auditValuesOf(before),
          after: auditValuesOf(after),
        };
        await audit(tx, { actor, entity: 'user', ...change, at, requestId });
      }
      const claims = actor.id === after.id ? after.usersClaims : locked.claims;
      return userOf(tx, { claims: claims as typeof locked.claims }, input.id); // only known claims are stored
    });
  } catch (error) {
    throw violatedConstraint(error) === 'users_email_key' ? emailTakenProblem() : error;
  }
}

/** Administrators keep their claims if none are sent; claims that others may have from earlier are ignored. */
function applyUpdate(before: LockedUser, input: UserUpdate): LockedUser {
  const { firstName, lastName, mobile, userType } = input;
  const currentClaims = claimsFor(before.userType, before.usersClaims);
  const usersClaims = claimsFor(userType, input.usersClaims ?? currentClaims);
  return { ...before, firstName, lastName, mobile, userType, email: storableEmail(input.email), usersClaims };
}

async function saveUser(
  deps: AccountsJobDeps,
  tx: Tx,
  { before, after }: { before: LockedUser; after: LockedUser },
): Promise<void> {
  const isNew = comparableEmail(after.email) !== comparableEmail(before.email);
  if (isNew && ((await isEmailReserved(tx, after.email)) || (await isEmailTaken(tx, after.email))))
    throw emailTakenProblem();
  await tx
    .updateTable('users')
    .set({ first_name: after.firstName, last_name: after.lastName, mobile: after.mobile, email: after.email })
    .set({ user_type: after.userType, claims: after.usersClaims, version: before.version + 1 })
    .set(isNew ? { pending_email: null } : {})
    .where('id', '=', before.id)
    .execute();
  if (isNew) await notifyOldAddress(deps, tx, { before, after });
}

/** Ends links to the old address, or that would restore it, and notifies that address. */
async function notifyOldAddress(
  deps: AccountsJobDeps,
  tx: Tx,
  { before, after }: { before: LockedUser; after: LockedUser },
): Promise<void> {
  const link = { userId: before.id, kind: 'confirm-email', email: after.email, previousEmail: before.email } as const;
  const linkId = await createLink(deps, tx, link); // the mail's data; the link itself is never mailed
  await endLinks(tx, before.id, { kinds: ['confirm-email', 'reset-password'], now: deps.clock.now() });
  await deps.jobs.enqueue(tx, accountMail, { mail: 'changed', linkId });
}
