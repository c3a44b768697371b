import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { auditAll } from '#platform/db/audit.server.ts';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { recordset } from '#platform/db/recordset.server.ts';
import { storeColumnChoices, readColumnChoices } from '#platform/spreadsheet/column-choices.server.ts';
import { badInput, conflict } from '#lib/api/problem.ts';
import { showStock } from '#catalogue/products/listings/rebuild-listings.server.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { setOnHand } from '../ledger/set-on-hand.server.ts';
import {
  type Difference,
  mostShown,
  type TakeFault,
  type TakeReport,
  takeReason,
  takeSentences,
} from './stock-take-contract.ts';
import { type CountedFile, readCountedFile, takeColumns } from './read-counted-file.server.ts';

type StockTakeDeps = Pick<Deps, 'db' | 'clock'>;

interface ComparedItem extends Difference {
  productId: string;
  isSoldWithoutStock: boolean;
}

interface Comparison {
  file: CountedFile;
  countedAt: Date;
  /** The items in the order of the file. */
  items: ComparedItem[];
  faults: TakeFault[];
}

interface CountedInput {
  file: string;
  columns?: readonly (string | null)[] | undefined;
}

/** Compares a counted file with the stock; nothing is written. Throws `Problem` 400 and 413 for an invalid file. */
export async function checkStockTake(
  { db, clock }: StockTakeDeps,
  { file, columns, countedAt }: CountedInput & { countedAt?: string | undefined },
): Promise<TakeReport> {
  const read = await readCountedFile(file, {
    chosen: columns,
    earlierChoices: await readColumnChoices(db, 'stock-take'),
  });
  return reportOf(await compare(db, read, countTime(countedAt, clock.now())), false);
}

/**
 * Writes the differences of a counted file, all or none, as movements with the reason 'Stock take'. Units sold since
 * the count stay sold, because the difference is written, not the count. Throws `Problem` 400 for a file with faults,
 * 409 if the differences do not match the seal `seen`.
 */
export async function writeStockTake(
  { db, clock }: StockTakeDeps,
  { file, columns, countedAt, seen }: CountedInput & { countedAt: string; seen: string },
  context: ActionContext,
): Promise<TakeReport> {
  const read = await readCountedFile(file, {
    chosen: columns,
    earlierChoices: await readColumnChoices(db, 'stock-take'),
  });
  return inTransaction(db, async (tx) => {
    const at = clock.now();
    const before = await compare(tx, read, countTime(countedAt, at));
    await sql`select from product_items where id = any(${before.items.map(({ id }) => id)}::uuid[])
      order by id for no key update`.execute(tx);
    const take = await compare(tx, read, countTime(countedAt, at)); // compared again, because the locked stock can no longer change
    const [fault] = take.faults;
    if (sealOf(take) !== seen) throw conflict(takeSentences.changed);
    if (fault) throw badInput({ path: 'file', message: `Row ${fault.row}, ${fault.column}: ${fault.message}` });
    await writeDifferences(tx, take.items, context, at);
    await storeColumnChoices(tx, read.read.columns, { list: 'stock-take', known: takeColumns, at });
    return reportOf(take, true);
  });
}

function countTime(countedAt: string | undefined, now: Date): Date {
  if (countedAt === undefined) return now;
  if (Date.parse(countedAt) > now.getTime())
    throw badInput({ path: 'countedAt', message: 'The count must not be in the future.' });
  return new Date(countedAt);
}

/**
 * Finds the file's items and their stock at the time of the count: the current stock less later movements. Movements of
 * later stock takes are left out, as they moved no goods; so a count that is sent twice writes nothing the second time.
 */
