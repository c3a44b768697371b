import { sql } from 'kysely';
import { audit } from '#platform/db/audit.server.ts';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import type { Due } from '#platform/jobs/job-schedule.server.ts';
import { jobKind } from '#platform/jobs/jobs.server.ts';
import { mailKind } from '#platform/mail/mail-queue.server.ts';
import type { OutgoingMail } from '#platform/mail/send-mail.server.ts';
import { mailCompany } from '#company/mail-company.server.ts';
import { readSettings } from '#company/settings.server.ts';
import { addDays, type Day, dayOf, startOf } from '#lib/day.ts';
import { conflict } from '#lib/api/problem.ts';
import type { Cents } from '#lib/money.ts';
import { newId } from '#lib/uuid.ts';
import { lockAccount } from '../credit/account-entries.server.ts';
import { accountReference } from '../credit/payment-reference.ts';
import { payLines } from './bank-details.ts';
import { ledgerSentences as sentences } from './contract.ts';
import { isRemindedOf, openInvoicesOf } from './read-ledger.server.ts';
import { reminderMail } from './reminder-mail.ts';

const reminderJob = mailKind<{ reminderId: string }>('account-reminder', { area: 'orders', subjectOf: () => null });

type ReminderDeps = Pick<Deps, 'db' | 'clock' | 'jobs'>;

/** The days that something must be overdue before the weekly job writes. */
const patienceDays = 7;

/**
 * Mails an account its overdue invoices. Throws 409 if there are none, if its credit covers them, without an address, or if one was sent
 * today.
 */
export function remindAccount(
  { db, clock, jobs }: ReminderDeps,
  accountId: string,
  { actor, requestId }: ActionContext,
): Promise<string> {
  return inTransaction(db, async (tx) => {
    const { name } = await lockAccount(tx, accountId);
    const at = clock.now();
    const { email, lastAt, overdue, credit, isLate } = await readState(tx, accountId, dayOf(at));
    if (email === '') throw conflict(sentences.noEmail);
    if (overdue === 0) throw conflict(isLate ? sentences.onlyCancelled : sentences.nothingOverdue);
    if (overdue <= credit) throw conflict(sentences.coveredByCredit(credit));
    if (lastAt !== null && dayOf(lastAt) === dayOf(at)) throw conflict(sentences.remindedToday);
    await queueReminder({ tx, jobs }, { accountId, email, by: actor.id, at });
    const entry = { actor, action: 'remind', entity: 'trade-account', entityId: accountId, at, requestId };
    await audit(tx, { ...entry, after: { name, to: email } });
    return sentences.reminded(email);
  });
}

interface ReminderState {
  email: string;
  lastAt: Date | null;
  overdue: Cents;
  /** What is not allocated yet; not negative. */
  credit: Cents;
  /** Whether anything is overdue, also of cancelled orders. */
  isLate: boolean;
}

/** What is overdue on a day, and the credit that is not allocated, of the account `a`. */
const overdueAndCredit = (today: Day) => sql`
  select coalesce(sum(o.open_cents) filter (where o.due_day < ${today} and ${isRemindedOf}), 0)::bigint as overdue,
    coalesce(-sum(o.open_cents) filter (where o.open_cents < 0), 0)::bigint as credit,
    coalesce(bool_or(o.due_day < ${today} and o.open_cents > 0), false) as "isLate"
  from open_entries o where o.account_id = a.id`;

async function readState(db: Db | Tx, accountId: string, today: Day): Promise<ReminderState> {
  const { rows } = await sql<ReminderState>`
    select accounts_email as email, (select max(asked_at) from account_reminders where account_id = a.id) as "lastAt", s.*
    from trade_accounts a cross join lateral (${overdueAndCredit(today)}) s where a.id = ${accountId}`.execute(db);
  return rows[0] as ReminderState; // the caller has found it
}

interface NewReminder {
  accountId: string;
  email: string;
  /** Null for the weekly job. */
  by: string | null;
  at: Date;
}

