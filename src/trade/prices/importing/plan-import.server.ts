import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.server.ts';
import { recordset } from '#platform/db/recordset.server.ts';
import { type Day, format as formatDay } from '#lib/day.ts';
import { type Cents, format } from '#lib/money.ts';
import { marginOf } from '../item-price.ts';
import { always } from '../lists/prices-contract.ts';
import { costOfItem, isNamedInFiles } from '../lists/read-prices.server.ts';
import type { FileRow, PriceFile } from './read-price-file.server.ts';
import type { PriceFileChange, PriceRemark } from './import-contract.ts';

/** A price to insert or to change. */
export interface PlannedPrice {
  itemId: string;
  minQuantity: number;
  validFrom: string;
  validTo: Day | null;
  cents: Cents;
}

export interface Plan {
  file: PriceFile;
  added: number;
  changed: number;
  removed: number;
  same: number;
  /** In the order of the file, then those that are removed. */
  changes: PriceFileChange[];
  prices: PlannedPrice[];
  /** Order multiples to set, and to remove (`units` null). */
  multiples: { itemId: string; units: number | null }[];
  /** Rows to remove. */
  gone: Pick<PlannedPrice, 'itemId' | 'minQuantity' | 'validFrom'>[];
  faults: PriceRemark[];
  warnings: PriceRemark[];
}

interface StoredRow {
  itemId: string;
  code: string;
  minQuantity: number;
  validFrom: string;
  validTo: Day | null;
  cents: Cents;
}

interface KnownItem {
  code: string;
  itemId: string;
  cost: Cents | null;
}

type KeyParts = Pick<PlannedPrice, 'itemId' | 'minQuantity' | 'validFrom'>;

const keyOf = ({ itemId, minQuantity, validFrom }: KeyParts): string => `${itemId} ${minQuantity} ${validFrom}`;

/** Plans what a file would change in a list. With `isReplacing`, prices and multiples that the file could have but has not are removed. */
export async function planOf(
  db: Db | Tx,
  file: PriceFile,
  { listId, isReplacing }: { listId: string; isReplacing: boolean },
): Promise<Plan> {
  const [items, stored, multiples] = await Promise.all([
    itemsOf(db, file.prices),
    storedOf(db, listId),
    multiplesOf(db, listId),
  ]);
  const plan: Plan = { ...emptyPlan(), file, faults: [...file.faults], warnings: [...file.warnings] };
  const state: State = { items, stored, multiples, seen: new Map(), cartons: new Map() };
  for (const row of file.prices) addRow(plan, row, state);
  plan.warnings.push(...dearerBreaks(file.prices, state));
  plan.warnings.sort((one, other) => one.row - other.row);
  if (isReplacing) removeOthers(plan, state);
  plan.faults.sort((one, other) => one.row - other.row);
  return plan;
}

const emptyPlan = () => ({
  added: 0,
  changed: 0,
  removed: 0,
  same: 0,
  changes: [],
  prices: [],
  multiples: [],
  gone: [],
});

/** The items of the file's codes, ignoring case, by the code in lower case. */
async function itemsOf(db: Db | Tx, rows: readonly FileRow[]): Promise<Map<string, KnownItem>> {
  const codes = [...new Set(rows.map(({ code }) => code.toLowerCase()))].map((code) => ({ code }));
  const { rows: found } = await sql<KnownItem>`
    select r.code, i.id as "itemId", ${costOfItem} as cost from ${recordset(codes, 'code text')}
    join product_items i on lower(i.code) = r.code and ${isNamedInFiles}`.execute(db);
  return new Map(found.map((item) => [item.code, item]));
}

/** The prices of a list that a file can name; the others stay as they are. */
async function storedOf(db: Db | Tx, listId: string): Promise<Map<string, StoredRow>> {
  const { rows } = await sql<StoredRow>`
    select l.item_id as "itemId", i.code, l.min_quantity as "minQuantity", l.valid_from as "validFrom",
      l.valid_to as "validTo", l.cents
    from list_prices l join product_items i on i.id = l.item_id where l.price_list_id = ${listId} and ${isNamedInFiles}
    order by l.item_id, l.min_quantity, l.valid_from`.execute(db);
  return new Map(rows.map((row) => [keyOf(row), row]));
}

interface StoredCarton {
  itemId: string;
  code: string;
  units: number;
}

async function multiplesOf(db: Db | Tx, listId: string): Promise<Map<string, StoredCarton>> {
  const { rows } = await sql<StoredCarton>`
    select m.item_id as "itemId", i.code, m.units from order_multiples m join product_items i on i.id = m.item_id
    where m.price_list_id = ${listId} and ${isNamedInFiles} order by m.item_id`.execute(db);
  return new Map(rows.map((row) => [row.itemId, row]));
}

interface State {
  items: ReadonlyMap<string, KnownItem>;
  stored: ReadonlyMap<string, StoredRow>;
  multiples: ReadonlyMap<string, StoredCarton>;
  /** The row number at which each key first occurs. */
  seen: Map<string, number>;
  /** What the file says of each item's carton first, with its row. */
  cartons: Map<string, { row: number; units: number | null }>;
}

