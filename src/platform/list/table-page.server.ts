import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { tableQuery } from '#lib/api/wire.ts';
import { parseSearch } from '#lib/text/search-words.ts';
import { mostRows, defaultPageSize } from '#lib/table-limits.ts';
import { type Db, planEachTime } from '../db/db.server.ts';
import type { Tables } from '../db/tables.server.ts';
import { briefCacheMs, cachedTotal, cachedTotals, cacheMs } from './cached-totals.server.ts';

/** Up to this many matches are all found and then sorted; with more, reading along the sort's index fills a page sooner. */
const fewRows = 2_000;

/** The request of a list. The condition for its `search` must already be in the query, see `searchCondition`. */
export type TableQuery = z.output<ReturnType<typeof tableQuery<string>>>;

/** The ways in which a list can be sorted. */
export interface Order<Column extends string> {
  /** The expression of each sortable column; an index that ends with `key` should serve each. */
  columns: Record<Column, RawBuilder<unknown>>;
  /** The default, in the syntax of `sort`. */
  usual: Column | `-${Column}`;
  /** A unique expression that orders rows with equal values. */
  key: RawBuilder<unknown>;
  /** The table and the condition of its indexed rows. If given, reading along an index gives up after some distance. */
  of?: IndexedRows;
}

interface IndexedRows {
  table: keyof Tables;
  rows: RawBuilder<boolean>;
}

/** Rows of a list and their total number; `mostRows + 1` means "more than `mostRows`". */
export interface RowsWithTotal<Row> {
  rows: Row[];
  total: number;
}

/** The best plan depends on the values: a filter or a word may match a handful of rows or a million. */
const planEachTimeSql = sql.raw(planEachTime);

/** Limit and offset of a request: a page, or the whole list if no page is named. */
export function limitAndOffset({ page, pageSize }: Pick<TableQuery, 'page' | 'pageSize'>) {
  const isPaged = page !== undefined || pageSize !== undefined;
  const limit = isPaged ? (pageSize ?? defaultPageSize) : mostRows;
  return { limit, offset: ((page ?? 1) - 1) * limit };
}

/** Two ways to read a page, each fast where the other is slow. */
export interface PageStrategies<Row> {
  /** Whether there are certainly more than 10,000 matches, if that can be known without finding them. */
  isSurelyLong?(): Promise<boolean>;
  /** Finds all matches, up to `most`, counts and sorts them. */
  sortMatches(most: number | null): Promise<RowsWithTotal<Row>>;
  /** Reads along the sort's index until the page is full; undefined if that would take long. */
  walkIndex(total: number): Promise<Row[] | undefined>;
}

interface PageOfQuery {
  /** Everything that the total depends on: the query and its values. */
  cacheKey: unknown;
  offset: number;
  /** Whether every change of the rows calls `dropCachedTotals`: then totals up to 10,000 are cached as long as larger ones. */
  isDroppedOnChange?: boolean;
}

/** At this number of matches, sorting them all costs as much as finding a page along an index of a million rows. */
const manyRows = 4_000;

/**
 * Reads a page by the faster of two ways: up to 10,000 matches are sorted; with more, reading along the index soon yields a page,
 * unless the matches are all at its far end. PostgreSQL can't choose, because it has no statistics on prefixes or on where matches are.
 * A query's total above 10,000 is cached for a minute; one above 4,000 for ten seconds, or also for a minute if changes drop it.
 */
export async function readPageFaster<Row>(
  db: Db,
  { cacheKey, offset, isDroppedOnChange = false }: PageOfQuery,
  { isSurelyLong, sortMatches, walkIndex }: PageStrategies<Row>,
): Promise<RowsWithTotal<Row>> {
  const key = JSON.stringify(cacheKey);
  let total = cachedTotal(db, key);
  if (total === undefined) {
    const totals = cachedTotals(db);
    const all = (await isSurelyLong?.()) ? undefined : await sortMatches(mostRows + 1);
    total = all?.total ?? mostRows + 1;
    const forMs = isDroppedOnChange || total > mostRows ? cacheMs : briefCacheMs;
    if (total > manyRows) totals.set(key, { total, until: performance.now() + forMs });
    if (all && total <= mostRows) return all;
  }
  if (offset >= mostRows) return { rows: [], total };
  const rows = await walkIndex(total);
  if (rows) return { rows, total };
  const all = await sortMatches(total > mostRows ? null : mostRows + 1);
  return { rows: all.rows, total: Math.min(all.total, mostRows + 1) };
}

