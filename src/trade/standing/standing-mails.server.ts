import { mailCompany } from '#company/mail-company.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { dayMs } from '#lib/durations.ts';
import type { Deps } from '#platform/deps.server.ts';
import { mailKind } from '#platform/mail/mail-queue.server.ts';
import type { Env } from '#platform/process/env.server.ts';
import { isSameToken, signedToken } from '#platform/process/signed-token.server.ts';
import { readBuyerAccess, type SiteAccess } from '../accounts/site-access.server.ts';
import { findStoredRun, readStoredRun, runDetails, type StoredRun } from './read-run.server.ts';
import { standingSentences as sentences } from './sentences.ts';
import { dueText, pausedText, resultText } from './standing-mail-texts.ts';

const about = { area: 'orders', subjectOf: () => null } as const;

/** Notifies the orderer that a run is due, or what became of one that was ordered by itself. */
export const runMail = mailKind<{ runId: string; about: 'due' | 'result' }>('standing-order', about);
/** Notifies the account's contact person that the program has paused a standing order. */
export const pausedMail = mailKind<{ standingOrderId: string }>('standing-order-paused', about);

const linkLifeMs = 35 * dayMs;

/** The token of the link in a mail: it lets that person order, skip or pause that run without signing in. */
const tokenOf = (env: Pick<Env, 'sessionSecret'>, runId: string, memberId: string): string =>
  signedToken(env, 'standing-orders', { id: `${runId}.${memberId}` });

/**
 * The run of a mailed link, and what the member to whom it was sent may do at its site. Throws 400 for a wrong or old token, and for somebody who no longer orders
 * for the site or is no longer the one in whose name it is ordered.
 */
export async function runByToken(
  { db, env, clock }: Pick<Deps, 'db' | 'env' | 'clock'>,
  token: string,
): Promise<{ run: StoredRun; buyer: SiteAccess }> {
  const [runId = '', memberId = ''] = token.split('.');
  const isRight = isSameToken(token, tokenOf(env, runId, memberId));
  const run = isRight ? await findStoredRun(db, runId) : undefined;
  const isValid = run !== undefined && clock.now().getTime() - run.notifiedAt.getTime() < linkLifeMs;
  const buyer = isValid && run.memberId === memberId ? await readBuyerAccess(db, run) : undefined;
  if (!run || !buyer) throw new Problem(400, sentences.linkInvalid);
  return { run, buyer };
}

/** Registers the mails about standing orders; to be called before the queue starts. */
export function startStandingMails(deps: Deps): void {
  const { db, env, mails } = deps;
  mails.work(runMail, async ({ runId, about: what }) => {
    const stored = await readStoredRun(db, runId);
    const { memberId, state, isPaused, isEnded } = stored;
    const isOpen = state === 'open' && !isPaused && !isEnded;
    const isResult = stored.reason !== '' && (isOpen || state === 'ordered' || state === 'approval');
    const isNews = what === 'due' ? isOpen : isResult;
    const buyer = isNews ? await readBuyerAccess(db, stored) : undefined;
    if (!buyer) return undefined;
    const { email } = await db
      .selectFrom('trade_members as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select('u.email')
      .where('m.id', '=', memberId)
      .executeTakeFirstOrThrow();
    const run = await runDetails(deps, stored, buyer);
    const url = `${env.publicUrl}/trade/standing-order?t=${tokenOf(env, runId, memberId)}`;
    const text = { run, company: await mailCompany(deps), url };
    return { to: email, ...(what === 'due' ? dueText(text) : resultText(text)) };
  });
  mails.work(pausedMail, async ({ standingOrderId }) => {
    const row = await db
      .selectFrom('standing_orders as s')
      .innerJoin('trade_accounts as a', 'a.id', 's.account_id')
      .innerJoin('trade_sites as t', 't.id', 's.site_id')
      .innerJoin('order_lists as l', 'l.id', 's.list_id')
      .select(['a.contact_email as to', 'a.name as accountName', 't.name as siteName', 'l.name as listName'])
      .select(['s.pause_reason as reason', 's.site_id as siteId'])
      .where('s.id', '=', standingOrderId)
      .where('s.pause_reason', '<>', '')
      .where('s.ended_at', 'is', null)
      .executeTakeFirst();
    if (!row || row.to === '') return undefined;
    const url = `${env.publicUrl}/trade/standing-orders?site=${row.siteId}`;
    return { to: row.to, ...pausedText({ ...row, company: await mailCompany(deps), url }) };
  });
}