async function queueReminder(
  { tx, jobs }: { tx: Tx; jobs: Deps['jobs'] },
  { accountId, email, by, at }: NewReminder,
): Promise<void> {
  const id = newId(at.getTime());
  const row = { id, account_id: accountId, email, asked_by: by, asked_at: at };
  await tx.insertInto('account_reminders').values(row).execute();
  await jobs.enqueue(tx, reminderJob, { reminderId: id });
}

/**
 * Reminds every account that was overdue by a week or more when the job was due, by more than its credit, and was not reminded since the day
 * after the job of last week. The job runs again every hour, and then finds them reminded. Accounts of the demo content, whose mail to
 * `.example` reaches nobody, are left out. Returns how many were reminded.
 */
export async function remindOverdueAccounts({ db, clock, jobs }: ReminderDeps, due: Date): Promise<number> {
  const at = clock.now();
  const before = startOf(addDays(dayOf(due), -6)); // from Tuesday, as the job of last Monday may have run late
  const { rows } = await sql<{ id: string }>`
    select a.id from trade_accounts a cross join lateral (${overdueAndCredit(dayOf(at))}) s
    where s.overdue > s.credit and a.accounts_email <> '' and a.accounts_email not like '%.example' and a.status in ('open', 'hold', 'closed')
      and exists (select from open_entries o where o.account_id = a.id and ${isRemindedOf}
        and o.due_day <= ${addDays(dayOf(due), -patienceDays)})
      and not exists (select from account_reminders r where r.account_id = a.id and r.asked_at > ${before})`.execute(
    db,
  );
  let reminded = 0;
  for (const { id: accountId } of rows) {
    await inTransaction(db, async (tx) => {
      await lockAccount(tx, accountId);
      const { email, lastAt } = await readState(tx, accountId, dayOf(at));
      if (lastAt !== null && lastAt > before) return; // somebody has sent one meanwhile
      await queueReminder({ tx, jobs }, { accountId, email, by: null, at });
      reminded++;
    });
  }
  return reminded;
}

const weeklyJob = jobKind<Due>('account-reminders');

/** Registers the reminder mails and the job that sends them on Mondays at 8; call before the queue starts. */
export function startReminders(deps: Deps): void {
  const markSent = ({ reminderId }: { reminderId: string }) =>
    deps.db.updateTable('account_reminders').set({ sent_at: deps.clock.now() }).where('id', '=', reminderId).execute();
  deps.mails.work(reminderJob, ({ reminderId }) => writeReminder(deps, reminderId), markSent);
  deps.jobs.recurring(weeklyJob, { time: '08:00', weekday: 1 }, async ({ due }) => {
    await remindOverdueAccounts(deps, new Date(due));
  });
}

/** The mail with what is overdue now; undefined if nothing is any more. */
async function writeReminder(deps: Deps, reminderId: string): Promise<OutgoingMail | undefined> {
  const row = await deps.db
    .selectFrom('account_reminders as r')
    .innerJoin('trade_accounts as a', 'a.id', 'r.account_id')
    .select(['r.email', 'r.sent_at as sentAt', 'a.id', 'a.number', 'a.name'])
    .where('r.id', '=', reminderId)
    .executeTakeFirst();
  if (!row || row.sentAt !== null) return undefined;
  const { id, number, name, email } = row;
  const today = dayOf(deps.clock.now());
  const { overdue, credit } = await readState(deps.db, id, today);
  if (overdue <= credit) return undefined;
  const invoices = (await openInvoicesOf(deps.db, { id, number }, { today, isReminder: true })).filter(
    ({ daysOverdue }) => daysOverdue > 0,
  );
  const [company, settings] = await Promise.all([mailCompany(deps), readSettings(deps)]);
  const payTo = payLines(settings);
  const account = { number, name, reference: accountReference(number) };
  const url = `${deps.env.publicUrl}/trade/${id}/invoices`;
  return { to: email, ...reminderMail({ company, account, invoices, credit, today, url, payTo }) };
}
