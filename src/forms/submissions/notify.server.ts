import type { Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { jobKind } from '#platform/jobs/jobs.server.ts';
import type { Settings } from '#company/contract.ts';
import { enqueueWebhook } from '#company/deliver-webhooks.server.ts';
import { fileItemsOf } from '../answers/answer-types.ts';
import { type FormDefinition, type FormField, fieldsOf } from '../definition/definition.ts';
import { takesFiles, typeOf } from '../definition/field-types.ts';
import { mailSubmitted } from '../mail/submission-mails.server.ts';

/** Queued with every new submission. A slice that does something with a form's answers registers a worker for it. */
export const submittedJob = jobKind<{ submissionId: string; formUrl: string }>('form-submitted');

/** A stored submission. */
export interface SubmittedAnswers {
  submissionId: string;
  form: FormDefinition;
  /** The form version. */
  version: number;
  /** The answers in wire format, by field id. */
  values: ReadonlyMap<string, string>;
}

/** The data of a webhook event: the answers in wire format, without the content of files and signatures. */
const eventData = ({ submissionId, form, version, values }: SubmittedAnswers) => ({
  submissionId,
  formId: form.id,
  formUrl: form.url,
  formName: form.formName,
  version,
  responses: Object.fromEntries(
    fieldsOf(form).flatMap((field): [string, unknown][] => {
      const value = values.get(field.id);
      return value === undefined ? [] : [[field.modelPropertyName ?? field.id, eventValue(field, value)]];
    }),
  ),
});

function eventValue(field: FormField, value: string): unknown {
  if (takesFiles(field))
    return fileItemsOf(field, value).map(({ name, origFileName, size }) => ({ name, origFileName, size }));
  return typeOf(field).control === 'signature' ? true : value;
}

type NotifyDeps = Pick<Deps, 'jobs' | 'clock'> & {
  /** Read before the transaction, because reading the settings inside it would need a second connection. */
  settings: Settings;
};

/** Queues the mails and webhook event of a new submission; they are sent once the transaction commits. */
export async function onSubmitted(
  deps: NotifyDeps,
  tx: Tx,
  submitted: SubmittedAnswers & { userId: string | null },
): Promise<void> {
  await mailSubmitted(deps, tx, submitted);
  const { submissionId, form } = submitted;
  await deps.jobs.enqueue(tx, submittedJob, { submissionId, formUrl: form.url });
  await enqueueWebhook(deps, tx, { type: 'submission.created', submissionId, data: eventData(submitted) });
}

/** Queues the webhook event of a changed submission. */
export const onUpdated = (deps: NotifyDeps, tx: Tx, updated: SubmittedAnswers): Promise<void> =>
  enqueueWebhook(deps, tx, {
    type: 'submission.updated',
    submissionId: updated.submissionId,
    data: eventData(updated),
  });