function addRow(plan: Plan, row: FileRow, state: State): void {
  const addFault = (column: string, message: string): void => void plan.faults.push({ row: row.row, column, message });
  const item = state.items.get(row.code.toLowerCase());
  if (!item) return addFault('product_code', `No item has the code '${row.code}'.`);
  const { itemId } = item;
  const planned = { itemId, minQuantity: row.minQuantity, validFrom: row.validFrom ?? always };
  const before = row.price === null ? undefined : state.seen.get(keyOf(planned));
  if (before !== undefined)
    return addFault('product_code', `Row ${before} has a price for the same item, quantity and first day.`);
  const carton = state.cartons.get(itemId);
  if (row.multiple !== undefined && carton && carton.units !== row.multiple)
    return addFault('order_multiple', `Row ${carton.row} has another carton for the same item.`);
  const words: string[] = [];
  const stored = row.price === null ? undefined : state.stored.get(keyOf(planned));
  if (row.price !== null) {
    state.seen.set(keyOf(planned), row.row);
    words.push(...priceWords(row, stored));
    if (words.length > 0) plan.prices.push({ ...planned, validTo: row.validTo, cents: row.price });
    if (item.cost !== null && marginOf(row.price, item.cost) < 0) plan.warnings.push(belowCost(row, item.cost));
  }
  if (row.multiple !== undefined && !carton) words.push(...addCarton(plan, row, itemId, state));
  if (words.length === 0) plan.same++;
  else {
    const isNew = row.price !== null && !stored;
    plan[isNew ? 'added' : 'changed']++;
    plan.changes.push({ row: row.row, code: row.code, kind: isNew ? 'new' : 'changed', text: words.join('; ') });
  }
}

/** Notes the carton of an item, and returns how it changes, in words. */
function addCarton(plan: Plan, row: FileRow, itemId: string, { multiples, cartons }: State): string[] {
  const units = row.multiple ?? null;
  cartons.set(itemId, { row: row.row, units });
  const before = multiples.get(itemId)?.units ?? null;
  if (before === units) return [];
  plan.multiples.push({ itemId, units });
  return [`Carton: ${before ?? 'none'} becomes ${units ?? 'none'}`];
}

const belowCost = ({ row }: FileRow, cost: Cents): PriceRemark => ({
  row,
  column: 'price',
  message: `Without GST this is below the average purchase price of ${format(cost)}.`,
});

/** Warnings about prices for a larger quantity that are above the price for a smaller one, of the file or else of the list. */
function dearerBreaks(rows: readonly FileRow[], { items, stored }: State): PriceRemark[] {
  const prices = new Map<string, Map<number, Cents>>();
  const note = (itemId: string, minQuantity: number, price: Cents): unknown =>
    prices.set(itemId, (prices.get(itemId) ?? new Map<number, Cents>()).set(minQuantity, price));
  const priced = rows.flatMap(({ row, code, minQuantity, price }) => {
    const item = items.get(code.toLowerCase());
    return item && price !== null ? [{ row, itemId: item.itemId, minQuantity, price }] : [];
  });
  for (const { itemId, minQuantity, cents: price } of stored.values()) note(itemId, minQuantity, price);
  for (const { itemId, minQuantity, price } of priced) note(itemId, minQuantity, price);
  return priced.flatMap(({ row, itemId, minQuantity, price }) => {
    const fewer = [...(prices.get(itemId) ?? [])].filter(([quantity]) => quantity < minQuantity);
    const [, before] = fewer.sort(([one], [other]) => other - one)[0] ?? [];
    if (before === undefined || price <= before) return [];
    const message = `${minQuantity} or more cost ${format(price)} each, but fewer only ${format(before)}.`;
    return [{ row, column: 'price', message }];
  });
}

const untilWords = (day: Day | null): string => (day === null ? 'until further notice' : `until ${formatDay(day)}`);

/** `10 or more: $4.50 becomes $4.20`; empty for a price that stays. */
function priceWords({ price, minQuantity, validFrom, validTo }: FileRow, stored: StoredRow | undefined): string[] {
  if (price === null) return [];
  const of = [minQuantity > 1 && `${minQuantity} or more`, validFrom && `from ${formatDay(validFrom)}`].filter(Boolean);
  const lead = of.length > 0 ? `${of.join(', ')}: ` : '';
  if (!stored) return [`${lead}${format(price)}${validTo === null ? '' : ` ${untilWords(validTo)}`}`];
  return [
    ...(stored.cents === price ? [] : [`${lead}${format(stored.cents)} becomes ${format(price)}`]),
    ...(stored.validTo === validTo ? [] : [`${lead}${untilWords(stored.validTo)} becomes ${untilWords(validTo)}`]),
  ];
}

function removeOthers(plan: Plan, { stored, multiples, seen, cartons, items }: State): void {
  for (const [key, row] of stored) {
    if (seen.has(key)) continue;
    plan.gone.push({ itemId: row.itemId, minQuantity: row.minQuantity, validFrom: row.validFrom });
    plan.removed++;
    const text = `${row.minQuantity > 1 ? `${row.minQuantity} or more: ` : ''}${format(row.cents)}`;
    plan.changes.push({ row: null, code: row.code, kind: 'removed', text });
  }
  const listed = new Set(plan.file.prices.map(({ code }) => items.get(code.toLowerCase())?.itemId));
  for (const { itemId, code, units } of multiples.values()) {
    if (cartons.has(itemId) || listed.has(itemId)) continue;
    plan.multiples.push({ itemId, units: null });
    plan.removed++;
    plan.changes.push({ row: null, code, kind: 'removed', text: `Carton: ${units} becomes none` });
  }
}

export const sealOf = ({ prices, multiples, gone, changes, faults }: Plan): string =>
  createHash('sha256')
    .update(JSON.stringify([prices, multiples, gone, changes, faults]))
    .digest('base64url');
