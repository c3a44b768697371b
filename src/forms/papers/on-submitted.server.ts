import type { Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import type { Settings } from '#company/contract.ts';
import { tellOthers } from '#company/webhook-deliveries.server.ts';
import { eventData, type StoredAnswers } from './event-data.ts';
import { mailSubmitted } from './mails.server.ts';

export type TellingDeps = Pick<Deps, 'jobs' | 'clock'> & {
  /** Read before the transaction: inside, it would wait for a second connection. */
  settings: Settings;
};

/** Has the company, the sender and other systems told of a new submission once the transaction commits. */
export async function onSubmitted(
  deps: TellingDeps,
  tx: Tx,
  submitted: StoredAnswers & { userId: string | null },
): Promise<void> {
  await mailSubmitted(deps, tx, submitted);
  const { submissionId } = submitted;
  await tellOthers(deps, tx, { type: 'submission.created', submissionId, data: eventData(submitted) });
}

/** Has other systems told of a submission that was changed. */
export const onUpdated = (deps: TellingDeps, tx: Tx, updated: StoredAnswers): Promise<void> =>
  tellOthers(deps, tx, { type: 'submission.updated', submissionId: updated.submissionId, data: eventData(updated) });
