import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { audit } from '#platform/db/audit.server.ts';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { dayOf, format as formatDay } from '#lib/day.ts';
import { badInput, conflict } from '#lib/api/problem.ts';
import { cents, format, sum } from '#lib/money.ts';
import { firstOpenDay, lockAccount } from '../../credit/account-entries.server.ts';
import { allocateOldestFirst } from '../../credit/allocate.server.ts';
import { type LedgerDeps, postPayment, type LedgerChange } from '../change-ledger.server.ts';
import { type BankReport, bankSentences } from './contract.ts';
import { type Choice, type MatchedLine, matchLines } from './match-lines.server.ts';
import { type BankFile, readBankFile } from './read-bank-file.server.ts';

interface BankRequest {
  file: string;
  columns?: readonly (string | null)[] | undefined;
  choices: readonly Choice[];
}

const read = ({ clock }: LedgerDeps, { file, columns }: BankRequest) =>
  readBankFile(file, { columns, today: dayOf(clock.now()) });

/** Previews the payments in a bank's file. */
export async function checkBankFile(deps: LedgerDeps, request: BankRequest): Promise<BankReport> {
  const file = await read(deps, request);
  return reportOf(file, await matchLines(deps.db, file.lines, request.choices), false);
}

/**
 * Records the matched lines of a bank's file as payments, all or none, and each line once, also if two people import it at the same moment.
 * 409 if the lines do not match the seal `seen`.
 */
export async function writeBankFile(
  deps: LedgerDeps,
  { seen, ...request }: BankRequest & { seen: string },
  context: ActionContext,
): Promise<BankReport> {
  const file = await read(deps, request);
  const [fault] = file.faults;
  if (fault) throw badInput({ path: 'file', message: `Row ${fault.row}, ${fault.column}: ${fault.message}` });
  return inTransaction(deps.db, async (tx) => {
    const before = await matchLines(tx, file.lines, request.choices);
    const ids = [
      ...new Set(before.flatMap(({ state, accountId }) => (state === 'matched' ? (accountId ?? []) : []))),
    ].toSorted();
    const accounts = new Map<string, LedgerChange['account']>();
    for (const id of ids) accounts.set(id, await lockAccount(tx, id)); // by id, so that two imports do not deadlock
    const lines = await matchLines(tx, file.lines, request.choices); // matched again, now that nobody can pay these accounts
    if (sealOf(lines) !== seen) throw conflict(bankSentences.changed);
    const recorded: Recorded[] = [];
    for (const line of lines) {
      const account = accounts.get(line.accountId ?? '');
      if (line.state === 'matched' && account) recorded.push(await recordLine(deps, { tx, account, line }, context));
    }
    // What is left of a line comes last, so that it takes no invoice that another line names.
    for (const { entryId, ...change } of recorded) await allocateOldestFirst(tx, change.account, change.by, [entryId]);
    return reportOf(file, lines, true);
  });
}

interface Recording {
  tx: Tx;
  account: LedgerChange['account'];
  line: MatchedLine;
}

/** A line's payment, of which something may be left to allocate. */
type Recorded = LedgerChange & { entryId: string };

/** Records a payment, and lets it pay the invoices that the line names. */
async function recordLine(
  { clock }: LedgerDeps,
  { tx, account, line }: Recording,
  { actor, requestId }: ActionContext,
): Promise<Recorded> {
  const at = clock.now();
  const today = dayOf(at);
  const first = firstOpenDay(today);
  const onDay = line.onDay < first ? first : line.onDay;
  const note = onDay === line.onDay ? '' : `Received on ${formatDay(line.onDay)}`;
  const change = { tx, account, by: { actorId: actor.id, at, today } };
  const payment = { amount: line.amount, onDay, reference: line.description.slice(0, 100), note };
  const allocations = await ownInvoicesFirst(tx, line);
  const id = await postPayment(change, { ...payment, allocations });
  await tx
    .insertInto('bank_lines')
    .values({
      hash: line.hash,
      on_day: line.onDay,
      cents: line.amount,
      description: line.description,
      entry_id: id,
      imported_at: at,
    })
    .execute();
  const entry = { actor, action: 'payment', entity: 'trade-account', entityId: account.id, at, requestId };
  await audit(tx, {
    ...entry,
    after: { name: account.name, payment: format(line.amount), reference: payment.reference },
  });
  return { ...change, entryId: id };
}

/** The allocations to the invoices that the line names, in that order. */
async function ownInvoicesFirst(tx: Tx, { entryIds, amount }: MatchedLine) {
  if (entryIds.length === 0) return [];
  const rows = await tx
    .selectFrom('open_entries')
    .select(['entry_id as entryId', 'open_cents as open'])
    .where('entry_id', 'in', entryIds)
    .execute();
  let left = amount;
  return entryIds.flatMap((entryId) => {
    const part = cents(Math.min(rows.find((row) => row.entryId === entryId)?.open ?? 0, left));
    left = cents(left - part);
    return part > 0 ? [{ entryId, amount: part }] : [];
  });
}

/** The accounts for a bank line that matches none. */
export async function findAccounts(db: Db, search: string): Promise<{ id: string; number: number; name: string }[]> {
  const typed = search.trim().toLowerCase();
  const { rows } = await sql<{ id: string; number: number; name: string }>`
    select id, number, name from trade_accounts
    where status in ('open', 'hold', 'closed') and (strpos(lower(name), ${typed}) > 0 or number::text = ${typed} or abn = ${typed})
    order by lower(name), id limit 20`.execute(db);
  return rows;
}

const sealOf = (lines: readonly MatchedLine[]): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        matchedOf(lines).map(({ hash, accountId, entryIds }) => [hash.toString('hex'), accountId, entryIds]),
      ),
    )
    .digest('base64url');

const matchedOf = (lines: readonly MatchedLine[]) => lines.filter(({ state }) => state === 'matched');

function reportOf(
  { paidOut, faults, read: info }: BankFile,
  lines: readonly MatchedLine[],
  isWritten: boolean,
): BankReport {
  const matched = matchedOf(lines);
  return {
    lines: lines.map(({ hash: _h, entryIds: _e, ...line }) => line),
    paidOut,
    matched: matched.length,
    total: sum(matched.map(({ amount }) => amount)),
    faults,
    seen: sealOf(lines),
    isWritten,
    read: info,
  };
}
