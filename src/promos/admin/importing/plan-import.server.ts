import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.server.ts';
import { recordset } from '#platform/db/recordset.server.ts';
import { type Day, format as formatDay } from '#lib/day.ts';
import { type Cents, cents, format, toDollars } from '#lib/money.ts';
import { type PromoInput, promoInput, sentences } from '../contract.ts';
import { storedPromos } from '../change-promo.server.ts';
import { percentageText, type StoredPromo } from '../promo-list.server.ts';
import { columnOf, type PromoFile, type PromoRow } from './read-promo-file.server.ts';
import { type PromoChange, type PromoRemark } from './import-contract.ts';

/** A valid row of the file. */
export interface Planned {
  row: number;
  promo: PromoInput;
  /** The stored promo; undefined for a new one. */
  stored: StoredPromo | undefined;
  /** The promo's products after the import; undefined if they stay unchanged. */
  products: string[] | undefined;
  /** The promo's current products, without archived products, which always stay. */
  productsBefore: string[];
  change: PromoChange;
}

export interface Plan {
  file: PromoFile;
  /** In the order of the file, without unchanged promos. */
  planned: Planned[];
  same: number;
  faults: PromoRemark[];
  warnings: PromoRemark[];
}

/**
 * Plans what a file would add and change. Existing promos are changed only if `isUpdating`; otherwise their rows are
 * faults.
 */
export async function planOf(db: Db | Tx, file: PromoFile, isUpdating: boolean): Promise<Plan> {
  const plan: Plan = { file, planned: [], same: 0, faults: [...file.faults], warnings: [...file.warnings] };
  const [stored, products] = await Promise.all([storedOf(db, file.promos), productsOf(db, file.promos)]);
  const before = await chosenProducts(db, [...stored.values()]);
  for (const row of file.promos) {
    const known = stored.get(row.row);
    if (known && !isUpdating) plan.faults.push({ row: row.row, column: 'code', message: sentences.codeTaken });
    else addRow(plan, row, { known, products, before });
  }
  plan.faults.sort((one, other) => one.row - other.row);
  return plan;
}

/** The stored promos with the file's codes, ignoring case, by row. */
async function storedOf(db: Db | Tx, promos: readonly PromoRow[]): Promise<Map<number, StoredPromo>> {
  const codes = promos.map(({ row, cells }) => ({ row, code: cells.code }));
  const { rows: found } = await sql<{ row: number; id: string }>`
    select r.row, p.id from ${recordset(codes, 'row int, code text')}
    join promos p on lower(p.code) = lower(r.code) and p.archived_at is null`.execute(db);
  if (found.length === 0) return new Map();
  const ids = found.map(({ id }) => id);
  const stored = await storedPromos(db, ids);
  const known = new Map(stored.map((promo) => [promo.id, promo]));
  return new Map(
    found.flatMap(({ row, id }) => {
      const promo = known.get(id);
      return promo ? [[row, promo] as const] : [];
    }),
  );
}

/** The product ids for the names used in the file: an item's code, ignoring case, or the product's address. */
async function productsOf(db: Db | Tx, promos: readonly PromoRow[]): Promise<Map<string, string>> {
  const names = [...new Set(promos.flatMap(({ cells }) => cells.products ?? []))].map((name) => ({ name }));
  if (names.length === 0) return new Map();
  const { rows } = await sql<{ name: string; id: string }>`
    select distinct on (r.name) r.name, p.id from ${recordset(names, 'name text')}
    join lateral (
      select i.product_id as id, 1 as place from product_items i
      where lower(i.code) = lower(r.name) and i.archived_at is null and i.is_listed
      union all select p.id, 2 from products p where p.url = lower(r.name) and p.archived_at is null) p on true
    order by r.name, p.place`.execute(db);
  return new Map(rows.map(({ name, id }) => [name, id]));
}

async function chosenProducts(db: Db | Tx, promos: readonly StoredPromo[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ promo: string; products: string[] }>`
    select s.promo_id as promo, array_agg(s.product_id::text order by s.product_id) as products
    from promo_products s join managed_products m on m.product_id = s.product_id
    where s.promo_id = any(${promos.map(({ id }) => id)}::uuid[]) group by s.promo_id`.execute(db);
  return new Map(rows.map(({ promo, products }) => [promo, products]));
}

interface Known {
  known: StoredPromo | undefined;
  products: Map<string, string>;
  before: Map<string, string[]>;
}

