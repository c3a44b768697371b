import { sql } from 'kysely';
import { comparableEmail } from '#accounts/normalise-email.ts';
import { isEmailTaken } from '#accounts/profile/taken-emails.server.ts';
import { mailCompany } from '#company/mail-company.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { dayMs } from '#lib/durations.ts';
import { newId } from '#lib/uuid.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { audit } from '#platform/db/audit.server.ts';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import { violatedConstraint } from '#platform/db/violated-constraint.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { mailKind } from '#platform/mail/mail-queue.server.ts';
import type { Env } from '#platform/process/env.server.ts';
import { isSameToken, signedToken } from '#platform/process/signed-token.server.ts';
import { sentences } from './contract.ts';
import { type InvitationMail, invitationMail } from './invitation-mail.ts';

const invitationMailKind = mailKind<{ invitationId: string }>('trade-invitation', {
  area: 'accounts',
  subjectOf: () => null,
});

const lifeMs = 14 * dayMs;

/** The token of an invitation's link: its id, signed with the session secret, so that reading the database is not enough to join. */
const tokenOf = (env: Pick<Env, 'sessionSecret'>, id: string): string => signedToken(env, 'trade invitations', { id });

/** Makes an invitation for a member, ends former ones, and mails it once the transaction commits. */
export async function createInvitation(
  { clock, jobs }: Pick<Deps, 'clock' | 'jobs'>,
  tx: Tx,
  memberId: string,
): Promise<void> {
  const at = clock.now();
  const id = newId(at.getTime());
  await sql`update trade_invitations set expires_at = ${at} where member_id = ${memberId} and expires_at > ${at}`.execute(
    tx,
  );
  await tx
    .insertInto('trade_invitations')
    .values({ id, member_id: memberId, created_at: at, expires_at: new Date(at.getTime() + lifeMs) })
    .execute();
  await jobs.enqueue(tx, invitationMailKind, { invitationId: id });
}

interface Invitation {
  id: string;
  memberId: string;
  accountId: string;
  accountName: string;
  email: string;
  roleName: string;
  expiresAt: Date;
  approved: InvitationMail['approved'];
}

/** An invitation that can still be accepted; undefined for others. */
async function findOpen(db: Db | Tx, id: string, now: Date): Promise<Invitation | undefined> {
  const { rows } = await sql<Invitation>`
    select i.id, m.id as "memberId", a.id as "accountId", a.name as "accountName", m.email, r.name as "roleName", i.expires_at as "expiresAt",
      case when a.submission_id is not null and not exists (select from trade_members f where f.account_id = a.id and f.invited_at < m.invited_at)
        then json_build_object('creditLimit', a.credit_limit_cents, 'kind', a.terms_kind, 'days', a.terms_days) end as approved
    from trade_invitations i join trade_members m on m.id = i.member_id and m.removed_at is null and m.joined_at is null
    join trade_accounts a on a.id = m.account_id and a.status in ('open', 'hold') join trade_roles r on r.id = m.role_id
    where i.id = ${id} and i.used_at is null and i.expires_at > ${now}`.execute(db);
  return rows[0];
}

type InvitationDeps = Pick<Deps, 'db' | 'clock' | 'env'>;

async function requireOpen({ clock, env }: InvitationDeps, db: Db | Tx, token: string): Promise<Invitation> {
  const [id = ''] = token.split('.');
  const isRight = /^[\da-f-]{36}$/.test(id) && isSameToken(token, tokenOf(env, id));
  const invitation = isRight ? await findOpen(db, id, clock.now()) : undefined;
  if (!invitation) throw new Problem(400, sentences.linkInvalid);
  return invitation;
}

/** What the page of a mailed link shows. Throws 400 for a link that is no longer valid. */
export async function readInvitation(deps: InvitationDeps, token: string) {
  const { accountName, email } = await requireOpen(deps, deps.db, token);
  return { accountName, email, isRegistered: await isEmailTaken(deps.db, email) };
}

/** Makes the caller one of the account's people. Throws 403 unless they have the invited e-mail address. */
export async function acceptInvitation(
  deps: InvitationDeps,
  token: string,
  { actor, requestId }: ActionContext,
): Promise<{ accountId: string }> {
  return inTransaction(deps.db, async (tx) => {
    const { id, memberId, accountId, email } = await requireOpen(deps, tx, token);
    if (comparableEmail(email) !== comparableEmail(actor.email)) throw new Problem(403, sentences.otherEmail(email));
    const at = deps.clock.now();
    const { numUpdatedRows } = await tx
      .updateTable('trade_members')
      .set({ user_id: actor.id, joined_at: at })
      .where('id', '=', memberId)
      .where('joined_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw new Problem(400, sentences.linkInvalid); // another tab was first
    await tx.updateTable('trade_invitations').set({ used_at: at }).where('id', '=', id).execute();
    await rejoin(tx, { memberId, accountId, userId: actor.id });
    const after = { person: email };
    await audit(tx, { actor, action: 'join', entity: 'trade-account', entityId: accountId, after, at, requestId });
    return { accountId };
  }).catch((error: unknown) => {
    if (violatedConstraint(error) !== 'trade_members_user_key') throw error;
    throw new Problem(409, sentences.joinedAlready);
  });
}

/**
 * Somebody who was one of the account's people before becomes the same member again, with the role, sites and limit of the invitation.
 * Otherwise they could approve what they have asked for themselves, and spend their month's limit twice.
 */
async function rejoin(
  tx: Tx,
  { memberId, accountId, userId }: { memberId: string; accountId: string; userId: string },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from trade_members where account_id = ${accountId} and user_id = ${userId} and removed_at is not null
    order by removed_at desc limit 1 for update`.execute(tx);
  const [former] = rows;
  if (!former) return;
  await sql`update trade_invitations set member_id = ${former.id} where member_id = ${memberId}`.execute(tx);
  await sql`delete from trade_member_sites where member_id = ${former.id}`.execute(tx);
  await sql`update trade_member_sites set member_id = ${former.id} where member_id = ${memberId}`.execute(tx);
  const invited = await tx
    .deleteFrom('trade_members')
    .where('id', '=', memberId)
    .returning(['email', 'role_id', 'has_all_sites', 'limit_cents', 'limit_period', 'invited_at', 'joined_at'])
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('trade_members')
    .set(({ eb }) => ({ ...invited, removed_at: null, version: eb('version', '+', 1) }))
    .where('id', '=', former.id)
    .execute();
}

/** Registers the mail of invitations; to be called before the queue starts. */
export function startInvitationMails(deps: Deps): void {
  deps.mails.work(invitationMailKind, async ({ invitationId }) => {
    const { db, env, clock } = deps;
    const invitation = await findOpen(db, invitationId, clock.now());
    if (!invitation) return undefined;
    const url = `${env.publicUrl}/trade/join?t=${tokenOf(env, invitationId)}`;
    return { to: invitation.email, ...invitationMail({ ...invitation, company: await mailCompany(deps), url }) };
  });
}
