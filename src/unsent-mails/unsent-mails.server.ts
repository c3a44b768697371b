import { auditAll } from '#platform/db/audit.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { sendAgain } from '#platform/mail/mail-queue.server.ts';
import { hasAccess } from '#lib/api/access.ts';
import { notFound } from '#lib/api/problem.ts';
import type { ActionContext, Actor } from '#platform/access/actor.server.ts';
import {
  areaClaims,
  areas,
  type MailArea,
  mailNames,
  maxCounted,
  maxListed,
  sentences,
  type UnsentMail,
} from './contract.ts';

type UnsentDeps = Pick<Deps, 'db' | 'clock'>;

const areasOf = (actor: Actor): MailArea[] => areas.filter((area) => hasAccess(actor, areaClaims[area]));

/** Unsent mails that the actor may see, newest first, and their total, counted up to 1,001. */
export async function listUnsent(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { subjectId }: { subjectId?: string | undefined },
): Promise<{ rows: UnsentMail[]; total: number }> {
  let failing = db
    .selectFrom('unsent_mails as m')
    .where('m.reason', 'is not', null)
    .where('m.area', 'in', areasOf(actor));
  if (subjectId !== undefined) failing = failing.where('m.subject_id', '=', subjectId);
  const [rows, { total }] = await Promise.all([
    failing
      .leftJoin('orders as o', 'o.id', 'm.subject_id')
      .leftJoin('purchase_orders as p', 'p.id', 'm.subject_id')
      .select(['m.id', 'm.kind', 'm.area', 'm.subject_id as subjectId', 'm.reason', 'm.attempts'])
      .select(['m.created_at as createdAt', 'm.failed_at as failedAt'])
      .select(({ fn }) => fn.coalesce('o.number', 'p.number').as('about'))
      .orderBy('m.created_at', 'desc')
      .orderBy('m.id', 'desc')
      .limit(maxListed)
      .execute(),
    db
      .selectFrom(
        failing
          .select('m.id')
          .limit(maxCounted + 1)
          .as('counted'),
      )
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  const mails = rows.map(({ area, reason, createdAt, failedAt, ...row }) => ({
    ...row,
    ...nameOf(row.kind),
    area: area as MailArea, // the column has no other values
    isFailed: failedAt !== null,
    reason: reason ?? '',
    createdDate: createdAt.toISOString(),
    failedDate: failedAt?.toISOString() ?? null,
  }));
  return { rows: mails, total: Number(total) };
}

const nameOf = (kind: string) => mailNames[kind] ?? { name: 'E-mail', to: 'the recipient' };

/** Queues mails again and returns their number. Throws 404 if the caller may see none of them. */
export function sendUnsent(deps: UnsentDeps, ids: readonly string[], context: ActionContext): Promise<number> {
  return inTransaction(deps.db, async (tx) => {
    const known = await lockMails(tx, ids, context);
    await auditMails(tx, known, { ...context, action: 'mail', at: deps.clock.now() });
    return sendAgain(deps, tx, idsOf(known));
  });
}

/** Deletes failed mails and returns their number. Throws 404 as `sendUnsent` does. */
export function dismissUnsent(deps: UnsentDeps, ids: readonly string[], context: ActionContext): Promise<number> {
  return inTransaction(deps.db, async (tx) => {
    const failed = (await lockMails(tx, ids, context)).filter(({ failedAt }) => failedAt !== null);
    if (failed.length === 0) throw notFound(sentences.gone);
    await tx.deleteFrom('unsent_mails').where('id', 'in', idsOf(failed)).execute();
    await auditMails(tx, failed, { ...context, action: 'mail-dismiss', at: deps.clock.now() });
    return failed.length;
  });
}

type SelectedMails = Awaited<ReturnType<typeof lockMails>>;

const idsOf = (mails: SelectedMails): string[] => mails.map(({ id }) => id);

async function lockMails(tx: Tx, ids: readonly string[], { actor }: ActionContext) {
  const rows = await tx
    .selectFrom('unsent_mails')
    .select(['id', 'kind', 'area', 'subject_id as subjectId', 'failed_at as failedAt'])
    .where('id', 'in', ids)
    .where('reason', 'is not', null)
    .where('area', 'in', areasOf(actor))
    .forUpdate()
    .execute();
  if (rows.length === 0) throw notFound(sentences.gone);
  return rows;
}

const entities: Record<MailArea, string> = {
  orders: 'order',
  submissions: 'submission',
  enquiries: 'enquiry',
  accounts: 'user',
  purchasing: 'purchase-order',
};

async function auditMails(
  tx: Tx,
  mails: SelectedMails,
  change: ActionContext & { action: string; at: Date },
): Promise<void> {
  const entries = mails.map(({ id, kind, area, subjectId }) => ({
    ...change,
    entity: entities[area as MailArea], // the column has no other values
    entityId: subjectId ?? id,
    after: { mail: nameOf(kind).name },
  }));
  await auditAll(tx, entries);
}
