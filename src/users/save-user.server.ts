import { accountMail } from '#accounts/mail/account-mail-jobs.server.ts';
import { createLink, endLinks } from '#accounts/mail/mailed-links.server.ts';
import { comparableEmail, storableEmail } from '#accounts/normalise-email.ts';
import { emailTakenProblem, isEmailTaken } from '#accounts/profile/taken-emails.server.ts';
import { insertUser, type LockedUser } from '#accounts/profile/write-users.server.ts';
import { hashPassword } from '#accounts/sign-in/password-hashing.server.ts';
import type { AccountsJobDeps } from '#accounts/sign-in/sessions.server.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { audit } from '#platform/db/audit.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { administratorType } from '#lib/api/access.ts';
import { notFound } from '#lib/api/problem.ts';
import { changeUsers, demandMayGrant, lockUsers } from './change-users.server.ts';
import { type NewUser, sentences, type UserDetails, type UserUpdate } from './contract.ts';
import { userOf } from './read-users.server.ts';

/** The claims to store, sorted and without duplicates; only administrators have claims. */
const claimsFor = (userType: number, claims: readonly string[] | null | undefined): string[] =>
  userType === administratorType ? [...new Set(claims ?? [])].sort() : [];

/**
 * Registers a user; customers get a welcome mail. Throws 403 if the caller may not create an administrator or lacks a
 * granted claim; 409 if the e-mail is taken.
 */
export async function createUser(
  { db, clock, jobs }: AccountsJobDeps,
  { firstName, lastName, mobile, userType, ...input }: NewUser,
  { actor, requestId }: ActionContext,
): Promise<UserDetails> {
  const usersClaims = claimsFor(userType, input.usersClaims);
  const after = { firstName, lastName, email: storableEmail(input.email), mobile, userType, usersClaims };
  demandMayGrant(actor.claims, null, after); // checked before the costly hash
  if (await isEmailTaken(db, input.email)) throw emailTakenProblem();
  const passwordHash = await hashPassword(input.password);
  return inTransaction(db, async (tx) => {
    const { claims } = await lockUsers(tx, actor, []);
    demandMayGrant(claims, null, after);
    const at = clock.now();
    const { userId } = await insertUser(tx, { ...after, claims: usersClaims, passwordHash, at });
    if (userType !== administratorType) await jobs.enqueue(tx, accountMail, { mail: 'welcome', userId });
    await audit(tx, { actor, action: 'create', entity: 'user', entityId: userId, after, at, requestId });
    return userOf(tx, { claims }, userId);
  });
}

/**
 * Changes a user. A new e-mail takes effect at once: mailed links end, and the old address is notified. Throws 404 for archived users,
 * otherwise as `changeUsers` does.
 */
export function updateUser(deps: AccountsJobDeps, input: UserUpdate, context: ActionContext): Promise<UserDetails> {
  const email = storableEmail(input.email);
  const isNew = (user: LockedUser) => comparableEmail(email) !== comparableEmail(user.email);
  return inTransaction(deps.db, async (tx) => {
    const at = deps.clock.now();
    const { changes, claims } = await changeUsers(tx, [input.id], { ...context, at }, ([user]) => {
      if (!user || user.archived_at) throw notFound(sentences.gone);
      const columns = {
        first_name: input.firstName,
        last_name: input.lastName,
        mobile: input.mobile,
        email,
        user_type: input.userType,
        // if no claims are sent, an administrator's claims stay; claims still stored for anybody else are ignored
        claims: claimsFor(input.userType, input.usersClaims ?? claimsFor(user.user_type, user.claims)),
        ...(isNew(user) && { pending_email: null }),
      };
      return { users: [user], columns, version: input.version };
    });
    const changed = changes.find(({ before }) => isNew(before));
    if (changed) await notifyOldAddress(deps, tx, changed.before, email);
    return userOf(tx, { claims }, input.id);
  });
}

/** Mails the old address about the new one. The mail's data is stored as a link, which itself is never mailed. */
async function notifyOldAddress(deps: AccountsJobDeps, tx: Tx, before: LockedUser, email: string): Promise<void> {
  const userId = before.id;
  const linkId = await createLink(deps, tx, { userId, kind: 'confirm-email', email, previousEmail: before.email });
  await endLinks(tx, [userId], ['confirm-email'], deps.clock.now());
  await deps.jobs.enqueue(tx, accountMail, { mail: 'changed', linkId });
}
