import type { Actor } from '#platform/access/actor.server.ts';
import { type Db, inTransaction } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { mailKind } from '#platform/mail/mail-queue.server.ts';
import { mailLimit } from '#platform/mail/send-mail.server.ts';
import { newId } from '#lib/uuid.ts';
import { mailCompany } from '#company/mail-company.server.ts';
import { readSettings } from '#company/settings.server.ts';
import type { Enquiry } from './contract.ts';
import { acknowledgement, type EnquiryMail, notification } from './enquiry-mail.ts';

const aboutEnquiry = { area: 'enquiries', subjectOf: ({ enquiryId }: { enquiryId: string }) => enquiryId } as const;

/** Sends the enquiry to one of the company's addresses; `place` is its index in the settings. */
const notifyJob = mailKind<{ enquiryId: string; place: number }>('enquiry-notify', aboutEnquiry);
/** Tells the sender that the enquiry has arrived. */
const acknowledgeJob = mailKind<{ enquiryId: string }>('enquiry-acknowledge', aboutEnquiry);

const minWritingMs = 2_000; // milliseconds between opening and sending the form

/** Only programs fill in a hidden field, or fill in six fields within two seconds. */
const isSuspectedSpam = ({ website, elapsed }: Enquiry): boolean =>
  (website ?? '') !== '' || (typeof elapsed === 'number' && elapsed < minWritingMs);

/** Whether another acknowledgement may be sent to this address; the count includes this enquiry. */
async function mayAcknowledge(tx: Db, email: string, now: Date): Promise<boolean> {
  const { count } = await tx
    .selectFrom('enquiries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(({ eb, fn }) => eb(fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .where('created_at', '>', new Date(now.getTime() - mailLimit.withinMs))
    .executeTakeFirstOrThrow();
  return Number(count) <= mailLimit.most;
}

/** Stores an enquiry and mails the company and the sender. Suspected spam is only stored, for review in the back office. */
export async function receiveEnquiry(deps: Deps, enquiry: Enquiry, actor: Actor | null): Promise<void> {
  const { website: _website, elapsed: _elapsed, ...fields } = enquiry;
  const suspected = isSuspectedSpam(enquiry);
  const { notifications } = await readSettings(deps);
  const id = newId(deps.clock.now().getTime());
  await inTransaction(deps.db, async (tx) => {
    await tx
      .insertInto('enquiries')
      .values({
        ...fields,
        id,
        user_id: actor?.id ?? null,
        is_suspected_spam: suspected,
        created_at: deps.clock.now(),
      })
      .execute();
    if (suspected) return;
    for (const place of notifications.enquiries.keys())
      await deps.jobs.enqueue(tx, notifyJob, { enquiryId: id, place });
    if (await mayAcknowledge(tx, fields.email, deps.clock.now()))
      await deps.jobs.enqueue(tx, acknowledgeJob, { enquiryId: id });
  });
}

/** Registers the mails of enquiries; call it before the queue is started. */
export function startEnquiryJobs(deps: Deps): void {
  deps.mails.work(notifyJob, async ({ enquiryId, place }) => {
    const to = (await readSettings(deps)).notifications.enquiries[place];
    const mail = await mailOf(deps, enquiryId);
    return to === undefined || !mail ? undefined : { to, ...notification(mail) }; // by now, the address may have been removed or the enquiry deleted
  });
  deps.mails.work(acknowledgeJob, async ({ enquiryId }) => {
    const mail = await mailOf(deps, enquiryId);
    return mail && { to: mail.email, ...acknowledgement(mail) };
  });
}

async function mailOf(deps: Deps, id: string): Promise<EnquiryMail | undefined> {
  const row = await deps.db
    .selectFrom('enquiries')
    .select(['company', 'name', 'email', 'phone', 'mobile', 'message', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { company: sender, created_at: sentAt, ...rest } = row;
  return { ...rest, sender, sentAt, company: await mailCompany(deps) };
}
