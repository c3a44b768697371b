import { endLinks, makeLink } from '#accounts/mail/mailed-links.server.ts';
import { accountMail } from '#accounts/mail/jobs.server.ts';
import { hashPassword } from '#accounts/sign-in/passwords.server.ts';
import {
  comparable,
  createCustomer,
  emailIsTaken,
  emailTaken,
  isReserved,
  storable,
} from '#accounts/profile/service.server.ts';
import type { FlowDeps } from '#accounts/sign-in/sessions.server.ts';
import { audit } from '#platform/db/audit.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { violated } from '#platform/db/violated.server.ts';
import { administratorType } from '#lib/api/access.ts';
import { conflict, notFound } from '#lib/api/problem.ts';
import { changedMeanwhile } from '#lib/api/sentences.ts';
import type { ActionContext } from '#company/service.server.ts';
import { type NewUser, sentences, type UserDetails, type UserUpdate } from './contract.ts';
import { demandManagerLeft, demandMayChange, demandMayMake, type LockedUser, holdUsers } from './locking.server.ts';
import { isManager } from './rights.ts';
import { userOf } from './service.server.ts';

/** What the audit log tells of a user. */
type Told = Pick<LockedUser, 'firstName' | 'lastName' | 'email' | 'mobile' | 'userType' | 'usersClaims'>;

export const toldOf = ({ firstName, lastName, email, mobile, userType, usersClaims }: Told): Told => ({
  firstName,
  lastName,
  email,
  mobile,
  userType,
  usersClaims,
});

/** Only administrators have claims, each once, in one order. */
const claimsFor = (userType: number, claims: readonly string[] | null | undefined): string[] =>
  userType === administratorType ? [...new Set(claims ?? [])].sort() : [];

/**
 * Registers somebody; a customer is welcomed by mail. 403 for an administrator by somebody who manages no permissions, or
 * with a claim that the caller lacks; 409 where the e-mail is taken.
 */
export async function createUser(
  deps: FlowDeps,
  input: NewUser,
  { actor, requestId }: ActionContext,
): Promise<UserDetails> {
  const { db, clock, jobs } = deps;
  const after: Told = {
    ...input,
    email: storable(input.email),
    usersClaims: claimsFor(input.userType, input.usersClaims),
  };
  demandMayMake(actor.claims, null, after); // spares the hash
  if (await emailTaken(db, input.email)) throw emailIsTaken();
  const passwordHash = await hashPassword(input.password);
  return inTransaction(db, async (tx) => {
    const { claims } = await holdUsers(tx, actor, []);
    demandMayMake(claims, null, after);
    const at = clock.now();
    const { userId } = await createCustomer(tx, { ...input, passwordHash, at });
    const { userType: user_type, usersClaims } = after;
    await tx.updateTable('users').set({ user_type, claims: usersClaims }).where('id', '=', userId).execute();
    if (user_type !== administratorType) await jobs.enqueue(tx, accountMail, { mail: 'welcome', userId });
    await audit(tx, { actor, action: 'create', entity: 'user', entityId: userId, after: toldOf(after), at, requestId });
    return userOf(tx, { claims }, userId);
  });
}

/**
 * Changes a user. A new e-mail counts at once: mailed links end, and the old address is told. 403 as the contract says
 * (section 4), 404 for archived users, 409 where `version` is older than what is stored, the e-mail is taken, or nobody
 * who can manage users and permissions would be left.
 */
export async function updateUser(
  deps: FlowDeps,
  input: UserUpdate,
  { actor, requestId }: ActionContext,
): Promise<UserDetails> {
  try {
    return await inTransaction(deps.db, async (tx) => {
      const held = await holdUsers(tx, actor, [input.id]);
      const before = held.users.get(input.id);
      if (!before || before.isArchived) throw notFound(sentences.gone);
      demandMayChange(held.claims, before);
      if (input.version !== undefined && input.version !== before.version) throw conflict(changedMeanwhile);
      const after = changed(before, input);
      demandMayMake(held.claims, before, after);
      if (isManager(before) && !isManager(after)) demandManagerLeft(held, new Set([before.id]));
      if (JSON.stringify(toldOf(before)) !== JSON.stringify(toldOf(after))) {
        await write(deps, tx, { before, after });
        const at = deps.clock.now();
        const change = { action: 'update', entityId: before.id, before: toldOf(before), after: toldOf(after) };
        await audit(tx, { actor, entity: 'user', ...change, at, requestId });
      }
      const claims = actor.id === after.id ? after.usersClaims : held.claims;
      return userOf(tx, { claims: claims as typeof held.claims }, input.id); // stored ones are known
    });
  } catch (error) {
    throw violated(error) === 'users_email_key' ? emailIsTaken() : error;
  }
}

/** Claims of an administrator stay where none are sent; what anybody else may have of old counts for nothing. */
function changed(before: LockedUser, input: UserUpdate): LockedUser {
  const { firstName, lastName, mobile, userType } = input;
  const kept = claimsFor(before.userType, before.usersClaims);
  const usersClaims = claimsFor(userType, input.usersClaims ?? kept);
  return { ...before, firstName, lastName, mobile, userType, email: storable(input.email), usersClaims };
}

async function write(
  deps: FlowDeps,
  tx: Tx,
  { before, after }: { before: LockedUser; after: LockedUser },
): Promise<void> {
  const isNew = comparable(after.email) !== comparable(before.email);
  if (isNew && ((await isReserved(tx, after.email)) || (await emailTaken(tx, after.email)))) throw emailIsTaken();
  await tx
    .updateTable('users')
    .set({ first_name: after.firstName, last_name: after.lastName, mobile: after.mobile, email: after.email })
    .set({ user_type: after.userType, claims: after.usersClaims, version: before.version + 1 })
    .set(isNew ? { pending_email: null } : {})
    .where('id', '=', before.id)
    .execute();
  if (isNew) await tellOfEmail(deps, tx, { before, after });
}

/** Ends links that went to the old address, or that would bring it back, and tells it what happened. */
async function tellOfEmail(
  deps: FlowDeps,
  tx: Tx,
  { before, after }: { before: LockedUser; after: LockedUser },
): Promise<void> {
  const link = { userId: before.id, kind: 'confirm-email', email: after.email, previousEmail: before.email } as const;
  const linkId = await makeLink(deps, tx, link); // what the mail is written from; it is never sent itself
  await endLinks(tx, before.id, { kinds: ['confirm-email', 'reset-password'], now: deps.clock.now() });
  await deps.jobs.enqueue(tx, accountMail, { mail: 'changed', linkId });
}
