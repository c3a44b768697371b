import type { z } from 'zod';
import type { Actor } from '#platform/access/actor.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { faultsInFieldOrder } from '#platform/http/http.server.ts';
import { defaultSentence } from '#platform/http/plain-sentence.server.ts';
import { badInput, notFound, Problem, requireVersion } from '#lib/api/problem.ts';
import { companyUpdate, type Profile, personUpdate, sentences, userTypes } from '../contract.ts';
import { accountMail } from '../mail/jobs.server.ts';
import { findLink, createLink, useLink } from '../mail/mailed-links.server.ts';
import { comparableEmail, emailTakenProblem, isEmailTaken, storableEmail } from './emails.server.ts';
import { profileOf } from './service.server.ts';
import { type LockedUser, lockUser, updateUsers } from './users.server.ts';
import type { AccountsJobDeps } from '../sign-in/sessions.server.ts';

const kind = 'confirm-email';

type PersonUpdate = z.output<typeof personUpdate>;
type CompanyUpdate = z.output<typeof companyUpdate>;

/** Validates all fields at once, by the shape for the caller's user type. */
function validate(userType: number, input: unknown): PersonUpdate | CompanyUpdate {
  const shape = userType === userTypes.company ? companyUpdate : personUpdate;
  const parsed = shape.safeParse(input, { error: defaultSentence });
  if (parsed.success) return parsed.data;
  throw badInput(...faultsInFieldOrder(shape, parsed.error));
}

/**
 * Changes one's own profile: names and mobile, for companies also name and address. A new e-mail is stored as pending,
 * a link is mailed to it and the current address is notified. Throws 409 if the e-mail is taken or `version` is
 * outdated.
 */
export async function updateProfile(deps: AccountsJobDeps, actor: Actor, input: unknown): Promise<Profile> {
  const update = validate(actor.userType, input);
  await inTransaction(deps.db, async (tx) => {
    const before = await lockMember(tx, actor.id);
    requireVersion(update.version, before.version);
    const email = storableEmail(update.email);
    const isNew = comparableEmail(email) !== comparableEmail(before.email);
    if (isNew && (await isEmailTaken(tx, email))) throw emailTakenProblem();
    const columns = {
      first_name: update.firstName,
      last_name: update.lastName,
      mobile: update.mobile,
      ...('companyName' in update && companyColumns(update)),
      ...(isNew ? { pending_email: email } : { email }),
    };
    await updateUsers(tx, [before], columns, deps.clock.now());
    if (!isNew) return;
    const linkId = await createLink(deps, tx, { kind, userId: actor.id, email, previousEmail: before.email });
    await deps.jobs.enqueue(tx, accountMail, { mail: 'confirm', linkId });
    await deps.jobs.enqueue(tx, accountMail, { mail: 'change-asked', linkId });
  });
  return profileOf(deps.db, actor.id);
}

const companyColumns = (update: CompanyUpdate) => ({
  company_name: update.companyName,
  ...(update.abn !== undefined && { abn: update.abn || null }),
  unit_number: update.unitNumber || null,
  street_number: update.streetNumber,
  street_name: update.streetName,
  city: update.city,
  state: update.state,
  postcode: update.postCode,
});

/** The caller's own row, locked; users are never deleted. */
async function lockMember(tx: Tx, userId: string): Promise<LockedUser> {
  const user = await lockUser(tx, userId);
  if (!user) throw notFound();
  return user;
}

/** Mails the confirmation link again. Throws 404 if no e-mail is pending, 429 after five mails in 15 minutes. */
export async function sendConfirmation(deps: AccountsJobDeps, userId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const { pending_email, email: previousEmail } = await lockMember(tx, userId);
    if (pending_email === null) throw notFound();
    const linkId = await createLink(deps, tx, { kind, userId, email: pending_email, previousEmail });
    await deps.jobs.enqueue(tx, accountMail, { mail: 'confirm', linkId });
  });
}

/** Cancels a change of e-mail and ends its link. */
export async function cancelEmailChange({ db, clock }: AccountsJobDeps, userId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await updateUsers(tx, [await lockMember(tx, userId)], { pending_email: null }, clock.now());
  });
}

/**
 * Confirms a pending e-mail by its mailed link and returns it, also if the link was already used. Reset
 * links to the old address end. Throws 400 for an invalid link, 409 if the e-mail was taken meanwhile.
 */
export async function confirmEmail(deps: AccountsJobDeps, token: string): Promise<string> {
  const now = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const link = await useLink(tx, token, kind, now);
    if (!link) return confirmedBefore(tx, token);
    const user = await lockUser(tx, link.userId);
    if (user?.pending_email !== link.email || user.archived_at) throw invalidLink();
    await updateUsers(tx, [user], { email: link.email, pending_email: null }, now);
    await deps.jobs.enqueue(tx, accountMail, { mail: 'changed', linkId: link.id });
    return link.email;
  });
}

/** Mail programs may have opened the link before the user did. */
async function confirmedBefore(tx: Tx, token: string): Promise<string> {
  const link = await findLink(tx, { token }, kind);
  if (link?.email === undefined || link.email !== link.currentEmail) throw invalidLink();
  return link.email;
}

const invalidLink = (): Problem => new Problem(400, sentences.linkInvalid);
