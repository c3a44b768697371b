import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.server.ts';
import type { ListFile } from '#platform/list/list-export.server.ts';
import { searchCondition } from '#platform/list/search-condition.server.ts';
import { inListOrder, type Order, type RowsWithTotal, tablePage } from '#platform/list/table-page.server.ts';
import type { Clock } from '#platform/process/clock.server.ts';
import { type Day, dayOf, format as formatDay } from '#lib/day.ts';
import { type Cents, format, zero } from '#lib/money.ts';
import { notFound } from '#lib/api/problem.ts';
import { mostRows } from '#lib/table-limits.ts';
import { mostShownBelowCost } from './below-cost-contract.ts';
import { countBelowCost } from './below-cost.server.ts';
import { type Promo, type PromoSort, type PromosQuery, type PromoStatus, sentences } from './contract.ts';
import { statusWords } from './status-words.ts';

export interface ListDeps {
  db: Db;
  clock: Clock;
}

/** Each sort order has an index; see migration 0007. */
const order: Order<PromoSort> = {
  columns: {
    code: sql`lower(code)`,
    discountPercentage: sql`coalesce(discount_percentage, 0)`,
    discountAmount: sql`coalesce(discount_cents, 0)`,
    minimumSpend: sql.ref('minimum_spend_cents'),
    isApplicableToAllProducts: sql.ref('is_applicable_to_all_products'),
    expiryDate: sql`coalesce(expiry_day, '9999-12-31')`, // promos without an expiry date come last
    isOneTimeUseOnly: sql.ref('is_one_time_use_only'),
  },
  usual: 'code',
  key: sql.ref('id'),
};

/** Whether the promo is one-time and an order uses it, including an order that is being paid. */
const isUsedUp = sql<boolean>`(is_one_time_use_only and exists (
  select from redemptions r where r.promo_id = promos.id and r.released_at is null))`;

const words = sql`search_words(code || ' ' || description)`;

/** The filtered promos, unsorted. */
export function filtered(db: Db | Tx, { status, search }: Pick<PromosQuery, 'status' | 'search'>, today: Day) {
  const searched = searchCondition(words, search);
  const isOver = sql<boolean>`coalesce(expiry_day < ${today}, false)`;
  const query = db
    .selectFrom('promos')
    .where('archived_at', status === 'archived' ? 'is not' : 'is', null)
    .$if(searched !== undefined, (some) => some.where(searched ?? sql<boolean>`true`));
  if (status === 'active') return query.where(sql<boolean>`not ${isOver} and not ${isUsedUp}`);
  if (status === 'expired') return query.where(sql<boolean>`${isOver} and not ${isUsedUp}`);
  return status === 'usedUp' ? query.where(isUsedUp) : query;
}

export const rowsOf = (query: ReturnType<typeof filtered>) =>
  query
    .select(['id', 'code', 'description', 'discount_percentage as percentage', 'discount_cents as amount'])
    .select(['minimum_spend_cents as minimumSpend', 'expiry_day as expiryDay', 'archived_at', 'created_at', 'version'])
    .select(['is_applicable_to_all_products as isForAll', 'is_one_time_use_only as isOneTime'])
    .select(isUsedUp.as('isUsedUp'));

export type StoredPromo = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number];

/** A promo that is both expired and used up counts as used up: a later expiry date would not make it active. */
export function statusOf({ archived_at, isUsedUp: isGone, expiryDay }: StoredPromo, today: Day): PromoStatus {
  if (archived_at !== null) return 'archived';
  if (isGone) return 'usedUp';
  return expiryDay !== null && expiryDay < today ? 'expired' : 'active';
}

export const percentageText = (percentage: string | null): string =>
  percentage === null ? '' : `${Number(percentage).toFixed(2)} %`;

/** A page of the promos, or all of them, with their usage. */
export async function listPromos({ db, clock }: ListDeps, asked: PromosQuery): Promise<RowsWithTotal<Promo>> {
  const today = dayOf(clock.now());
  const { rows, total } = await tablePage(db, rowsOf(filtered(db, asked, today)), { asked, order });
  return { rows: await withFigures(db, rows, today), total };
}

