import { mailCompany } from '#company/mail-company.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { dayMs } from '#lib/durations.ts';
import type { Db } from '#platform/db/db.server.ts';
import type { Actor } from '#platform/access/actor.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { mailKind } from '#platform/mail/mail-queue.server.ts';
import type { Env } from '#platform/process/env.server.ts';
import { isSameToken, signedToken } from '#platform/process/signed-token.server.ts';
import { readApprovers } from '../limits/approval-reasons.server.ts';
import { decidedMail } from '../limits/confirmed-mails.server.ts';
import { decidedText, requestText } from './approval-mail-texts.ts';
import { sentences } from './contract.ts';
import { type Reader, readApproval } from './read-approvals.server.ts';

/** Asks an approver. */
export const approvalMail = mailKind<{ approvalId: string; memberId: string }>('trade-approval', {
  area: 'accounts',
  subjectOf: () => null,
});

const linkLifeMs = 14 * dayMs;

/** The token of the link in an approver's mail: it lets that approver decide that request without signing in. */
const tokenOf = (env: Pick<Env, 'sessionSecret'>, approvalId: string, memberId: string): string =>
  signedToken(env, 'approvals', { id: `${approvalId}.${memberId}` });

/**
 * The request of a mailed link and its approver. Throws 400 for a wrong or old token, and for somebody who is no longer an approver of
 * the site, and 403 if the caller is signed in as another person, such as the order's buyer to whom the mail was forwarded.
 */
export async function readerByToken(
  { db, env, clock }: Pick<Deps, 'db' | 'env' | 'clock'>,
  token: string,
  actor: Actor | null,
): Promise<{ id: string; reader: Reader; approver: string }> {
  const [id = '', memberId = ''] = token.split('.');
  const request = isSameToken(token, tokenOf(env, id, memberId)) ? await readAsked(db, id) : undefined;
  const isValid = request !== undefined && clock.now().getTime() - request.createdAt.getTime() < linkLifeMs;
  const approvers = isValid ? await readApprovers(db, request) : [];
  const approver = approvers.find((one) => one.memberId === memberId);
  if (!approver) throw new Problem(400, sentences.linkInvalid);
  if (actor && actor.id !== approver.userId) throw new Problem(403, sentences.linkOfOther(approver.name));
  return { id, reader: { memberId, mayApprove: true }, approver: approver.name };
}

const readAsked = (db: Db, id: string) =>
  db
    .selectFrom('approvals')
    .select(['account_id as accountId', 'site_id as siteId', 'member_id as memberId', 'created_at as createdAt'])
    .where('id', '=', id)
    .executeTakeFirst();

/** Registers the mails about approvals; to be called before the queue starts. */
export function startApprovalMails(deps: Deps): void {
  const { db, env } = deps;
  deps.mails.work(approvalMail, async ({ approvalId, memberId }) => {
    const asked = await readAsked(db, approvalId);
    const approver = asked && (await readApprovers(db, asked)).find((one) => one.memberId === memberId);
    if (!approver) return undefined;
    const approval = await readApproval(deps, approvalId, { memberId, mayApprove: true });
    if (approval.state !== 'open') return undefined;
    const url = `${env.publicUrl}/trade/approve?t=${tokenOf(env, approvalId, memberId)}`;
    return { to: approver.email, ...requestText({ approval, company: await mailCompany(deps), url }) };
  });
  deps.mails.work(decidedMail, async ({ approvalId }) => {
    const buyer = await db
      .selectFrom('approvals as a')
      .innerJoin('trade_members as m', 'm.id', 'a.member_id')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select(['u.email', 'm.id as memberId'])
      .where('a.id', '=', approvalId)
      .where('m.removed_at', 'is', null)
      .where('u.archived_at', 'is', null)
      .executeTakeFirst();
    if (!buyer) return undefined;
    const approval = await readApproval(deps, approvalId, { memberId: buyer.memberId, mayApprove: false });
    const url = `${env.publicUrl}/trade/approvals/${approvalId}`;
    return { to: buyer.email, ...decidedText({ approval, company: await mailCompany(deps), url }) };
  });
}
