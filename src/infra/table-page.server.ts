import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { FastifyReply } from 'fastify';
import { isBlank, parseSearch } from '#lib/search-words.ts';
import { mostRows, usualPageSize } from '#lib/table-limits.ts';
import { type Db, plannedAnew } from './db.server.ts';
import type { Tables } from './tables.server.ts';

/**
 * So few rows are found first and sorted then, where words are looked for even all that are counted. The planner can't know
 * how many rows have a word that begins in some way, nor that they may stand together at the far end of the list's order, and
 * would walk through millions for them.
 */
const fewRows = 2_000;

/** What of `tableQuery` says which rows are wanted. */
export interface Asked {
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
}

/** Some rows of a list and how many there are; `mostRows + 1` stands for all beyond. */
export interface Rows<Row> {
  rows: Row[];
  total: number;
}

/** A filter may leave a handful of rows or a million, and a word may be in all of them. */
const anew = sql.raw(plannedAnew);

/** Which rows of a list are asked for: a page, or the whole of it where none is named. */
export function windowOf({ page, pageSize }: Pick<Asked, 'page' | 'pageSize'>): { limit: number; offset: number } {
  const isPaged = page !== undefined || pageSize !== undefined;
  const limit = isPaged ? (pageSize ?? usualPageSize) : mostRows;
  return { limit, offset: ((page ?? 1) - 1) * limit };
}

/**
 * Reads a page of a list, or the whole of it where no page is asked for. Counting stops beyond `mostRows`, so that a list
 * of a million costs what one of ten thousand does.
 */
export async function tablePage<TB extends keyof Tables, Row, Column extends string>(
  db: Db,
  query: SelectQueryBuilder<Tables, TB, Row>,
  { asked, order }: { asked: Asked; order: Order<Column> },
): Promise<Rows<Row>> {
  const { limit, offset } = windowOf(asked);
  const counted = query
    .clearSelect()
    .select(sql`1`.as('one'))
    .limit(mostRows + 1);
  const { total } = await db
    .selectFrom(counted.as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .modifyEnd(anew)
    .executeTakeFirstOrThrow();
  if (offset >= Math.min(total, mostRows)) return { rows: [], total };
  const sort = asked.sort ?? order.usual;
  const direction = sql.raw(sort.startsWith('-') ? 'desc' : 'asc');
  const column = order.columns[sort.replace(/^-/, '') as Column]; // the shape of the query names the columns
  const isFew = total <= (asked.search ? mostRows : fewRows);
  const sorted = isFew ? sql`(select ${column})` : column; // no index has that
  const rows = await query
    .orderBy(sql`${sorted} ${direction}`)
    .orderBy(sql`${order.key} ${direction}`)
    .limit(limit)
    .offset(offset)
    .modifyEnd(anew)
    .execute();
  return { rows, total };
}

/** The rows for the answer; the header tells how many there are. */
export function withTotal<Row>(reply: FastifyReply, { rows, total }: Rows<Row>): Row[] {
  reply.header('x-total-count', total);
  return rows;
}

/**
 * A condition that a search box asks of `words`, a call of the database's `search_words(…)` that an index has too; undefined
 * where nothing is looked for. Words match whole, a quoted phrase exactly, the last word as a prefix (specification of the
 * shop, section 9). `isLiteral` writes it into the statement, for a list so long that the plan must fit what is looked for.
 */
export function found(
  words: RawBuilder<unknown>,
  search: string | undefined,
  { isLiteral = false } = {},
): RawBuilder<boolean> | undefined {
  const parsed = parseSearch(search ?? '');
  if (isBlank(parsed)) return undefined;
  const phrases = parsed.phrases.map((phrase) => `(${phrase.map((word) => `'${word}'`).join(' <-> ')})`);
  const whole = parsed.words.map((word) => `'${word}'`);
  const begun = parsed.prefix === undefined ? [] : [`'${parsed.prefix}':*`];
  const query = [...phrases, ...whole, ...begun].join(' & ');
  return sql<boolean>`${words} @@ to_tsquery('simple', ${isLiteral ? sql.lit(query) : query})`;
}
