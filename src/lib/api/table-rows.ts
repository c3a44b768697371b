import type { RouterContextProvider } from 'react-router';
import { callList, page } from './api-context.ts';
import type { Endpoint, InputOf, ReplyOf } from './endpoint.ts';
import { Problem, errorMessageOf } from './problem.ts';
import { defaultPageSize } from '../table-limits.ts';

/** Milliseconds that a page waits for its rows before it shows a skeleton; a shorter wait is not noticed. */
const waitBeforeSkeleton = 300;
/** The framework aborts pending data after 5 seconds and would show its own error instead of the table's. */
const longestWait = 4_000;

/** The rows of a back-office table, or why they could not be loaded. */
export interface PageOfRows<Row> {
  rows: Row[];
  /** Above 10,000 it means "more than 10,000". */
  total: number;
  failure?: { message: string; requestId: string | undefined };
}

/** The data of a page's loader: rows, or a promise of them while a skeleton is shown. */
export type RowsOrPromise<Row> = PageOfRows<Row> | { later: Promise<PageOfRows<Row>> };

type RowOf<E extends Endpoint> = ReplyOf<E> extends (infer Row)[] ? Row : never;

interface RowsRequest<E extends Endpoint> {
  url: URL;
  /** Shown if the server sends no better message (specification of the shop, section 8). */
  otherwise: string;
  /** Rows on a page if the URL names no page size. */
  usualSize?: number;
  /** Further input of the call. */
  input?: Partial<InputOf<E>>;
}

/** The URL's query as a call's query: repeated parameters become lists. */
export function queryOf({ searchParams }: URL, usualSize = defaultPageSize): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = { page: '1', pageSize: String(usualSize) };
  for (const name of new Set(searchParams.keys())) {
    const values = searchParams.getAll(name);
    query[name] = values.length > 1 ? values : (values[0] ?? '');
  }
  return query;
}

/** Requests the rows that the page's URL selects. Returns a failure instead of throwing it, so that the page keeps its filters. */
export async function tableRows<E extends Endpoint>(
  context: Readonly<RouterContextProvider>,
  endpoint: E,
  { url, otherwise, usualSize, input }: RowsRequest<E>,
): Promise<PageOfRows<RowOf<E>>> {
  try {
    const request = { query: queryOf(url, usualSize), ...input } as unknown as InputOf<E>; // its shape reads strings
    const { rows, total } = await callList(context, endpoint, request);
    return { rows: rows as RowOf<E>[], total }; // a list's reply is an array
  } catch (error) {
    if (!(error instanceof Problem) || error.status === 401) throw error;
    return { rows: [], total: 0, failure: { message: errorMessageOf(error, otherwise), requestId: error.requestId } };
  }
}

const after = <T>(ms: number, value: T): Promise<T> => new Promise((done) => setTimeout(() => done(value), ms));

/** Like `tableRows`, but for slow rows it returns a promise, so that the page shows its head and a skeleton meanwhile. */
export async function tableRowsOrPromise<E extends Endpoint>(
  context: Readonly<RouterContextProvider>,
  endpoint: E,
  request: RowsRequest<E>,
): Promise<RowsOrPromise<RowOf<E>>> {
  const rows = tableRows(context, endpoint, request);
  if (!page(context).isData) return rows;
  const soon = await Promise.race([rows, after(waitBeforeSkeleton, undefined)]);
  if (soon) return soon;
  const failure = { message: request.otherwise, requestId: undefined };
  return { later: Promise.race([rows, after(longestWait, { rows: [], total: 0, failure })]) };
}
