import { sql } from 'kysely';
import { type Actor, requireOwnerOrAccess } from '#platform/access/actor.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { mailKind, type WriteMail } from '#platform/mail/mail-queue.server.ts';
import { mailLimit, type OutgoingMail } from '#platform/mail/send-mail.server.ts';
import { hasAccess } from '#lib/api/access.ts';
import { conflict, notFound, Problem } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import type { Settings } from '#company/contract.ts';
import { mailCompany } from '#company/mail-company.server.ts';
import { readSettings } from '#company/settings.server.ts';
import { fileNameOf } from '../answers/encoding.ts';
import { referenceOf } from '../definition/submission-reference.ts';
import { sentences } from '../definition/sentences.ts';
import type { FormDefinition } from '../definition/definition.ts';
import { emailPdfSentences, emailPdfLimit } from './contract.ts';
import type { Block } from '../pdf/pdf-content.server.ts';
import { acknowledgement, notification, pdfMail, type SubmissionMail } from './mail-texts.ts';
import { pdfAttachment, sectionsOf } from '../pdf/pdf-attachment.server.ts';
import { readStoredSubmission, readSubmitter, type StoredSubmission } from '../pdf/read-submission.server.ts';

/**
 * A recipient in the company: the index of an address in the settings, or `form` for the form's own address. Stored in jobs.
 */
type Recipient = number | 'form';

/** One job per mail, so that a retry sends no mail twice. */
const aboutSubmission = {
  area: 'submissions',
  subjectOf: ({ submissionId }: { submissionId: string }) => submissionId,
} as const;

type Job<More = object> = { submissionId: string } & More;

const noticeJob = mailKind<Job<{ place: Recipient }>>('submission-notice', aboutSubmission);
const acknowledgeJob = mailKind<Job>('submission-acknowledge', aboutSubmission);
const pdfJob = mailKind<Job<{ to: Recipient | 'sender' }>>('submission-copy', aboutSubmission);

type Queue = Pick<Deps, 'jobs' | 'clock'> & { settings: Settings };

/** The company's recipients; an address that is in both the settings and the form counts once. */
function companyRecipients({ notifications }: Settings, { notifyEmail }: FormDefinition): Recipient[] {
  const seen = new Set<string>();
  const isNew = (address: string): boolean => seen.size < seen.add(address.toLowerCase()).size;
  const places: Recipient[] = [...notifications.submissions.keys()].filter((place) =>
    isNew(notifications.submissions[place] ?? ''),
  );
  const own = notifyEmail?.trim() ?? '';
  return own !== '' && isNew(own) ? [...places, 'form'] : places;
}

const addressOf = (
  place: Recipient,
  { notifications }: Settings,
  { notifyEmail }: FormDefinition,
): string | undefined => (place === 'form' ? notifyEmail?.trim() || undefined : notifications.submissions[place]);

/** Queues the mails to the company and the submitter; they are sent once the transaction commits. */
export async function mailSubmitted(
  { jobs, clock, settings }: Queue,
  tx: Tx,
  sent: Pick<StoredSubmission, 'form' | 'values' | 'userId'> & { submissionId: string },
): Promise<void> {
  const { submissionId, form } = sent;
  for (const place of companyRecipients(settings, form)) await jobs.enqueue(tx, noticeJob, { submissionId, place });
  const { email } = await readSubmitter(tx, sent);
  if (email !== undefined && (await recordAcknowledgement(tx, submissionId, email, clock.now())))
    await jobs.enqueue(tx, acknowledgeJob, { submissionId });
}

/** Records an acknowledgement to an address; false if the address has reached its limit. Locks the address. */
async function recordAcknowledgement(tx: Tx, submissionId: string, address: string, now: Date): Promise<boolean> {
  const email = address.toLowerCase();
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
 * Queues a submission's PDF for its submitter and the company. Throws 404 and 403 (contract, section 4), 409 if there is no
 * recipient, and 429 if the PDF was requested too often. Locks the submission.
 */
export async function mailPdf(
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
    requireOwnerOrAccess(actor, row.userId ?? '', 'ManageForms');
    const submitted = await readStoredSubmission(tx, submissionId);
    if (!submitted) throw notFound(sentences.noSubmission);
    const receivers = pdfRecipients(submitted, settings);
    if (receivers.length === 0) throw conflict(emailPdfSentences.nobody);
    await recordPdfRequest(tx, submissionId, actor, deps.clock.now());
    for (const to of receivers) await deps.jobs.enqueue(tx, pdfJob, { submissionId, to });
    return displayNames(actor, submitted, settings);
  });
  return { message: emailPdfSentences.sent(sentTo), sentTo };
}

