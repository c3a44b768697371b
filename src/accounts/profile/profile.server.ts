import { sql } from 'kysely';
import type { z } from 'zod';
import type { Actor } from '#platform/access/actor.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { faultsInFieldOrder } from '#platform/http/http.server.ts';
import { defaultSentence } from '#platform/http/plain-sentence.server.ts';
import { badInput, conflict, notFound, Problem } from '#lib/api/problem.ts';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import { companyUpdate, type Profile, personUpdate, sentences, userTypes } from '../contract.ts';
import { accountMail } from '../mail/jobs.server.ts';
import { endLinks, findLink, createLink, useLink } from '../mail/mailed-links.server.ts';
import {
  comparableEmail,
  emailTakenProblem,
  isEmailTaken,
  isEmailReserved,
  profileOf,
  storableEmail,
} from './service.server.ts';
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
    const before = await tx
      .selectFrom('users')
      .select(['email', 'version'])
      .where('id', '=', actor.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (update.version !== undefined && update.version !== before.version) throw conflict(changedBySomeoneElse);
    const email = storableEmail(update.email);
    const isNew = comparableEmail(email) !== comparableEmail(before.email);
    await tx
      .updateTable('users')
      .set({ first_name: update.firstName, last_name: update.lastName, mobile: update.mobile })
      .set('companyName' in update ? companyColumns(update) : {})
      .set(isNew ? {} : { email })
      .set({ version: before.version + 1 })
      .where('id', '=', actor.id)
      .execute();
    if (isNew) await requestConfirmation(deps, tx, { userId: actor.id, email, previousEmail: before.email });
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

interface EmailChange {
  userId: string;
  email: string;
  previousEmail: string;
}

async function requestConfirmation(deps: AccountsJobDeps, tx: Tx, change: EmailChange): Promise<void> {
  if (await isEmailTaken(tx, change.email)) throw emailTakenProblem();
  await tx.updateTable('users').set({ pending_email: change.email }).where('id', '=', change.userId).execute();
  const linkId = await createLink(deps, tx, { kind, ...change });
  await deps.jobs.enqueue(tx, accountMail, { mail: 'confirm', linkId });
  await deps.jobs.enqueue(tx, accountMail, { mail: 'change-asked', linkId });
}

/** Mails the confirmation link again. Throws 404 if no e-mail is pending, 429 after five mails in 15 minutes. */
export async function sendConfirmation(deps: AccountsJobDeps, userId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['email', 'pending_email'])
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (user.pending_email === null) throw notFound();
    const linkId = await createLink(deps, tx, {
      kind,
      userId,
      email: user.pending_email,
      previousEmail: user.email,
    });
    await deps.jobs.enqueue(tx, accountMail, { mail: 'confirm', linkId });
  });
}

/** Cancels a change of e-mail and ends its link. */
export async function cancelEmailChange({ db, clock }: AccountsJobDeps, userId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.updateTable('users').set({ pending_email: null }).where('id', '=', userId).execute();
    await endLinks(tx, userId, { kinds: [kind], now: clock.now() });
  });
}

/**
 * Makes a pending e-mail the account's by its mailed link and returns it; also when the link has already done so. Reset
 * links to the old address end. Throws 400 for an invalid link, 409 if the e-mail was taken meanwhile.
 */
export async function confirmEmail(deps: AccountsJobDeps, token: string): Promise<string> {
  const now = deps.clock.now();
  try {
    return await inTransaction(deps.db, async (tx) => {
      const link = await useLink(tx, token, { kind, now });
      if (!link) return confirmedBefore(tx, token);
      if (await isEmailReserved(tx, link.email)) throw emailTakenProblem();
      await endLinks(tx, link.userId, { kinds: ['reset-password'], now });
      const { numUpdatedRows } = await tx
        .updateTable('users')
        .set({ email: link.email, pending_email: null, version: sql`version + 1` })
        .where('id', '=', link.userId)
        .where('pending_email', '=', link.email)
        .where('archived_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) throw invalidLink();
      await deps.jobs.enqueue(tx, accountMail, { mail: 'changed', linkId: link.id });
      return link.email;
    });
  } catch (error) {
    throw isUniqueViolation(error) ? emailTakenProblem() : error;
  }
}

/** Mail programs may have opened the link before the user did. */
async function confirmedBefore(tx: Tx, token: string): Promise<string> {
  const link = await findLink(tx, { token }, kind);
  if (link?.email === undefined || link.email !== link.currentEmail) throw invalidLink();
  return link.email;
}

const invalidLink = (): Problem => new Problem(400, sentences.linkInvalid);

/** PostgreSQL's unique_violation; the e-mail is the only unique column of `users` that is written here. */
const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505';
