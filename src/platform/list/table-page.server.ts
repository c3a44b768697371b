import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { FastifyReply } from 'fastify';
import { parseSearch } from '#lib/text/search-words.ts';
import { mostRows, usualPageSize } from '#lib/table-limits.ts';
import { type Db, plannedAnew } from '../db/db.server.ts';
import type { Tables } from '../db/tables.server.ts';

/** So few rows of a filter are found first and sorted then; of more, a sort's index soon has a page. */
const fewRows = 2_000;

/** What of `tableQuery` says which rows are wanted. */
export interface TableQuery {
  page?: number | undefined;
  pageSize?: number | undefined;
  /** `name`, or `-name` from the end. */
  sort?: string | undefined;
  /** What the query looks for already, by `found()`. */
  search?: string | undefined;
}

/** How a list may be sorted. */
export interface Order<Column extends string> {
  /** What each column is sorted by; an index that ends with `key` should serve each. */
  columns: Record<Column, RawBuilder<unknown>>;
  /** As `sort` would say it, where nothing is asked for. */
  usual: Column | `-${Column}`;
  /** Unique; it settles the order of rows that are alike. */
  key: RawBuilder<unknown>;
  /** The table, and which of its rows the indexes hold: then a page is not looked for far along an index. */
  of?: Held;
}

interface Held {
  table: keyof Tables;
  rows: RawBuilder<boolean>;
}

/** Some rows of a list and how many there are; `mostRows + 1` stands for all beyond. */
export interface RowsWithTotal<Row> {
  rows: Row[];
  total: number;
}

/** A filter may leave a handful of rows or a million, and a word may be in all of them. */
const anew = sql.raw(plannedAnew);

/** Which rows of a list are asked for: a page, or the whole of it where none is named. */
export function windowOf({ page, pageSize }: Pick<TableQuery, 'page' | 'pageSize'>): { limit: number; offset: number } {
  const isPaged = page !== undefined || pageSize !== undefined;
  const limit = isPaged ? (pageSize ?? usualPageSize) : mostRows;
  return { limit, offset: ((page ?? 1) - 1) * limit };
}

/** Two ways to a page, each fast where the other is slow. */
export interface Ways<Row> {
  /** Whether there are certainly more than 10,000, if that can be known without finding them. */
  isSurelyLong?(): Promise<boolean>;
  /** Finds all that is meant, up to `most`, counts it and sorts it. */
  gathered(most: number | null): Promise<RowsWithTotal<Row>>;
  /** Goes along the sort's index until the page is full, knowing how many there are; undefined where it would be long. */
  walked(total: number): Promise<Row[] | undefined>;
}

interface Wanted {
  /** What is asked, in values. */
  asked: unknown;
  offset: number;
  /** Whether whoever changes the rows calls `forgetTotals`: then shorter lists are remembered as long. */
  isTold?: boolean;
}

/** So many rows cost as much to gather as to come by along an index of a million. */
const manyRows = 4_000;

/**
 * A page by the better of two ways: up to 10,000 rows are gathered; of more, the index soon has a page, unless they all stand
 * at its far end. The planner can't know which it is: how many rows have a word that begins in some way, and where they are.
 * That more than 10,000 are meant is remembered for a minute, by what is asked; how many more than 4,000 there are, for ten
 * seconds, or where changes are told until then.
 */
export async function eitherWay<Row>(
  db: Db,
  { asked, offset, isTold = false }: Wanted,
  { isSurelyLong, gathered, walked }: Ways<Row>,
): Promise<RowsWithTotal<Row>> {
  const key = JSON.stringify(asked);
  let total = knownTotal(db, key);
  if (total === undefined) {
    const totals = keptTotals(db);
    const all = (await isSurelyLong?.()) ? undefined : await gathered(mostRows + 1);
    total = all?.total ?? mostRows + 1;
    const forMs = isTold || total > mostRows ? keptMs : brieflyMs;
    if (total > manyRows) totals.set(key, { total, until: performance.now() + forMs });
    if (all && total <= mostRows) return all;
  }
  if (offset >= mostRows) return { rows: [], total };
  const rows = await walked(total);
  if (rows) return { rows, total };
  const all = await gathered(total > mostRows ? null : mostRows + 1);
  return { rows: all.rows, total: Math.min(all.total, mostRows + 1) };
}

const keptMs = 60_000;
const brieflyMs = 10_000;
const mostKept = 1_000;

type Totals = Map<string, { total: number; until: number }>;
const kept = new WeakMap<Db, Totals>();

/** Forgets how long lists are: call it after every change of rows whose lists say `isTold`. */
export const forgetTotals = (db: Db): void => void kept.delete(db);

/** What is remembered now; a count that was begun before a change goes into what is forgotten with it. */
function keptTotals(db: Db): Totals {
  const totals: Totals = kept.get(db) ?? new Map();
  if (totals.size >= mostKept) totals.clear();
  kept.set(db, totals);
  return totals;
}

function knownTotal(db: Db, key: string): number | undefined {
  const found = kept.get(db)?.get(key);
  return found && found.until > performance.now() ? found.total : undefined;
}

/**
 * Reads a page of a list, or the whole of it where no page is asked for. Counting stops beyond `mostRows`, so that a list
 * of a million costs what one of ten thousand does.
 */
