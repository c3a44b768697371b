import { sql } from 'kysely';
import { startSession } from '#accounts/sign-in/sessions.server.ts';
import { addYears, dayOf } from '#lib/day.ts';
import { systemClock } from '#platform/process/clock.server.ts';
import type { Db } from '#platform/db/db.server.ts';
import { readEnv } from '#platform/process/env.server.ts';
import type { BenchRequest } from './load.ts';
import type { Row } from './rows.ts';
import { sessionSecret } from './secret.ts';
import { accountId } from './trade.ts';

/** Accounts whose people ask. */
const buyers = 100;
/** Products on a page of a list. */
const onPage = 24;

interface Buyer {
  accountId: string;
  /** Of the account's first site, which has a price list of its own, and of its second, which has the account's. */
  siteIds: [string, string];
  headers: Record<string, string>;
}

const json = { 'content-type': 'application/json' };

/** What people of trade accounts and their suppliers' staff ask for; nothing without accounts. */
export async function tradeRows(
  db: Db,
  { ids, cartBodies, staff }: { ids: string[]; cartBodies: object[]; staff: Record<string, string> },
): Promise<Row[]> {
  const people = await readBuyers(db);
  const [first] = people;
  if (!first) return [];
  const at = <Of>(list: readonly Of[], place: number): Of => list[place % list.length] as Of; // not empty
  const post = (path: string, headers: Record<string, string>, body: object): BenchRequest => ({
    path,
    method: 'POST',
    headers: { ...json, ...headers },
    body: JSON.stringify(body),
  });
  const row = (name: string, asks: BenchRequest[], more: Partial<Row> = {}): Row => ({
    name: `trade ${name}`,
    server: 'cached',
    asks: () => asks,
    ...more,
  });
  const page = (from: number): string[] =>
    Array.from({ length: onPage }, (_, place) => at(ids, from * 31 + place * 17));
  const today = dayOf(new Date());
  const year = `startDate=${addYears(today, -1)}&endDate=${today}`;
  const carts = (one: boolean): BenchRequest[] =>
    cartBodies.map((body, place) => {
      const { siteIds, headers } = at(people, place);
      return post('/v1/trade/cart', headers, { ...body, siteId: siteIds[one ? 0 : 1] });
    });
  return [
    row(
      'cart of five lines, signed in without a site',
      cartBodies.map((body, place) => post('/v1/shopping-cart-items', at(people, place).headers, body)),
    ),
    row('cart of five lines of a site', carts(false)),
    row('cart of five lines of a site with a list of its own', carts(true)),
    row(
      'prices of a page',
      people.map(({ siteIds, headers }, place) =>
        post('/v1/trade/prices', headers, { siteId: siteIds[0], ids: page(place) }),
      ),
      { connections: 1, allowedMs: 8 },
    ),
    row(
      'statement of a year',
      people.map(({ accountId: id }) => ({ path: `/v1/trade-accounts/${id}/statement?${year}`, headers: staff })),
      { connections: 1, allowedMs: 300 },
    ),
    row(
      'ageing of all accounts',
      [
        { path: '/v1/debtors/totals', headers: staff },
        { path: '/v1/debtors?sort=-overdue&pageSize=20', headers: staff },
      ],
      { connections: 1, allowedMs: 500 },
    ),
  ];
}

async function readBuyers(db: Db): Promise<Buyer[]> {
  const { rows } = await sql<Omit<Buyer, 'headers'> & { userId: string }>`
    select a.id as "accountId", m.user_id as "userId", array[bench.id_of('site', n, 0), bench.id_of('site', n, 1)]::text[] as "siteIds"
    from generate_series(0, ${buyers - 1}::int) n join trade_accounts a on a.id = ${accountId('n')} join trade_members m on m.account_id = a.id`.execute(
    db,
  );
  const env = readEnv({ SESSION_SECRET: sessionSecret });
  return Promise.all(
    rows.map(async ({ userId, ...buyer }) => {
      const caller = { userId, ip: '127.0.0.1', userAgent: undefined };
      const { access_token: token } = await startSession({ env, clock: systemClock }, db, caller);
      return { ...buyer, headers: { authorization: `Bearer ${token}` } };
    }),
  );
}
