import type { Selectable } from 'kysely';
import { audit } from '#platform/db/audit.server.ts';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { jobKind } from '#platform/jobs/jobs.server.ts';
import type { Tables } from '#platform/db/tables.server.ts';
import { postWebhook, type WebhookResult } from '#platform/http/post-webhook.server.ts';
import { conflict, notFound } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import type { Settings } from './contract.ts';
import { readSettings, type SettingsDeps } from './settings.server.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { type Delivery, deliveryDays, webhookSentences } from './webhook-contract.ts';
import { webhookTarget } from './webhook-secrets.server.ts';
import { dayMs, minuteMs } from '#lib/durations.ts';

export type DeliveryDeps = SettingsDeps & Pick<Deps, 'jobs' | 'log'>;

/** A job for the attempt after `attempt` earlier ones. If there are two jobs for one attempt, the second does nothing. */
const deliveryJob = jobKind<{ deliveryId: string; attempt: number }>('webhook-delivery');

const sweepJob = jobKind<object>('webhook-delivery-sweep');

/** Seconds between one failed attempt and the next. After the last attempt, nearly a day later, the event is given up. */
const retrySeconds = [1, 5, 15, 30, 60, 120, 240, 360, 600].map((minutes) => minutes * 60);
const maxAttempts = retrySeconds.length + 1;

export interface WebhookEvent {
  type: 'submission.created' | 'submission.updated';
  submissionId: string;
  /** The event's content. */
  data: object;
}

/** Queues an event in the caller's transaction. Does nothing without an address or secret. */
export async function enqueueWebhook(
  { jobs, clock, settings: { webhookUrl } }: Pick<DeliveryDeps, 'jobs' | 'clock'> & { settings: Settings },
  tx: Tx,
  { type, submissionId, data }: WebhookEvent,
): Promise<void> {
  if (webhookUrl === '') return;
  const at = clock.now();
  const secret = tx.selectFrom('webhook_secrets').select('id').where('expires_at', 'is', null);
  if (!(await secret.executeTakeFirst())) return;
  const id = newId(at.getTime());
  const row = { id, type, submission_id: submissionId, data: JSON.stringify(data), url_host: new URL(webhookUrl).host };
  await tx
    .insertInto('webhook_deliveries')
    .values({ ...row, tries_left: maxAttempts, next_try_at: at, created_at: at })
    .execute();
  await jobs.enqueue(tx, deliveryJob, { deliveryId: id, attempt: 0 });
}

/** Registers the workers that send events; call it before the queue is started. */
export function startWebhookJobs(deps: DeliveryDeps): void {
  deps.jobs.work(deliveryJob, ({ deliveryId, attempt }) => deliver(deps, deliveryId, attempt));
  deps.jobs.daily(sweepJob, async () => {
    const before = new Date(deps.clock.now().getTime() - deliveryDays * dayMs);
    const { numDeletedRows } = await deps.db
      .deleteFrom('webhook_deliveries')
      .where('created_at', '<', before)
      .executeTakeFirst();
    if (numDeletedRows > 0n) deps.log.info({ swept: Number(numDeletedRows) }, 'old webhook deliveries deleted');
  });
}

const columns = [
  'id',
  'type',
  'submission_id',
  'url_host',
  'attempts',
  'tries_left',
  'last_status',
  'last_reason',
  'next_try_at',
  'delivered_at',
  'created_at',
] as const;

type DeliveryRow = Pick<Selectable<Tables['webhook_deliveries']>, (typeof columns)[number]>;

/**
 * Makes one attempt. If the process is killed between posting an event and recording the result, the event is posted again with the
 * same id, by which the receiver recognises duplicates.
 */
async function deliver(deps: DeliveryDeps, id: string, attempt: number): Promise<void> {
  const { db, clock } = deps;
  const row = await db
    .selectFrom('webhook_deliveries')
    .select([...columns, 'data'])
    .where('id', '=', id)
    .where('attempts', '=', attempt)
    .where('next_try_at', 'is not', null)
    .executeTakeFirst();
  if (!row) return;
  const target = await webhookTarget(deps);
  if (!target) return recordFailure(deps, row, { reason: webhookSentences.noAddress, triesLeft: 0 });
  const event = { id, type: row.type, createdAt: row.created_at, data: row.data as object }; // enqueueWebhook stores an object
  const answer = await postWebhook(target, event, { at: clock.now(), resolve: deps.resolveHost });
  const posted = { ...row, url_host: new URL(target.url).host };
  if (answer.kind === 'answered' && answer.isTaken) await recordSuccess(deps, posted, answer.status);
  else await recordFailure(deps, posted, { ...failureOf(answer), triesLeft: row.tries_left - 1 });
}

