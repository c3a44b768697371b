import { sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import { type BenchRequest, measure } from './load.ts';
import type { Row } from './rows.ts';
import type { Served } from './servers.ts';

type Headers = Record<string, string>;

const dayOf = (daysAgo: number): string => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
const row = (name: string, asks: BenchRequest[], allowedMs: number): Row => ({
  name: `admin ${name}`,
  server: 'cached',
  asks: () => asks,
  connections: 8,
  allowedMs,
});

const sampled = 500;

interface Sample {
  id: string;
  number: string;
  email: string;
  firstName: string;
  lastName: string;
  /** Of its first line. */
  product: string;
}

/** What the back office asks of orders, stock and figures, each with what 19 of 20 answers may take. */
export async function salesRows(db: Db, headers: Headers): Promise<Row[]> {
  const { rows } = await sql<Sample>`
    select o.id::text, o.number, o.email, o.first_name as "firstName", o.last_name as "lastName", l.product_name as product
    from (select * from orders where payment = 'paid' order by md5(id::text) limit ${sampled}) o
    join order_items l on l.order_id = o.id and l.position = 0`.execute(db);
  if (rows.length === 0) return [];
  return [
    ...orderRows(rows, headers),
    ...stockRows(headers),
    row('dashboard', [{ path: '/v1/dashboard', headers }], 150),
    ...reportRows(headers),
  ];
}

function reportRows(headers: Headers): Row[] {
  const of = (report: string, days: number): BenchRequest[] => [
    { path: `/v1/reports/${report}?startDate=${dayOf(days)}&endDate=${dayOf(0)}`, headers },
  ];
  return [
    row('report on screen, a month', of('sales', 31), 150),
    row('report on screen, a year', of('sales', 365), 1_000),
    { ...row('report, what sold in a month', of('sales-breakdown', 31), 1_000), connections: 1 },
    { ...row('report, what sold in a year', of('sales-breakdown', 365), 3_000), connections: 1 },
  ];
}

/** What staff type: a name, a name in full, what was bought, part of its name as a phrase. */
const wordsOf = ({ firstName, lastName, product }: Sample): string[] => [
  lastName,
  `${firstName} ${lastName}`,
  product,
  `"${product.split(' ').slice(-3).join(' ')}"`,
];

function orderRows(orders: Sample[], headers: Headers): Row[] {
  const filter = (query: Record<string, string>, body: object = {}): BenchRequest => ({
    path: `/v1/manage-orders/filter?${new URLSearchParams({ page: '1', pageSize: '10', ...query })}`,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ orderStatuses: [0, 1, 2, 3, 4], startDate: dayOf(365), endDate: dayOf(0), ...body }),
  });
  // each connection asks for all kinds in turn, or the quick ones would be asked for most
  const words = orders.flatMap((one, n) =>
    wordsOf(one).map((_, i, kinds) => filter({ search: kinds[(i + (n >> 1)) % kinds.length] ?? '' })),
  );
  return [
    row('orders, first page', [filter({})], 80),
    row(
      'orders, filter',
      [[0], [2], [0, 4], [3]].flatMap((orderStatuses) =>
        [0, 90, 300].map((ago) => filter({}, { orderStatuses, startDate: dayOf(ago + 30), endDate: dayOf(ago) })),
      ),
      80,
    ),
    row(
      'orders, search',
      orders.flatMap(({ number, email }) => [filter({ search: number }), filter({ search: email })]),
      80,
    ),
    row('orders, search for words', words, 80),
    { ...row('orders, search for words, two at once', words, 80), connections: 2 },
    row(
      'order details',
      orders.map(({ id }) => ({ path: `/v1/manage-orders/details/${id}`, headers })),
      15,
    ),
  ];
}

function stockRows(headers: Headers): Row[] {
  const view = (query: Record<string, string>): BenchRequest => ({
    path: `/v1/manage-product-stocks/view?${new URLSearchParams({ page: '1', pageSize: '10', ...query })}`,
    headers,
  });
  const sorts = ['productName', 'productCode', 'sellingPrice', 'stockOnHand', 'supplier'];
  return [
    row('stock, first page', [view({})], 60),
    row(
      'stock, sort',
      sorts.flatMap((sort) => [view({ sort }), view({ sort: `-${sort}` })]),
      60,
    ),
    row('stock, filter', [view({ stock: 'low' }), view({ stock: 'out' })], 60),
    row('stock, search', [view({ search: 'mop' }), view({ search: 'b0000042' })], 60),
  ];
}

const megabyte = 1024 * 1024;
const lookEveryMs = 250;

/** The inventory report of a year: how long it takes, what memory it needs, and what the shop's readers feel of it. */
export async function besideReport(server: Served, shop: BenchRequest[], headers: Headers): Promise<string[]> {
  const reading = { port: server.port, asks: shop, seconds: 8 };
  await measure({ ...reading, seconds: 2 });
  const alone = await measure(reading);
  const quiet = await reported(server, headers);
  const ended = new AbortController();
  const going = again(server, headers, ended.signal);
  const beside = await measure(reading);
  ended.abort();
  await going;
  const p99 = [alone.p99, beside.p99, beside.p99 / alone.p99].map((one) => one.toFixed(1));
  return [
    `Inventory report of a year, ${quiet.items} items: ${quiet.seconds.toFixed(1)} s (20 allowed), memory grew by ` +
      `${Math.round(quiet.grown / megabyte)} MB (150 allowed), ${(quiet.bytes / megabyte).toFixed(1)} MB of file.`,
    `List beside it: p99 ${p99[0]} ms alone, ${p99[1]} ms beside (${p99[2]} times, 2 allowed).`,
  ];
}

interface Reported {
  seconds: number;
  bytes: number;
  items: number;
  /** Bytes of memory at most, above what there was before. */
  grown: number;
}

const askReport = ({ port }: Served, headers: Headers): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/v1/reports/download-report`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ reportType: 1, startDate: dayOf(365), endDate: dayOf(0) }),
  });

async function bytesOf(response: Response): Promise<number> {
  let bytes = 0;
  for await (const chunk of response.body ?? []) bytes += chunk.length;
  return bytes;
}

async function reported(server: Served, headers: Headers): Promise<Reported> {
  const before = await server.rss();
  let highest = before;
  let isLooking = true;
  const looking = (async () => {
    while (isLooking) {
      highest = Math.max(highest, await server.rss());
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    }
  })();
  const begun = performance.now();
  const response = await askReport(server, headers);
  const bytes = await bytesOf(response);
  const seconds = (performance.now() - begun) / 1000;
  isLooking = false;
  await looking;
  return { seconds, bytes, items: Number(response.headers.get('x-total-count')), grown: highest - before };
}

/** One report after another, until it is told to end. */
async function again(server: Served, headers: Headers, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) await bytesOf(await askReport(server, headers));
}