export function tablePage<TB extends keyof Tables, Row, Column extends string>(
  db: Db,
  query: SelectQueryBuilder<Tables, TB, Row>,
  { asked, order }: { asked: TableQuery; order: Order<Column> },
): Promise<RowsWithTotal<Row>> {
  const sort = asked.sort ?? order.usual;
  const sorted: Sorted = {
    column: order.columns[sort.replace(/^-/, '') as Column], // the shape of the query names the columns
    key: order.key,
    direction: sort.startsWith('-') ? 'desc' : 'asc',
    ...windowOf(asked),
  };
  if (!asked.search) return countedPage(db, query, sorted);
  const { sql: text, parameters } = query.compile();
  const page = { asked: [text, parameters], offset: sorted.offset };
  return eitherWay(db, page, {
    isSurelyLong: async () => !hasPhrase(asked.search) && (await guessed(db, query)) > surelyLong,
    gathered: (most) => gatheredPage(db, query, { sorted, most }),
    walked: (total) => walkedPage(db, query, { sorted, total, of: order.of }),
  });
}

/**
 * The planner's guess of how many rows a query has. It knows from a sample how often common words stand, so that of guesses so
 * far above 10,000 none is wrong; of phrases it knows how often their words stand anywhere.
 */
async function guessed<TB extends keyof Tables, Row>(
  db: Db,
  query: SelectQueryBuilder<Tables, TB, Row>,
): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) ${query}`.execute(db);
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

const surelyLong = 3 * mostRows;
const hasPhrase = (search = ''): boolean => parseSearch(search).phrases.length > 0;

/** How many entries of an index of a million are passed at most for each row of the page: twice what has to be. */
export const passedForEach = (total: number): number => Math.ceil(2_000_000 / total);
/** To pass more costs more than to gather a list up to 10,000. */
export const mostPassed = 40_000;
const mostPassedOfMany = 300_000;

/** Undefined where the page is not found near the index's end. */
async function walkedPage<TB extends keyof Tables, Row>(
  db: Db,
  query: SelectQueryBuilder<Tables, TB, Row>,
  { sorted, total, of }: { sorted: Sorted; total: number; of: Held | undefined },
): Promise<Row[] | undefined> {
  const { column, key, direction, limit, offset } = sorted;
  const passed = (limit + offset) * passedForEach(total);
  if (total <= mostRows && (!of || passed > mostPassed)) return undefined;
  if (!of || passed > mostPassedOfMany) return inOrder(query, sorted).execute();
  const way = sql.raw(direction);
  const last = sql`select ${column} as sorted, ${key} as key from ${sql.table(of.table)} where ${of.rows}
    order by ${column} ${way}, ${key} ${way} limit 1 offset ${sql.lit(passed)}`;
  const isNear = sql<boolean>`(${column}, ${key}) ${sql.raw(direction === 'asc' ? '<' : '>')} (${last})`;
  const whole = (rows: Row[]): Row[] | undefined => (rows.length === limit ? rows : undefined);
  const near = whole(await inOrder(query.where(isNear), sorted).execute());
  if (near) return near;
  const { rows: beyond } = await last.execute(db);
  return beyond.length === 0 ? whole(await inOrder(query, sorted).execute()) : undefined; // a short table ends before
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
  return query.orderBy(sql`${column} ${way}`).orderBy(sql`${key} ${way}`).limit(limit).offset(offset).modifyEnd(anew);
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
    .modifyEnd(anew)
    .executeTakeFirstOrThrow();
  if (sorted.offset >= Math.min(total, mostRows)) return { rows: [], total };
  const column = total <= fewRows ? sql`(select ${sorted.column})` : sorted.column; // no index has that
  return { rows: await inOrder(query, { ...sorted, column }).execute(), total };
}

interface Gathered {
  sortKey: unknown;
  rowKey: string | null;
  total: number;
}

async function gatheredPage<TB extends keyof Tables, Row>(
  db: Db,
  query: SelectQueryBuilder<Tables, TB, Row>,
  { sorted: { column, key, direction, limit, offset }, most }: { sorted: Sorted; most: number | null },
): Promise<RowsWithTotal<Row>> {
  const place = [column.as('sortKey'), key.as('rowKey')] as const;
  const keys = query.clearSelect().select(place);
  const order = sql.raw(`order by "sortKey" ${direction}, "rowKey" ${direction}`);
  const onPage = sql<boolean>`${key} = any(array(select "rowKey" from meant ${order} limit ${limit} offset ${offset}))`;
  const { rows } = await sql<Row & Gathered>`
    with meant as materialized ${most === null ? keys : keys.limit(most)}
    select page.*, counted.total from (select count(*) as total from meant) counted
    left join ${query.select(place).where(onPage)} page on true
    ${order} ${anew}`.execute(db);
  return { rows: rows.flatMap(rowOf<Row>), total: rows[0]?.total ?? 0 };
}

/** Where nothing is found, one row has nothing but the count. */
function rowOf<Row>({ sortKey: _sort, rowKey, total: _total, ...row }: Row & Gathered): Row[] {
  return rowKey === null ? [] : [row as Row]; // what was joined to it is taken off
}

/** The rows for the answer; the header tells how many there are. */
export function withTotal<Row>(reply: FastifyReply, { rows, total }: RowsWithTotal<Row>): Row[] {
  reply.header('x-total-count', total);
  return rows;
}