/** The update that records an attempt, unless another job has recorded it. */
const attemptUpdate = (tx: Db | Tx, { id, attempts, url_host }: DeliveryRow) =>
  tx
    .updateTable('webhook_deliveries')
    .set({ attempts: attempts + 1, url_host })
    .where('id', '=', id)
    .where('attempts', '=', attempts);

async function recordSuccess({ db, clock }: DeliveryDeps, row: DeliveryRow, status: number): Promise<void> {
  const success = { last_status: status, last_reason: null, next_try_at: null, delivered_at: clock.now() };
  await attemptUpdate(db, row).set(success).execute();
}

async function recordFailure(
  deps: DeliveryDeps,
  row: DeliveryRow,
  { status, reason, triesLeft }: { status?: number | undefined; reason: string; triesLeft: number },
): Promise<void> {
  const { db, clock, jobs, log } = deps;
  const seconds = triesLeft > 0 ? retrySeconds[maxAttempts - 1 - triesLeft] : undefined;
  const next_try_at = seconds === undefined ? null : new Date(clock.now().getTime() + seconds * 1000);
  await inTransaction(db, async (tx) => {
    const failure = { last_status: status ?? null, last_reason: reason, tries_left: triesLeft, next_try_at };
    const { numUpdatedRows } = await attemptUpdate(tx, row).set(failure).executeTakeFirst();
    if (numUpdatedRows === 0n || seconds === undefined) return;
    const data = { deliveryId: row.id, attempt: row.attempts + 1 };
    await jobs.enqueueLater(tx, deliveryJob, { data, seconds });
  });
  if (seconds === undefined) log.warn({ deliveryId: row.id, attempts: row.attempts + 1 }, 'a webhook was given up');
}

function failureOf(answer: WebhookResult): { status?: number; reason: string } {
  if (answer.kind === 'failed') return { reason: answer.reason };
  return { status: answer.status, reason: webhookSentences.notTaken(answer.status) };
}

/** The latest events with the state of their delivery. */
export async function deliveriesOf(db: Db): Promise<Delivery[]> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select(columns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(50)
    .execute();
  return rows.map(asDelivery);
}

const asDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  type: row.type,
  submissionId: row.submission_id,
  host: row.url_host,
  state: row.next_try_at ? 'waiting' : row.delivered_at ? 'delivered' : 'failed',
  attempts: row.attempts,
  lastStatus: row.last_status,
  lastReason: row.last_reason,
  nextTryDate: row.next_try_at?.toISOString() ?? null,
  deliveredDate: row.delivered_at?.toISOString() ?? null,
  createdDate: row.created_at.toISOString(),
});

/** Longer than any attempt takes: an event that is overdue for longer has lost its job. */
const maxAttemptMs = 10 * minuteMs;

/** Sends an event again, unless it is being sent right now. Throws 404, and 409 without an address or secret. */
export async function resend(deps: DeliveryDeps, id: string, { actor, requestId }: ActionContext): Promise<Delivery> {
  if ((await readSettings(deps)).webhookUrl === '') throw conflict(webhookSentences.noAddress);
  if (!(await webhookTarget(deps))) throw conflict(webhookSentences.noSecret);
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const query = tx.selectFrom('webhook_deliveries').select(columns).where('id', '=', id).forUpdate();
    const row = await query.executeTakeFirst();
    if (!row) throw notFound(webhookSentences.noDelivery);
    const overdueMs = row.next_try_at ? at.getTime() - row.next_try_at.getTime() : -1;
    if (overdueMs >= 0 && overdueMs < maxAttemptMs) return asDelivery(row);
    const rescheduled = { next_try_at: at, tries_left: maxAttempts, delivered_at: null };
    await tx.updateTable('webhook_deliveries').set(rescheduled).where('id', '=', id).execute();
    await deps.jobs.enqueue(tx, deliveryJob, { deliveryId: id, attempt: row.attempts });
    const { type, submission_id: submissionId } = row;
    const entry = { action: 'webhook-resend', entity: 'settings', entityId: '1', at, requestId };
    await audit(tx, { actor, ...entry, after: { event: type, submissionId } });
    return asDelivery({ ...row, ...rescheduled });
  });
}