/** The recipients of a submission's PDF, for display. Throws 404 and 403 as `mailPdf` does. */
export async function readPdfRecipients(deps: Deps, submissionId: string, actor: Actor): Promise<string[]> {
  const submitted = await readStoredSubmission(deps.db, submissionId);
  if (!submitted) throw notFound(sentences.noSubmission);
  requireOwnerOrAccess(actor, submitted.userId ?? '', 'ManageForms');
  return displayNames(actor, submitted, await readSettings(deps));
}

/** The submitter (`sender` in stored jobs) if the address is known, then the company's recipients whose address differs from it. */
function pdfRecipients({ submitter, form }: StoredSubmission, settings: Settings): (Recipient | 'sender')[] {
  const { email } = submitter;
  const places = companyRecipients(settings, form);
  if (email === undefined) return places;
  const isOther = (place: Recipient): boolean =>
    addressOf(place, settings, form)?.toLowerCase() !== email.toLowerCase();
  return ['sender', ...places.filter(isOther)];
}

/** Holders of ManageForms see addresses. The owner sees the company's name, because its addresses are not public. */
function displayNames(actor: Actor, submitted: StoredSubmission, settings: Settings): string[] {
  const isManager = hasAccess(actor, 'ManageForms');
  const names = pdfRecipients(submitted, settings).map((to) => {
    if (to === 'sender') return submitted.submitter.email ?? '';
    return isManager ? (addressOf(to, settings, submitted.form) ?? '') : settings.company.name;
  });
  return [...new Set(names)].filter((name) => name !== '');
}

async function recordPdfRequest(tx: Tx, submissionId: string, actor: Actor, now: Date): Promise<void> {
  const requests = await tx
    .selectFrom('submission_pdf_mails')
    .select('asked_at as askedAt')
    .where('submission_id', '=', submissionId)
    .where('asked_at', '>', new Date(now.getTime() - emailPdfLimit.withinMs))
    .orderBy('asked_at', 'desc')
    .limit(emailPdfLimit.most)
    .execute();
  const oldest = requests[emailPdfLimit.most - 1];
  if (oldest) {
    const refusal = new Problem(429, emailPdfSentences.often);
    refusal.retryAfter = Math.ceil((oldest.askedAt.getTime() + emailPdfLimit.withinMs - now.getTime()) / 1000);
    throw refusal;
  }
  const row = { id: newId(now.getTime()), submission_id: submissionId, asked_by: actor.id, asked_at: now };
  await tx.insertInto('submission_pdf_mails').values(row).execute();
}

/** Registers the mails about submissions; call before the queue is started. */
export function startSubmissionMailJobs(deps: Deps): void {
  const { mails, db } = deps;
  /** Nothing is sent if the submission or the address has been deleted in the meantime. */
  const writer =
    <Data extends Job>(
      toOf: (data: Data, submitted: StoredSubmission, settings: Settings) => string | undefined,
      write: (mail: SubmissionMail) => Omit<OutgoingMail, 'to'>,
      hasPdf: boolean,
    ): WriteMail<Data> =>
    async (data) => {
      const [submitted, settings] = [await readStoredSubmission(db, data.submissionId), await readSettings(deps)];
      const to = submitted && toOf(data, submitted, settings);
      if (!submitted || to === undefined) return undefined;
      const mail = { to, ...write(await mailOf(deps, submitted)) };
      return hasPdf ? { ...mail, attachments: [await pdfAttachment(deps, submitted)] } : mail;
    };
  const addressIn = (place: Recipient | 'sender', { submitter, form }: StoredSubmission, settings: Settings) =>
    place === 'sender' ? submitter.email : addressOf(place, settings, form);
  mails.work(
    noticeJob,
    writer(({ place }, ...of) => addressIn(place, ...of), notification, true),
  );
  mails.work(
    acknowledgeJob,
    writer((_, { submitter }) => submitter.email, acknowledgement, false),
  );
  mails.work(
    pdfJob,
    writer(({ to }, ...of) => addressIn(to, ...of), pdfMail, true),
  );
}

async function mailOf(deps: Deps, submitted: StoredSubmission): Promise<SubmissionMail> {
  const { env } = deps;
  const { id, userId, form, createdAt: sentAt, submitter } = submitted;
  return {
    company: await mailCompany(deps),
    formName: form.formName,
    reference: referenceOf(id),
    sentAt,
    submitter,
    answers: sectionsOf(submitted).flatMap(({ blocks }) => blocks.flatMap(answerTexts)),
    adminUrl: `${env.publicUrl}/admin/submissions/${id}`,
    ownUrl: userId === null ? undefined : `${env.publicUrl}/forms/${id}/view`,
  };
}

function answerTexts(block: Block): [label: string, words: string][] {
  if (block.kind === 'text') return [];
  if (block.kind === 'signature') return [[block.label, 'Signed']];
  const words = block.kind === 'answer' ? block.text : block.files.map(fileNameOf).join('; ');
  return words === '' ? [] : [[block.label, words]];
}
