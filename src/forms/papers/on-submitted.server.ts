import type { Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import type { Settings } from '#company/contract.ts';
import { enqueueWebhook } from '#company/webhook-deliveries.server.ts';
import { eventData, type SubmittedAnswers } from './event-data.ts';
import { mailSubmitted } from './mails.server.ts';

export type NotifyDeps = Pick<Deps, 'jobs' | 'clock'> & {
  /** Read before the transaction; reading inside it would need a second connection. */
  settings: Settings;
};

/** Queues the mails and webhook event of a new submission; they are sent once the transaction commits. */
export async function onSubmitted(
  deps: NotifyDeps,
  tx: Tx,
  submitted: SubmittedAnswers & { userId: string | null },
): Promise<void> {
  await mailSubmitted(deps, tx, submitted);
  const { submissionId } = submitted;
  await enqueueWebhook(deps, tx, { type: 'submission.created', submissionId, data: eventData(submitted) });
}

/** Queues the webhook event of a changed submission. */
export const onUpdated = (deps: NotifyDeps, tx: Tx, updated: SubmittedAnswers): Promise<void> =>
  enqueueWebhook(deps, tx, {
    type: 'submission.updated',
    submissionId: updated.submissionId,
    data: eventData(updated),
  });
