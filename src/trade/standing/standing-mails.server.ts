import { createHmac, timingSafeEqual } from 'node:crypto';
import { mailCompany } from '#company/mail-company.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { dayMs } from '#lib/durations.ts';
import type { Deps } from '#platform/deps.server.ts';
import { mailKind } from '#platform/mail/mail-queue.server.ts';
import { deriveKey } from '#platform/process/derived-keys.server.ts';
import type { Env } from '#platform/process/env.server.ts';
import { ordersFor, readSiteAccess } from '../accounts/site-access.server.ts';
import { readStoredRun, runDetails, type StoredRun } from './read-run.server.ts';
import { standingSentences as sentences } from './sentences.ts';
import { dueText, pausedText, resultText } from './standing-mail-texts.ts';

const about = { area: 'orders', subjectOf: () => null } as const;

/** Tells the orderer that a run is due, or what became of one that was ordered by itself. */
export const runMail = mailKind<{ runId: string; about: 'due' | 'result' }>('standing-order', about);
/** Tells the account's contact person that the program has paused a standing order. */
export const pausedMail = mailKind<{ standingOrderId: string }>('standing-order-paused', about);

const linkLifeMs = 35 * dayMs;

/** The token of the link in a mail: it lets that person order, skip or pause that run without signing in. */
const tokenOf = (env: Pick<Env, 'sessionSecret'>, runId: string, memberId: string): string => {
  const whose = `${runId}.${memberId}`;
  return `${whose}.${createHmac('sha256', deriveKey(env, 'standing-orders')).update(whose).digest('base64url')}`;
};

/**
 * The run of a mailed link, and the member to whom it was sent. Throws 400 for a wrong or old token, and for somebody who no longer orders
 * for the site or is no longer the one in whose name it is ordered.
 */
export async function runByToken(
  { db, env, clock }: Pick<Deps, 'db' | 'env' | 'clock'>,
  token: string,
): Promise<StoredRun> {
  const [runId = '', memberId = ''] = token.split('.');
  const [given, right] = [Buffer.from(token), Buffer.from(tokenOf(env, runId, memberId))];
  const isRight = given.length === right.length && timingSafeEqual(given, right);
  const run = isRight ? await readStoredRun(db, runId).catch(() => undefined) : undefined;
  const isValid = run !== undefined && clock.now().getTime() - run.toldAt.getTime() < linkLifeMs;
  if (!isValid || run.memberId !== memberId || !(await mayOrder(db, run)))
    throw new Problem(400, sentences.linkInvalid);
  return run;
}

async function mayOrder(db: Deps['db'], { memberId, siteId }: StoredRun): Promise<boolean> {
  const access = await readSiteAccess(db, { memberId, siteId });
  return access?.permissions.includes('Order') === true && (await ordersFor(db, { memberId, siteId }));
}

/** Registers the mails about standing orders; to be called before the queue starts. */
export function startStandingMails(deps: Deps): void {
  const { db, env, mails } = deps;
  mails.work(runMail, async ({ runId, about: what }) => {
    const stored = await readStoredRun(db, runId);
    const { memberId, siteId, state, isPaused, isEnded } = stored;
    const isOpen = state === 'open' && !isPaused && !isEnded;
    const isResult = stored.reason !== '' && (isOpen || state === 'ordered' || state === 'approval');
    const isNews = what === 'due' ? isOpen : isResult;
    if (!isNews || !(await mayOrder(db, stored))) return undefined;
    const { email } = await db
      .selectFrom('trade_members as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select('u.email')
      .where('m.id', '=', memberId)
      .executeTakeFirstOrThrow();
    const run = await runDetails(deps, stored, await readSiteAccess(db, { memberId, siteId }));
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