function addRow(plan: Plan, { row, cells }: PromoRow, { known, products, before }: Known): void {
  const parsed = promoInput.safeParse(inputOf(cells, known));
  const faults = firstOfEach(
    (parsed.error?.issues ?? []).map(({ path: [name], message }) => ({
      row,
      column: columnOf[name as keyof PromoInput] ?? 'code', // the shape has no other fields
      message,
    })),
  );
  const unknown = (cells.products ?? []).filter((name) => !products.has(name));
  const addRemark = (message: string): void => void faults.push({ row, column: 'products', message });
  for (const name of unknown) addRemark(`No product has the code or address '${name}'.`);
  if (parsed.data?.isApplicableToAllProducts && cells.products)
    addRemark('A promo for all products has no products of its own. Leave one of the two blank.');
  plan.faults.push(...faults);
  if (faults.length > 0 || !parsed.data) return;
  const chosen = cells.products?.flatMap((name) => products.get(name) ?? []);
  const productsBefore = (known && before.get(known.id)) ?? [];
  const wanted = chosen && [...new Set(chosen)].sort();
  const change = changeOf({ row, promo: parsed.data, stored: known, products: wanted, productsBefore });
  if (change.fields.length === 0) plan.same++;
  else plan.planned.push({ row, promo: parsed.data, stored: known, products: wanted, productsBefore, change });
  if (!known && !parsed.data.isApplicableToAllProducts && !wanted?.length)
    plan.warnings.push({
      row,
      column: 'products',
      message: 'This promo has no products yet. Choose them after the import.',
    });
}

/** Only the first fault of a column is reported. */
const firstOfEach = <Remark extends { column: string }>(faults: readonly Remark[]): Remark[] =>
  faults.filter(({ column }, place) => faults.findIndex((one) => one.column === column) === place);

/** A row as the form's input. Blank cells keep what is stored; a percentage or amount in the file replaces both. */
function inputOf(cells: PromoRow['cells'], stored: StoredPromo | undefined): object {
  const { discountPercentage, discountAmount } = cells;
  const isGiven = discountPercentage !== undefined || discountAmount !== undefined;
  const percentage = isGiven ? discountPercentage : stored?.percentage;
  const amount = isGiven || !stored || stored.amount === null ? discountAmount : toDollars(stored.amount);
  const minimum = cells.minimumSpend ?? (stored ? toDollars(cents(Number(stored.minimumSpend))) : undefined);
  return {
    code: stored?.code ?? cells.code,
    description: cells.description ?? stored?.description ?? '',
    discountPercentage: percentage === undefined || percentage === null ? null : Number(percentage),
    discountAmount: amount ?? null,
    minimumSpend: minimum ?? null,
    expiryDate: cells.expiryDate === undefined ? (stored?.expiryDay ?? null) : cells.expiryDate,
    isApplicableToAllProducts: cells.isApplicableToAllProducts ?? stored?.isForAll ?? false,
    isOneTimeUseOnly: cells.isOneTimeUseOnly ?? stored?.isOneTime ?? false,
  };
}

type Words = Record<string, string>;

const yesNo = (is: boolean): string => (is ? 'Yes' : 'No');

interface Meant {
  description: string;
  percentage: string | null;
  amount: Cents | null;
  minimum: number;
  expiryDay: string | null;
  isForAll: boolean;
  isOneTime: boolean;
}

const wordsOf = ({ description, percentage, amount, minimum, expiryDay, isForAll, isOneTime }: Meant): Words => ({
  Discount: amount === null ? percentageText(percentage) : format(amount),
  'Minimum spend': minimum === 0 ? '' : format(cents(minimum)),
  'Expiry date': expiryDay === null ? '' : formatDay(expiryDay as Day), // checked by the shape and by the database
  'All products': yesNo(isForAll),
  'One-time use': yesNo(isOneTime),
  Description: description,
});

const storedWords = (promo: StoredPromo): Words =>
  wordsOf({ ...promo, minimum: Number(promo.minimumSpend), percentage: promo.percentage });

const plannedWords = (promo: PromoInput): Words =>
  wordsOf({
    description: promo.description,
    percentage: promo.discountPercentage?.toFixed(2) ?? null,
    amount: promo.discountAmount ?? null,
    minimum: promo.minimumSpend ?? 0,
    expiryDay: promo.expiryDate ?? null,
    isForAll: promo.isApplicableToAllProducts,
    isOneTime: promo.isOneTimeUseOnly,
  });

const counted = (products: readonly string[]): string => products.length.toLocaleString('en-AU');

function changeOf({ row, promo, stored, products, productsBefore }: Omit<Planned, 'change'>): PromoChange {
  const [before, after] = [stored && storedWords(stored), plannedWords(promo)];
  const fields: PromoChange['fields'] = Object.entries(after).flatMap(([name, value]): PromoChange['fields'] => {
    if (before) return before[name] === value ? [] : [{ name, before: before[name] ?? '', after: value }];
    return value === '' || value === 'No' ? [] : [{ name, before: null, after: value }];
  });
  if (products && products.join() !== productsBefore.join())
    fields.push({ name: 'Products', before: stored ? counted(productsBefore) : null, after: counted(products) });
  return { row, code: promo.code, isNew: !stored, fields };
}

/** The part of a row that the seal covers. It includes the products themselves, because `change` has only their number. */
const seenOf = ({ change, products, productsBefore }: Planned) => [change, products, products && productsBefore];

export const sealOf = ({ planned, faults }: Plan): string =>
  createHash('sha256')
    .update(JSON.stringify([planned.map(seenOf), faults]))
    .digest('base64url');