/**
 * Reads a page of a list, or the whole list if no page is requested. Counting stops beyond `mostRows`, so that a list
 * of a million rows costs no more than one of ten thousand.
 */
export function tablePage<TB extends keyof Tables, Row, Column extends string>(
  db: Db,
  query: SelectQueryBuilder<Tables, TB, Row>,
  { asked, order }: { asked: TableQuery; order: Order<Column> },
): Promise<RowsWithTotal<Row>> {
  const sort = asked.sort ?? order.usual;
  const sorted: Sorted = {
    column: order.columns[sort.replace(/^-/, '') as Column], // the query's shape admits only these columns
    key: order.key,
    direction: sort.startsWith('-') ? 'desc' : 'asc',
    ...limitAndOffset(asked),
  };
  if (!asked.search) return countedPage(db, query, sorted);
  const { sql: text, parameters } = query.compile();
  const page = { cacheKey: [text, parameters], offset: sorted.offset };
  return readPageFaster(db, page, {
    isSurelyLong: async () => !hasPhrase(asked.search) && (await estimateRows(db, query)) > surelyLong,
    sortMatches: (most) => sortedPage(db, query, { sorted, most }),
    walkIndex: (total) => walkIndexPage(db, query, { sorted, total, of: order.of }),
  });
}

/**
 * The planner's estimate of the rows of a query. It knows the frequency of common words from a sample, so an estimate far above
 * 10,000 is reliable, except for phrases, where it knows only how often their words occur.
 */
async function estimateRows<TB extends keyof Tables, Row>(
  db: Db,
  query: SelectQueryBuilder<Tables, TB, Row>,
): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) ${query}`.execute(db);
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

const surelyLong = 3 * mostRows;
const hasPhrase = (search = ''): boolean => parseSearch(search).phrases.length > 0;

/** How many entries of an index of a million rows to read for each row of the page: twice the expected number. */
export const passedForEach = (total: number): number => Math.ceil(2_000_000 / total);
/** Reading more index entries costs more than sorting a list of 10,000 rows. */
export const mostPassed = 40_000;
const mostPassedOfMany = 300_000;

/** Reads the page along the index; undefined if its rows are not near the start of the index. */
async function walkIndexPage<TB extends keyof Tables, Row>(
  db: Db,
  query: SelectQueryBuilder<Tables, TB, Row>,
  { sorted, total, of }: { sorted: Sorted; total: number; of: IndexedRows | undefined },
): Promise<Row[] | undefined> {
  const { column, key, direction, limit, offset } = sorted;
  const passed = (limit + offset) * passedForEach(total);
  if (total <= mostRows && (!of || passed > mostPassed)) return undefined;
  if (!of || passed > mostPassedOfMany) return inOrder(query, sorted).execute();
  const whole = (rows: Row[]): Row[] | undefined => (rows.length === limit ? rows : undefined);
  const hasFewer = passed > total && (await estimateTableRows(db, of.table)) <= passed; // then the whole index may be read
  if (hasFewer) return whole(await inOrder(query, sorted).execute());
  const way = sql.raw(direction);
  const last = sql`select ${column} as sorted, ${key} as key from ${sql.table(of.table)} where ${of.rows}
    order by ${column} ${way}, ${key} ${way} limit 1 offset ${sql.lit(passed)}`;
  const isNear = sql<boolean>`(${column}, ${key}) ${sql.raw(direction === 'asc' ? '<' : '>')} (${last})`;
  return whole(await inOrder(query.where(isNear), sorted).execute());
}

/** The number of rows of a table at its last vacuum or analyze; infinite if there was none. */
async function estimateTableRows(db: Db, table: keyof Tables): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select reltuples as rows from pg_class where oid = ${table}::regclass`.execute(db);
  const estimate = rows[0]?.rows ?? -1;
  return estimate < 0 ? Infinity : estimate;
}