/** A promo, archived or not. Throws `Problem` 404 if there is none. */
export async function promoOf({ db, clock }: { db: Db | Tx; clock: Clock }, id: string): Promise<Promo> {
  const today = dayOf(clock.now());
  const rows = await rowsOf(db.selectFrom('promos').where('id', '=', id)).execute();
  const [promo] = await withFigures(db, rows, today);
  if (!promo) throw notFound(sentences.notFound);
  return promo;
}

interface Figures {
  id: string;
  uses: number;
  discountGiven: Cents | null;
  productCount: number;
}

/** Usage figures of some promos, from index-only scans. */
async function figuresOf(db: Db | Tx, ids: readonly string[]): Promise<Map<string, Figures>> {
  const { rows } = await sql<Figures>`
    select w.id, u.uses, u.given as "discountGiven", (select count(*) from (
      select from promo_products s where s.promo_id = w.id limit ${sql.lit(mostRows + 1)}) products) as "productCount"
    from unnest(${[...ids]}::uuid[]) w(id) cross join lateral (
      select count(*) as uses, sum(o.discount_cents)::bigint as given from orders o
      where o.promo_id = w.id and o.payment = 'paid' and o.status <> 2) u`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Prices are compared with costs only in lists of at most this many promos, because that takes a query for each promo. */
const mostCompared = 100;

async function withFigures(db: Db | Tx, rows: readonly StoredPromo[], today: Day): Promise<Promo[]> {
  const ids = rows.map(({ id }) => id);
  const figures = await figuresOf(db, ids);
  const promos: Promo[] = [];
  for (const row of rows) {
    const status = statusOf(row, today);
    const isCompared = status === 'active' && rows.length <= mostCompared;
    const belowCost = isCompared ? await countBelowCost(db, termsOf(row), mostShownBelowCost) : null;
    promos.push({ ...wireOf(row, figures.get(row.id)), status, belowCost });
  }
  return promos;
}

const termsOf = (row: StoredPromo) => ({
  promoId: row.id,
  percentage: row.percentage === null ? null : Number(row.percentage),
  amount: row.amount,
  minimumSpend: row.minimumSpend,
  isForAll: row.isForAll,
});

function wireOf(row: StoredPromo, figures: Figures | undefined): Omit<Promo, 'status' | 'belowCost'> {
  const { id, code, description, percentage, amount, expiryDay, isForAll, version } = row;
  return {
    id,
    code,
    description,
    discountPercentage: percentage === null ? null : Number(percentage),
    discountPercentageValue: percentageText(percentage),
    discountAmount: amount,
    discountAmountValue: amount === null ? '' : format(amount),
    minimumSpend: row.minimumSpend,
    expiryDate: expiryDay,
    expiryDateValue: expiryDay === null ? 'N/A' : formatDay(expiryDay),
    isApplicableToAllProducts: isForAll,
    isOneTimeUseOnly: row.isOneTime,
    createdDate: row.created_at.toISOString(),
    uses: figures?.uses ?? 0,
    discountGiven: figures?.discountGiven ?? zero,
    productCount: isForAll ? null : (figures?.productCount ?? 0),
    version,
  };
}

const yesNo = (is: boolean): string => (is ? 'Yes' : 'No');

/** The filtered list as a file, in the list's sort order. */
export const promoFile = (db: Db, { sort, ...filter }: PromosQuery, today: Day): ListFile<StoredPromo> => ({
  name: 'Promos',
  query: inListOrder(rowsOf(filtered(db, filter, today)), order, sort),
  columns: [
    { header: 'Code', kind: 'text', width: 24, of: ({ code }) => code },
    { header: 'Description', kind: 'text', width: 40, of: ({ description }) => description },
    {
      header: 'Discount Percentage',
      kind: 'number',
      of: ({ percentage }) => (percentage === null ? null : Number(percentage)),
    },
    { header: 'Discount Amount', kind: 'money', of: ({ amount }) => amount },
    { header: 'Minimum Spend', kind: 'money', of: ({ minimumSpend }) => minimumSpend },
    { header: 'Applicable To All', kind: 'text', of: ({ isForAll }) => yesNo(isForAll) },
    { header: 'Expiry Date', kind: 'date', of: ({ expiryDay }) => expiryDay },
    { header: 'One-Time Use', kind: 'text', of: ({ isOneTime }) => yesNo(isOneTime) },
    { header: 'Status', kind: 'text', of: (row) => statusWords[statusOf(row, today)] },
    { header: 'Created', kind: 'date', of: (row) => dayOf(row.created_at) },
  ],
});
