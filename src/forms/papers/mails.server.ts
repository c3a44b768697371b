import { sql } from 'kysely';
import { type Actor, demandOwn } from '#platform/access/actor.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { mailKind, sendsMail } from '#platform/mail/mail-queue.server.ts';
import { mailLimit } from '#platform/mail/mail.server.ts';
import { may } from '#lib/api/access.ts';
import { conflict, notFound, Problem } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import type { Settings } from '#company/contract.ts';
import { mailCompany } from '#company/mail-company.ts';
import { readSettings } from '#company/service.server.ts';
import { referenceOf } from '../definition/reference.ts';
import { sentences } from '../definition/sentences.ts';
import type { FormDefinition } from '../definition/definition.ts';
import { paperSentences, pdfLimit } from './contract.ts';
import type { Block } from './paper-content.server.ts';
import { acknowledgement, copy, notification, type SubmissionMail } from './submission-mail.ts';
import { readSubmitted, sectionsOf, senderOf, submissionFile, type Submitted } from './submitted.server.ts';

/** Who at the company is told: one of the settings' addresses, by its place, or the form's own. */
type Place = number | 'form';

/** One mail each, so that a retry mails nobody twice. */
const aboutSubmission = {
  area: 'submissions',
  subjectOf: ({ submissionId }: { submissionId: string }) => submissionId,
} as const;

const noticeJob = mailKind<{ submissionId: string; place: Place }>('submission-notice', aboutSubmission);
const acknowledgeJob = mailKind<{ submissionId: string }>('submission-acknowledge', aboutSubmission);
const copyJob = mailKind<{ submissionId: string; to: Place | 'sender' }>('submission-copy', aboutSubmission);

type Queue = Pick<Deps, 'jobs' | 'clock'> & { settings: Settings };

/** Each address once, also where a form names one of the settings'. */
function placesOf({ notifications }: Settings, { notifyEmail }: FormDefinition): Place[] {
  const seen = new Set<string>();
  const isNew = (address: string): boolean => seen.size < seen.add(address.toLowerCase()).size;
  const places: Place[] = [...notifications.submissions.keys()].filter((place) =>
    isNew(notifications.submissions[place] ?? ''),
  );
  const own = notifyEmail?.trim() ?? '';
  return own !== '' && isNew(own) ? [...places, 'form'] : places;
}

/** Undefined where the place is empty by now. */
const addressAt = (place: Place, { notifications }: Settings, { notifyEmail }: FormDefinition): string | undefined =>
  place === 'form' ? notifyEmail?.trim() || undefined : notifications.submissions[place];

interface NewSubmission {
  submissionId: string;
  form: FormDefinition;
  values: ReadonlyMap<string, string>;
  userId: string | null;
}

/** Has the company and the sender mailed once the submission's transaction commits. */
export async function mailSubmitted({ jobs, clock, settings }: Queue, tx: Tx, sent: NewSubmission): Promise<void> {
  const { submissionId, form } = sent;
  for (const place of placesOf(settings, form)) await jobs.enqueue(tx, noticeJob, { submissionId, place });
  const { email } = await senderOf(tx, sent);
  if (email !== undefined && (await mayBeMailed(tx, { submissionId, email, now: clock.now() })))
    await jobs.enqueue(tx, acknowledgeJob, { submissionId });
}