interface Sorted {
  column: RawBuilder<unknown>;
  key: RawBuilder<unknown>;
  direction: 'asc' | 'desc';
  limit: number;
  offset: number;
}

function inOrder<TB extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, TB, Row>,
  { column, key, direction, limit, offset }: Sorted,
) {
  const way = sql.raw(direction);
  return query
    .orderBy(sql`${column} ${way}`)
    .orderBy(sql`${key} ${way}`)
    .limit(limit)
    .offset(offset)
    .modifyEnd(planEachTimeSql);
}

async function countedPage<TB extends keyof Tables, Row>(
  db: Db,
  query: SelectQueryBuilder<Tables, TB, Row>,
  sorted: Sorted,
): Promise<RowsWithTotal<Row>> {
  const counted = query
    .clearSelect()
    .select(sql`1`.as('one'))
    .limit(mostRows + 1);
  const { total } = await db
    .selectFrom(counted.as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .modifyEnd(planEachTimeSql)
    .executeTakeFirstOrThrow();
  if (sorted.offset >= Math.min(total, mostRows)) return { rows: [], total };
  const column = total <= fewRows ? sql`(select ${sorted.column})` : sorted.column; // as an expression, so that the index is not used
  return { rows: await inOrder(query, { ...sorted, column }).execute(), total };
}

interface CountedRow {
  sortKey: unknown;
  rowKey: string | null;
  total: number;
}

async function sortedPage<TB extends keyof Tables, Row>(
  db: Db,
  query: SelectQueryBuilder<Tables, TB, Row>,
  { sorted: { column, key, direction, limit, offset }, most }: { sorted: Sorted; most: number | null },
): Promise<RowsWithTotal<Row>> {
  const place = [column.as('sortKey'), key.as('rowKey')] as const;
  const keys = query.clearSelect().select(place);
  const order = sql.raw(`order by "sortKey" ${direction}, "rowKey" ${direction}`);
  const onPage = sql<boolean>`${key} = any(array(select "rowKey" from matched ${order} limit ${limit} offset ${offset}))`;
  const { rows } = await sql<Row & CountedRow>`
    with matched as materialized ${most === null ? keys : keys.limit(most)}
    select page.*, counted.total from (select count(*) as total from matched) counted
    left join ${query.select(place).where(onPage)} page on true
    ${order} ${planEachTimeSql}`.execute(db);
  return { rows: rows.flatMap(rowOf<Row>), total: rows[0]?.total ?? 0 };
}

/** Extracts the list's row from a result row. If nothing matches, the only result row holds just the count. */
function rowOf<Row>({ sortKey: _sort, rowKey, total: _total, ...row }: Row & CountedRow): Row[] {
  return rowKey === null ? [] : [row as Row]; // without the joined columns
}

/** A list's rows in the requested order, for exports. */
export function inListOrder<TB extends keyof Tables, Row, Column extends string>(
  query: SelectQueryBuilder<Tables, TB, Row>,
  { columns, usual, key }: Order<Column>,
  sort: string = usual,
): SelectQueryBuilder<Tables, TB, Row> {
  const direction = sql.raw(sort.startsWith('-') ? 'desc' : 'asc');
  const column = columns[sort.replace(/^-/, '') as Column]; // the query's shape admits only these columns
  return query.orderBy(sql`${column} ${direction}`).orderBy(sql`${key} ${direction}`);
}

/** The rows for the response; sets the header with their total. */
export function withTotal<Row>(reply: FastifyReply, { rows, total }: RowsWithTotal<Row>): Row[] {
  reply.header('x-total-count', total);
  return rows;
}
