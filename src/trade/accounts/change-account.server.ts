import { sql } from 'kysely';
import { badInput, conflict, requireVersion } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { audit } from '#platform/db/audit.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { violatedConstraint } from '#platform/db/violated-constraint.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import {
  type AccountDetails,
  type AccountInput,
  type AccountStatus,
  needsReason,
  nextStatuses,
  sentences,
  statusLabels,
} from './contract.ts';
import { requireChoosable, requireStillOpen } from './price-list-choice.server.ts';
import { readAccount } from './read-accounts.server.ts';
import { lockAccount } from './sites.server.ts';

export type AccountsDeps = Pick<Deps, 'db' | 'clock' | 'jobs'>;

const columnsOf = (input: AccountInput) => ({
  name: input.name,
  abn: input.abn ?? '',
  acn: input.acn,
  contact_name: input.contactName,
  contact_email: input.contactEmail,
  accounts_email: input.accountsEmail,
  phone: input.phone,
  postal_address: JSON.stringify(input.postalAddress ?? {}),
  terms_kind: input.termsKind,
  terms_days: input.termsDays,
  credit_limit_cents: input.creditLimit,
  price_list_id: input.priceListId ?? null,
  po_rule: input.poRule,
  po_pattern: input.poRule === 'pattern' ? input.poPattern : '',
  ppsr_number: input.ppsrNumber,
  ppsr_until: input.ppsrUntil ?? null,
  notes: input.notes,
});

/** What is known of a company that applies for an account. */
export interface NewAccount extends Partial<ReturnType<typeof columnsOf>> {
  name: string;
  status: 'applied' | 'open';
  submission_id?: string;
}

/** Inserts an account with the next number and returns its id; undefined if the submission has one already. */
export async function insertAccount(tx: Tx, values: NewAccount, at: Date): Promise<string | undefined> {
  const id = newId(at.getTime());
  const { rows } = await sql<{ value: number }>`
    update counters set value = value + 1 where name = 'trade account' returning value`.execute(tx);
  const inserted = await tx
    .insertInto('trade_accounts')
    .values({
      ...values,
      id,
      number: Number(rows[0]?.value),
      created_at: at,
      opened_at: values.status === 'open' ? at : null,
    })
    .onConflict((conflicting) => conflicting.column('submission_id').where('submission_id', 'is not', null).doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n ? id : undefined;
}

/** The fields that the history shows. */
function auditValuesOf(account: AccountDetails): object {
  const {
    id: _i,
    sites: _s,
    version: _v,
    exposure: _e,
    overdue: _o,
    siteCount: _c,
    priceListId: _p,
    ...shown
  } = account;
  return shown;
}

/** Adds an open account. */
export function addAccount(
  { db, clock }: AccountsDeps,
  input: AccountInput,
  { actor, requestId }: ActionContext,
): Promise<AccountDetails> {
  return withListSentence(
    inTransaction(db, async (tx) => {
      const at = clock.now();
      await requireChoosable(tx, input.priceListId);
      const id = (await insertAccount(tx, { ...columnsOf(input), status: 'open' }, at)) ?? '';
      const account = await readAccount(tx, id, at);
      const after = auditValuesOf(account);
      await audit(tx, { actor, action: 'create', entity: 'trade-account', entityId: id, after, at, requestId });
      return account;
    }),
  );
}

/** Changes an account. Throws 409 for an outdated version. */
export const updateAccount = (
  deps: AccountsDeps,
  { id, version }: { id: string; version: number | undefined },
  input: AccountInput,
  context: ActionContext,
): Promise<AccountDetails> =>
  withListSentence(
    changeAccount(deps, { id, version, action: 'update', context }, async (before, tx) => {
      if (input.priceListId !== before.priceListId) await requireChoosable(tx, input.priceListId);
      return columnsOf(input);
    }),
  );

export interface StatusChange {
  id: string;
  version?: number | undefined;
  status: AccountStatus;
  reason: string;
}

/**
 * Changes the status of an account, with what else belongs to it (`also`, in the same transaction). Throws 409 for a status that may not
 * follow the present one and if the price list of an account that opens again is archived, 400 without a reason where one is needed.
 */
export function changeStatus(
  deps: AccountsDeps,
  { id, version, status, reason }: StatusChange,
  context: ActionContext,
  also: (tx: Tx, before: AccountDetails) => Promise<void>,
): Promise<AccountDetails> {
  if (needsReason(status) && reason === '') throw badInput({ path: 'reason', message: sentences.reasonMissing });
  const at = deps.clock.now();
  return changeAccount(deps, { id, version, action: 'status', context }, async (before, tx) => {
    if (!nextStatuses[before.status].includes(status)) throw conflict(refused(before.status, status));
    if (before.status === 'closed' || before.status === 'declined') await requireStillOpen(tx, before.priceListId);
    await also(tx, before);
    const isFirst = status === 'open' && before.openedDate === null;
    return { status, status_reason: reason, ...(isFirst && { opened_at: at }) };
  });
}

const refused = (from: AccountStatus, to: AccountStatus): string =>
  `An account that is “${statusLabels[from]}” cannot become “${statusLabels[to]}”.`;

type Columns = Partial<ReturnType<typeof columnsOf>> & {
  status?: AccountStatus;
  status_reason?: string;
  opened_at?: Date;
};

async function changeAccount(
  { db, clock }: AccountsDeps,
  {
    id,
    version,
    action,
    context,
  }: { id: string; version?: number | undefined; action: string; context: ActionContext },
  columns: (before: AccountDetails, tx: Tx) => Columns | Promise<Columns>,
): Promise<AccountDetails> {
  return inTransaction(db, async (tx) => {
    const at = clock.now();
    await lockAccount(tx, id);
    const stored = await readAccount(tx, id, at);
    requireVersion(version, stored.version);
    await tx
      .updateTable('trade_accounts')
      .set(await columns(stored, tx))
      .where('id', '=', id)
      .execute();
    const changed = await readAccount(tx, id, at);
    const [before, after] = [auditValuesOf(stored), auditValuesOf(changed)];
    if (JSON.stringify(before) === JSON.stringify(after)) return stored;
    await sql`update trade_accounts set version = version + 1 where id = ${id}`.execute(tx);
    const { actor, requestId } = context;
    await audit(tx, { actor, action, entity: 'trade-account', entityId: id, before, after, at, requestId });
    return { ...changed, version: stored.version + 1 };
  });
}

async function withListSentence<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (violatedConstraint(error) !== 'trade_accounts_price_list_id_fkey') throw error;
    throw badInput({ path: 'priceListId', message: sentences.priceListNotFound });
  }
}
