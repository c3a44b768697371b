import { type RawBuilder, sql } from 'kysely';
import { dayOf } from '#lib/day.ts';
import { badInput, type Fault, notFound, requireVersion } from '#lib/api/problem.ts';
import { toDollars } from '#lib/money.ts';
import { newId } from '#lib/uuid.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { audit } from '#platform/db/audit.server.ts';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import { refuseDuplicate } from '#platform/db/violated-constraint.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { poNumberFault, type PoRule, withSingleSpaces } from '../accounts/po-number.ts';
import { accountSentences } from '../accounts/sentences.ts';
import type { BlanketPo, BlanketPoInput } from './contract.ts';
import { blanketPoSentences as sentences } from './sentences.ts';
import { usedOfBlanketPo } from './take-blanket-po.server.ts';

type BlanketPosDeps = Pick<Deps, 'db' | 'clock'>;

/** The blanket POs of an account that have not ended, of all its sites or of some, by site and number. */
export const readBlanketPos = (
  { db, clock }: BlanketPosDeps,
  accountId: string,
  siteIds?: readonly string[],
): Promise<BlanketPo[]> =>
  readWhere(
    db,
    clock.now(),
    sql`b.account_id = ${accountId} and ${siteIds ? sql`b.site_id = any(${siteIds}::uuid[])` : sql`true`}`,
  );

async function readWhere(db: Db | Tx, at: Date, condition: RawBuilder<unknown>): Promise<BlanketPo[]> {
  const { rows } = await sql<BlanketPo>`
    select p.*, p.amount - p.used as "left" from (
      select b.id, b.site_id as "siteId", s.name as site, b.number, b.amount_cents as amount, ${usedOfBlanketPo} as used,
        b.valid_to as "validTo", coalesce(b.valid_to < ${dayOf(at)}, false) as "isOver", b.version
      from blanket_pos b join trade_sites s on s.id = b.site_id and s.archived_at is null
      where b.ended_at is null and ${condition}) p
    order by lower(p.site), lower(p.number), p.id`.execute(db);
  return rows;
}

/** Adds a blanket PO to a site of an account. Throws 400 with all faults, and 409 if the site has one of this number. */
export function addBlanketPo(
  { db, clock }: BlanketPosDeps,
  { accountId, siteId }: { accountId: string; siteId: string },
  input: BlanketPoInput,
  context: ActionContext,
): Promise<BlanketPo> {
  const work = inTransaction(db, async (tx) => {
    const at = clock.now();
    const { rows } = await sql<PoRule>`
      select a.po_rule as "poRule", a.po_pattern as "poPattern" from trade_sites s join trade_accounts a on a.id = s.account_id
      where s.id = ${siteId} and a.id = ${accountId} and s.archived_at is null`.execute(tx);
    const [rule] = rows;
    if (!rule) throw notFound(accountSentences.siteNotFound);
    requireValid(input, rule, at);
    const id = newId(at.getTime());
    const row = { id, account_id: accountId, site_id: siteId, ...columnsOf(input), created_at: at };
    await tx.insertInto('blanket_pos').values(row).execute();
    const after = await readOne(tx, at, { accountId, blanketPoId: id });
    await note(tx, accountId, { ...context, at, action: 'add-blanket-po', after: auditValuesOf(after) });
    return after;
  });
  return withSentence(work);
}

/** Which blanket PO of which account. */
export interface BlanketPoOfAccount {
  accountId: string;
  blanketPoId: string;
}

/** Changes a blanket PO. Throws 400 with all faults, and 409 for an outdated version or a number that another one of the site has. */
export function updateBlanketPo(
  { db, clock }: BlanketPosDeps,
  { version, ...which }: BlanketPoOfAccount & { version: number | undefined },
  input: BlanketPoInput,
  context: ActionContext,
): Promise<BlanketPo> {
  const work = inTransaction(db, async (tx) => {
    const at = clock.now();
    const before = await lock(tx, at, which);
    requireVersion(version, before.version);
    const { rows } = await sql<PoRule>`
      select po_rule as "poRule", po_pattern as "poPattern" from trade_accounts where id = ${which.accountId}`.execute(
      tx,
    );
    requireValid(input, rows[0] as PoRule, at); // the blanket PO refers to it
    await tx
      .updateTable('blanket_pos')
      .set({ ...columnsOf(input), version: before.version + 1 })
      .where('id', '=', which.blanketPoId)
      .execute();
    const after = await readOne(tx, at, which);
    const change = { before: auditValuesOf(before), after: auditValuesOf(after) };
    await note(tx, which.accountId, { ...context, at, action: 'update-blanket-po', ...change });
    return after;
  });
  return withSentence(work);
}

/** Ends a blanket PO, so that its number is one like any other. */
export const endBlanketPo = (
  { db, clock }: BlanketPosDeps,
  which: BlanketPoOfAccount,
  context: ActionContext,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const at = clock.now();
    const before = auditValuesOf(await lock(tx, at, which));
    await tx.updateTable('blanket_pos').set({ ended_at: at }).where('id', '=', which.blanketPoId).execute();
    await note(tx, which.accountId, { ...context, at, action: 'end-blanket-po', before });
  });

function requireValid({ number, validTo }: BlanketPoInput, rule: PoRule, at: Date): void {
  const numberFault = poNumberFault(rule, number);
  const faults: Fault[] = [
    ...(numberFault === undefined ? [] : [{ path: 'number', message: numberFault }]),
    ...(validTo && validTo < dayOf(at) ? [{ path: 'validTo', message: sentences.lastDay }] : []),
  ];
  if (faults.length > 0) throw badInput(...faults);
}

const columnsOf = ({ number, amount, validTo = null }: BlanketPoInput) => ({
  number: withSingleSpaces(number),
  amount_cents: amount,
  valid_to: validTo,
});

async function readOne(tx: Tx, at: Date, { accountId, blanketPoId }: BlanketPoOfAccount): Promise<BlanketPo> {
  const [found] = await readWhere(tx, at, sql`b.id = ${blanketPoId} and b.account_id = ${accountId}`);
  if (!found) throw notFound(sentences.notFound);
  return found;
}

/** Orders that use it wait until the transaction ends. */
async function lock(tx: Tx, at: Date, which: BlanketPoOfAccount): Promise<BlanketPo> {
  await sql`select from blanket_pos where id = ${which.blanketPoId} and account_id = ${which.accountId} for update`.execute(
    tx,
  );
  return readOne(tx, at, which);
}

const auditValuesOf = ({ site, number, amount, validTo }: BlanketPo) => ({
  site,
  number,
  amount: toDollars(amount),
  ...(validTo && { validTo }),
});

const note = (
  tx: Tx,
  accountId: string,
  entry: Omit<Parameters<typeof audit>[1], 'entity' | 'entityId'>,
): Promise<void> => audit(tx, { ...entry, entity: 'trade-account', entityId: accountId });

const withSentence = <T>(work: Promise<T>): Promise<T> =>
  refuseDuplicate(work, 'blanket_pos_number_key', 'number', sentences.taken);
