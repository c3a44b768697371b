import { sql } from 'kysely';
import { mailCompany } from '#company/mail-company.server.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import type { Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { mailKind } from '#platform/mail/mail-queue.server.ts';
import { newId } from '#lib/uuid.ts';
import { type AccountsDeps, changeStatus, type StatusChange } from '../accounts/change-account.server.ts';
import type { AccountDetails } from '../accounts/contract.ts';
import { builtInRoles } from '../permissions.ts';
import { declinedMail } from './declined-mail.ts';
import { createInvitation } from './invitations.server.ts';

const declinedMailKind = mailKind<{ accountId: string }>('trade-declined', { area: 'accounts', subjectOf: () => null });

/**
 * Changes the status of an account. The contact person of an application that is approved is invited as the account's first administrator,
 * that of a declined one gets a mail with the reason.
 */
export const changeAccountStatus = (
  deps: AccountsDeps,
  change: StatusChange,
  context: ActionContext,
): Promise<AccountDetails> =>
  changeStatus(deps, change, context, async (tx, before) => {
    if (before.contactEmail === '') return;
    if (change.status === 'declined') await deps.jobs.enqueue(tx, declinedMailKind, { accountId: before.id });
    if (change.status === 'open' && before.openedDate === null) await inviteContact(deps, tx, before);
  });

/** Invites the contact person, unless the account has people already. */
export async function inviteContact(
  deps: AccountsDeps,
  tx: Tx,
  { id: accountId, contactEmail }: Pick<AccountDetails, 'id' | 'contactEmail'>,
): Promise<void> {
  const at = deps.clock.now();
  const memberId = newId(at.getTime());
  const { numAffectedRows } = await sql`
    insert into trade_members (id, account_id, email, role_id, has_all_sites, invited_at)
    select ${memberId}, ${accountId}, ${contactEmail}, ${builtInRoles.administrator}, true, ${at}
    where not exists (select from trade_members where account_id = ${accountId} and removed_at is null)`.execute(tx);
  if (numAffectedRows === 1n) await createInvitation(deps, tx, memberId);
}

/** Registers the mails about applications; to be called before the queue starts. */
export function startApplicationMails(deps: Deps): void {
  deps.mails.work(declinedMailKind, async ({ accountId }) => {
    const account = await deps.db
      .selectFrom('trade_accounts')
      .select([
        'name',
        'contact_name as contactName',
        'contact_email as contactEmail',
        'status',
        'status_reason as reason',
      ])
      .where('id', '=', accountId)
      .executeTakeFirst();
    if (!account || account.status !== 'declined') return undefined; // approved after all
    return { to: account.contactEmail, ...declinedMail({ ...account, company: await mailCompany(deps) }) };
  });
}