async function compare(db: Db | Tx, file: CountedFile, countedAt: Date): Promise<Comparison> {
  const rows = file.counted.map(({ row, code, counted }) => ({ row, code: code.toLowerCase(), counted }));
  const { rows: all } = await sql<Omit<ComparedItem, 'difference'>>`
    select r.row, i.id, i.product_id as "productId", p.name as "productName", i.label as variation, i.code as "productCode",
      (i.on_hand - since.moved)::int as expected, r.counted, since.moved::int as "movedSince",
      (r.counted + since.moved)::int as "onHandAfter", p.allow_sale_without_stock as "isSoldWithoutStock"
    from ${recordset(rows, 'row int, code text, counted int')}
    join product_items i on lower(i.code) = r.code and i.archived_at is null and i.is_listed
    join products p on p.id = i.product_id
    cross join lateral (
      select coalesce(sum(case direction when 0 then quantity else -quantity end), 0) as moved
      from stock_movements m where m.item_id = i.id and m.created_at > ${countedAt} and m.reason is distinct from ${takeReason}) since
    order by r.row`.execute(db);
  const items = all.map((row): ComparedItem => ({ ...row, difference: row.counted - row.expected }));
  return {
    file,
    countedAt,
    items,
    faults: [...file.faults, ...unknownIn(file, items), ...belowZero(items)].sort(byRow),
  };
}

const byRow = (one: TakeFault, other: TakeFault): number => one.row - other.row;

function unknownIn({ counted }: CountedFile, items: readonly ComparedItem[]): TakeFault[] {
  const known = new Set(items.map(({ row }) => row));
  return counted.flatMap(({ row, code }) =>
    known.has(row) ? [] : [{ row, column: 'code', message: `No item has the code '${code}'.` }],
  );
}

/** Faults for items of which more has been sold since the count than was counted: one number is wrong, and somebody has to check. */
const belowZero = (items: readonly ComparedItem[]): TakeFault[] =>
  items.flatMap(({ row, onHandAfter, counted, movedSince, isSoldWithoutStock }) =>
    onHandAfter >= 0 || isSoldWithoutStock
      ? []
      : [
          {
            row,
            column: 'counted',
            message: `${counted} counted, but ${-movedSince} have been sold or removed since.`,
          },
        ],
  );

/** A hash of the previewed differences; sales after the count do not change it. */
function sealOf({ items, faults, countedAt }: Comparison): string {
  const differences = items.map(({ id, difference }) => [id, difference]);
  return createHash('sha256')
    .update(JSON.stringify([countedAt, differences, faults]))
    .digest('base64url');
}

/** Sets the stock, with an audit entry for each product, as for a manual movement. */
async function writeDifferences(
  tx: Tx,
  items: readonly ComparedItem[],
  context: ActionContext,
  at: Date,
): Promise<void> {
  const counted = items
    .filter(({ difference }) => difference !== 0)
    .map(({ id, onHandAfter }) => ({ itemId: id, quantity: onHandAfter, purchasePrice: null }));
  const moved = await setOnHand(tx, counted, { reason: takeReason, at, by: context.actor.id });
  await showStock(tx, moved);
  const byId = new Map(items.map((one) => [one.id, one]));
  const entries = moved.flatMap(({ itemId, before, after }) => {
    const one = byId.get(itemId);
    if (!one) return [];
    const item = { name: one.productName, item: one.variation || one.productCode };
    const change = {
      before: { ...item, stockOnHand: before },
      after: { ...item, stockOnHand: after, reason: takeReason },
    };
    return [{ ...context, action: 'stock', entity: 'product', entityId: one.productId, at, ...change }];
  });
  await auditAll(tx, entries);
}

function reportOf(take: Comparison, isWritten: boolean): TakeReport {
  const { file, items, faults, countedAt } = take;
  const different = items.filter(({ difference }) => difference !== 0);
  const units = (sign: 1 | -1): number =>
    different.reduce((sum, { difference }) => sum + Math.max(0, difference * sign), 0);
  return {
    countedAt: countedAt.toISOString(),
    rows: file.rows,
    skipped: file.skipped,
    same: items.length - different.length,
    different: different.length,
    differences: different
      .toSorted((one, other) => Math.abs(other.difference) - Math.abs(one.difference))
      .slice(0, mostShown)
      .map(({ productId: _productId, isSoldWithoutStock: _isSoldWithoutStock, ...shown }) => shown),
    unitsMore: units(1),
    unitsLess: units(-1),
    faults: faults.slice(0, mostShown),
    faultCount: faults.length,
    seen: sealOf(take),
    isWritten,
    read: file.read,
  };
}
