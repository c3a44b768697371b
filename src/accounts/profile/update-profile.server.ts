import type { z } from 'zod';
import type { Actor } from '#platform/access/actor.server.ts';
import { inTransaction } from '#platform/db/db.server.ts';
import { faultsInFieldOrder } from '#platform/http/validate-input.server.ts';
import { defaultSentence } from '#platform/http/default-fault-sentence.server.ts';
import { badInput, requireVersion } from '#lib/api/problem.ts';
import { companyUpdate, type Profile, personUpdate, userTypes } from '../contract.ts';
import { accountMail } from '../mail/account-mail-jobs.server.ts';
import { createLink } from '../mail/mailed-links.server.ts';
import { comparableEmail, storableEmail } from '../normalise-email.ts';
import { profileOf } from './read-profile.server.ts';
import { emailTakenProblem, isEmailTaken } from './taken-emails.server.ts';
import { lockMember, updateUsers } from './write-users.server.ts';
import type { AccountsJobDeps } from '../sign-in/sessions.server.ts';

type PersonUpdate = z.output<typeof personUpdate>;
type CompanyUpdate = z.output<typeof companyUpdate>;

/** Parses the input with the shape for the user type; throws all faults at once. */
function parseUpdate(userType: number, input: unknown): PersonUpdate | CompanyUpdate {
  const shape = userType === userTypes.company ? companyUpdate : personUpdate;
  const parsed = shape.safeParse(input, { error: defaultSentence });
  if (parsed.success) return parsed.data;
  throw badInput(...faultsInFieldOrder(shape, parsed.error));
}

/**
 * Changes a member's own profile: names and mobile, for companies also name and address. A new e-mail is stored as pending, a link
 * is mailed to it, and the current address is notified. Throws 409 if the e-mail is taken or `version` is outdated.
 */
export async function updateProfile(deps: AccountsJobDeps, actor: Actor, input: unknown): Promise<Profile> {
  const update = parseUpdate(actor.userType, input);
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
    const linkId = await createLink(deps, tx, {
      kind: 'confirm-email',
      userId: actor.id,
      email,
      previousEmail: before.email,
    });
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
