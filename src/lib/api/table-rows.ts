import type { RouterContextProvider } from 'react-router';
import { listed, page } from './api-context.ts';
import type { Endpoint, InputOf, ReplyOf } from './endpoint.ts';
import { Problem, sentenceOf } from './problem.ts';
import { usualPageSize } from '../table-limits.ts';

/** Milliseconds that a page waits for its rows; a shorter wait is not felt, and nothing has to stand in for them. */
const patience = 300;
/** The framework gives up what a page still waits for after 5 seconds, and would show its own error instead of the table's. */
const longestWait = 4_000;

/** What a back-office table shows of a list, or why it can't. */
export interface TableRows<Row> {
  rows: Row[];
  total: number;
  failure?: { message: string; requestId: string | undefined };
}

type RowOf<E extends Endpoint> = ReplyOf<E> extends (infer Row)[] ? Row : never;

interface Wanted<E extends Endpoint> {
  url: URL;
  /** Said where the server says nothing better (specification of the shop, section 8). */
  otherwise: string;
  /** Rows of a page where the address names none. */
  usualSize?: number;
  /** What else the call takes. */
  input?: Partial<InputOf<E>>;
}

/** The address as a call's query: what stands in it more than once becomes a list. */
export function queryOf({ searchParams }: URL, usualSize = usualPageSize): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = { page: '1', pageSize: String(usualSize) };
  for (const name of new Set(searchParams.keys())) {
    const values = searchParams.getAll(name);
    query[name] = values.length > 1 ? values : (values[0] ?? '');
  }
  return query;
}

/** Asks a list for the rows that the page's address wants. A failure is the table's to show, so that filters are kept. */
export async function tableRows<E extends Endpoint>(
  context: Readonly<RouterContextProvider>,
  endpoint: E,
  { url, otherwise, usualSize, input }: Wanted<E>,
): Promise<TableRows<RowOf<E>>> {
  try {
    const asked = { query: queryOf(url, usualSize), ...input } as unknown as InputOf<E>; // its shape reads texts of an address
    const { rows, total } = await listed(context, endpoint, asked);
    return { rows: rows as RowOf<E>[], total }; // a list's answer is an array
  } catch (error) {
    if (!(error instanceof Problem) || error.status === 401) throw error;
    return { rows: [], total: 0, failure: { message: sentenceOf(error, otherwise), requestId: error.requestId } };
  }
}

const after = <T>(ms: number, value: T): Promise<T> => new Promise((done) => setTimeout(() => done(value), ms));

/** `tableRows` for a page that comes without its rows where they take long: its head and a skeleton are there meanwhile. */
export async function tableRowsOrLater<E extends Endpoint>(
  context: Readonly<RouterContextProvider>,
  endpoint: E,
  wanted: Wanted<E>,
): Promise<TableRows<RowOf<E>> | { later: Promise<TableRows<RowOf<E>>> }> {
  const rows = tableRows(context, endpoint, wanted);
  if (!page(context).isData) return rows;
  const soon = await Promise.race([rows, after(patience, undefined)]);
  if (soon) return soon;
  const failure = { message: wanted.otherwise, requestId: undefined };
  return { later: Promise.race([rows, after(longestWait, { rows: [], total: 0, failure })]) };
}