/** Whether one more acknowledgement may go to an address, and notes it; those who ask for the same address wait for each other. */
async function mayBeMailed(
  tx: Tx,
  { submissionId, email: given, now }: { submissionId: string; email: string; now: Date },
): Promise<boolean> {
  const email = given.toLowerCase();
  await sql`select pg_advisory_xact_lock(hashtextextended(${`acknowledge ${email}`}, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom('submission_acknowledgements')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('email', '=', email)
    .where('created_at', '>', new Date(now.getTime() - mailLimit.withinMs))
    .executeTakeFirstOrThrow();
  if (Number(count) >= mailLimit.most) return false;
  const row = { submission_id: submissionId, email, created_at: now };
  await tx.insertInto('submission_acknowledgements').values(row).execute();
  return true;
}

/**
 * Has a submission mailed as PDF to who sent it and to the company. 404 and 403 as section 4 of the contract says, 429 where it
 * was asked for too often: whoever asks for the same one waits for the other.
 */
export async function mailCopies(
  deps: Deps,
  submissionId: string,
  actor: Actor,
): Promise<{ message: string; sentTo: string[] }> {
  const settings = await readSettings(deps);
  const sentTo = await inTransaction(deps.db, async (tx) => {
    const row = await tx
      .selectFrom('form_submissions')
      .select('user_id as userId')
      .where('id', '=', submissionId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw notFound(sentences.noSubmission);
    demandOwn(actor, row.userId ?? '', 'ManageForms');
    const submitted = await readSubmitted(tx, submissionId);
    if (!submitted) throw notFound(sentences.noSubmission);
    const receivers = receiversOf(submitted, settings);
    if (receivers.length === 0) throw conflict(paperSentences.nobody);
    await countCopy(tx, { submissionId, actor, now: deps.clock.now() });
    for (const to of receivers) await deps.jobs.enqueue(tx, copyJob, { submissionId, to });
    return shownTo(actor, { submitted, settings });
  });
  return { message: paperSentences.sent(sentTo), sentTo };
}

/** To whom a copy of a submission would go, as `shownTo` tells it. 404 and 403 as `mailCopies`. */
export async function readReceivers(deps: Deps, submissionId: string, actor: Actor): Promise<string[]> {
  const submitted = await readSubmitted(deps.db, submissionId);
  if (!submitted) throw notFound(sentences.noSubmission);
  demandOwn(actor, submitted.userId ?? '', 'ManageForms');
  return shownTo(actor, { submitted, settings: await readSettings(deps) });
}

/** The sender, where an address of theirs is known, then the company's places that are no address of the sender's. */
function receiversOf({ sender, form }: Submitted, settings: Settings): (Place | 'sender')[] {
  const { email } = sender;
  const places = placesOf(settings, form);
  if (email === undefined) return places;
  const isOther = (place: Place): boolean => addressAt(place, settings, form)?.toLowerCase() !== email.toLowerCase();
  return ['sender', ...places.filter(isOther)];
}

/** Addresses for those who manage forms; to its owner the company's addresses are the company's name, as they are not public. */
function shownTo(actor: Actor, { submitted, settings }: { submitted: Submitted; settings: Settings }): string[] {
  const isManager = may(actor, 'ManageForms');
  const names = receiversOf(submitted, settings).map((to) => {
    if (to === 'sender') return submitted.sender.email ?? '';
    return isManager ? (addressAt(to, settings, submitted.form) ?? '') : settings.company.name;
  });
  return [...new Set(names)].filter((name) => name !== '');
}

async function countCopy(
  tx: Tx,
  { submissionId, actor, now }: { submissionId: string; actor: Actor; now: Date },
): Promise<void> {
  const asked = await tx
    .selectFrom('submission_pdf_mails')
    .select('asked_at as askedAt')
    .where('submission_id', '=', submissionId)
    .where('asked_at', '>', new Date(now.getTime() - pdfLimit.withinMs))
    .orderBy('asked_at', 'desc')
    .limit(pdfLimit.most)
    .execute();
  const oldest = asked[pdfLimit.most - 1];
  if (oldest) {
    const refusal = new Problem(429, paperSentences.often);
    refusal.retryAfter = Math.ceil((oldest.askedAt.getTime() + pdfLimit.withinMs - now.getTime()) / 1000);
    throw refusal;
  }
  const row = { id: newId(now.getTime()), submission_id: submissionId, asked_by: actor.id, asked_at: now };
  await tx.insertInto('submission_pdf_mails').values(row).execute();
}

/** Says who does the jobs of submissions' papers; before the queue is started. */
export function startPaperJobs(deps: Deps): void {
  const { jobs, db } = deps;
  const notify = sendsMail<{ submissionId: string; place: Place }>(deps, async ({ submissionId, place }) => {
    const [submitted, settings] = [await readSubmitted(db, submissionId), await readSettings(deps)];
    const to = submitted && addressAt(place, settings, submitted.form);
    if (!submitted || to === undefined) return undefined; // deleted, or taken off the list meanwhile
    const attachments = [await submissionFile(deps, submitted, settings)];
    return { to, ...notification(mailOf(deps, submitted, settings)), attachments };
  });
  const acknowledge = sendsMail<{ submissionId: string }>(deps, async ({ submissionId }) => {
    const [submitted, settings] = [await readSubmitted(db, submissionId), await readSettings(deps)];
    const to = submitted?.sender.email;
    if (!submitted || to === undefined) return undefined;
    return { to, ...acknowledgement(mailOf(deps, submitted, settings)) };
  });
  const copyTo = sendsMail<{ submissionId: string; to: Place | 'sender' }>(
    deps,
    async ({ submissionId, to: receiver }) => {
      const [submitted, settings] = [await readSubmitted(db, submissionId), await readSettings(deps)];
      if (!submitted) return undefined;
      const to = receiver === 'sender' ? submitted.sender.email : addressAt(receiver, settings, submitted.form);
      if (to === undefined) return undefined;
      const attachments = [await submissionFile(deps, submitted, settings)];
      return { to, ...copy(mailOf(deps, submitted, settings)), attachments };
    },
  );
  jobs.work(noticeJob, notify);
  jobs.work(acknowledgeJob, acknowledge);
  jobs.work(copyJob, copyTo);
}

function mailOf({ env }: Pick<Deps, 'env'>, submitted: Submitted, settings: Settings): SubmissionMail {
  const { id, userId, form, createdAt: sentAt, sender } = submitted;
  return {
    company: mailCompany(settings, env.publicUrl),
    formName: form.formName,
    reference: referenceOf(id),
    sentAt,
    sender,
    answers: sectionsOf(submitted).flatMap(({ blocks }) => blocks.flatMap(answerOf)),
    adminUrl: `${env.publicUrl}/admin/submissions/${id}`,
    ownUrl: userId === null ? undefined : `${env.publicUrl}/forms/${id}/view`,
  };
}

function answerOf(block: Block): [label: string, words: string][] {
  if (block.kind === 'text') return [];
  if (block.kind === 'signature') return [[block.label, 'Signed']];
  const words =
    block.kind === 'answer' ? block.text : block.files.map(({ name, origFileName }) => origFileName || name).join('; ');
  return words === '' ? [] : [[block.label, words]];
}
