import { sql } from 'kysely';
import { builtInRoles } from '#trade/permissions.ts';
import type { Db } from '#platform/db/db.server.ts';

/** What each account has. */
export const sitesOf = 12;
const priceLists = 200;
/** Prices of a list; fewer where the catalogue has fewer items. */
const pricesOf = 20_000;
const entriesOf = 400;
/** Of an account's invoices, the newest ones that nobody has paid yet. */
const openOf = 12;
/** Invoices that one payment pays. */
const paidAtOnce = 3;

export const accountId = (n: number | string) => sql.raw(`bench.id_of('account', ${n}, 0)`);

/**
 * Adds trade accounts to a generated catalogue, each with twelve sites, one person and 400 entries of two years in its ledger, and 200 price lists
 * of 20,000 prices, most of them under a parent. Once; always the same but for the dates.
 */
export async function makeTrade(db: Db, accounts: number, tell: (line: string) => void): Promise<void> {
  const there = await db.selectFrom('trade_accounts').select('id').limit(1).executeTakeFirst();
  if (there || accounts === 0) return;
  const begun = performance.now();
  await makePriceLists(db);
  await makeAccounts(db, accounts);
  await makeLedger(db, accounts);
  await sql`vacuum (analyze) price_lists, list_prices, trade_accounts, trade_sites, trade_members, account_entries, allocations, open_entries`.execute(
    db,
  );
  tell(`${accounts} trade accounts, ${Math.round((performance.now() - begun) / 1000)} s`);
}

/** A tenth of the lists are parents of the others. */
async function makePriceLists(db: Db): Promise<void> {
  const parents = priceLists / 10;
  await sql`
    insert into price_lists (id, name, parent_id, adjust_percent, created_at)
    select bench.id_of('price list', n, 0), 'List ' || n, case when n >= ${parents} then bench.id_of('price list', n % ${parents}, 0) end,
      -n % 15, now()
    from generate_series(0, ${priceLists - 1}::int) n`.execute(db);
  await sql`
    insert into list_prices (price_list_id, item_id, min_quantity, cents)
    select bench.id_of('price list', n, 0), i.id, 1, round(i.price_cents * 0.9)
    from (select id, price_cents, row_number() over (order by id) as place, count(*) over () as items
      from product_items where archived_at is null and price_cents is not null) i, generate_series(0, ${priceLists - 1}::int) n
    where (i.place + n * 7919) % i.items < ${pricesOf}`.execute(db);
}

async function makeAccounts(db: Db, accounts: number): Promise<void> {
  const all = sql`generate_series(0, ${accounts - 1}::int) n`;
  await sql`
    insert into trade_accounts (id, number, name, abn, status, credit_limit_cents, price_list_id, accounts_email, created_at, opened_at)
    select ${accountId('n')}, 1001 + n, 'Example Company ' || n, '51824753556', 'open', 100000000,
      bench.id_of('price list', n % ${priceLists}, 0), 'accounts.' || n || '@example.com', now() - interval '2 years', now() - interval '2 years'
    from ${all}`.execute(db);
  await sql`
    insert into trade_sites (id, account_id, name, address, price_list_id, budget_cents, created_at)
    select bench.id_of('site', n, place), ${accountId('n')}, 'Site ' || place, jsonb_build_object('unitNumber', '', 'streetNumber', '9',
      'streetName', 'Test Road', 'city', 'Newtown', 'state', 'NSW', 'postcode', '2042'),
      case when place = 0 then bench.id_of('price list', (n + 1) % ${priceLists}, 0) end, 1000000, now()
    from ${all}, generate_series(0, ${sitesOf - 1}::int) place`.execute(db);
  await sql`
    insert into trade_members (id, account_id, user_id, email, role_id, has_all_sites, limit_period, invited_at, joined_at)
    select bench.id_of('member', n, 0), ${accountId('n')}, u.id, u.email, ${builtInRoles.administrator}::uuid, true, 'month', now(), now()
    from ${all} join (select id, email, row_number() over (order by id) - 1 as place, count(*) over () as people from users where user_type = 1) u
      on u.place = n % u.people`.execute(db);
}

/** Three invoices and a payment of them, again and again; the newest invoices are open. */
async function makeLedger(db: Db, accounts: number): Promise<void> {
  const groups = entriesOf / (paidAtOnce + 1);
  const day = sql.raw(`(current_date - 730 + k * 730 / ${groups})`);
  const batch = 500;
  for (let from = 0; from < accounts; from += batch) {
    const some = sql`generate_series(${from}::int, ${Math.min(from + batch, accounts) - 1}::int) n, generate_series(0, ${groups - 1}::int) k`;
    await sql`
      insert into account_entries (id, account_id, site_id, kind, on_day, due_day, cents, document, at)
      select bench.id_of('invoice ' || i, n, k), ${accountId('n')}, bench.id_of('site', n, (k + i) % ${sitesOf}), 'invoice', ${day}, ${day} + 30,
        10000 + 100 * k, 'INV-' || (100000000 + n * 1000 + k * ${paidAtOnce} + i), now()
      from ${some}, generate_series(0, ${paidAtOnce - 1}::int) i`.execute(db);
    const isPaid = sql.raw(`k < ${groups - openOf / paidAtOnce}`);
    await sql`
      insert into account_entries (id, account_id, kind, on_day, cents, document, at)
      select bench.id_of('payment', n, k), ${accountId('n')}, 'payment', ${day} + 20, -${paidAtOnce}::bigint * (10000 + 100 * k), 'PAY ' || k, now()
      from ${some} where ${isPaid}`.execute(db);
    await sql`
      insert into allocations (id, credit_id, debit_id, cents, on_day, at)
      select bench.id_of('allocation ' || i, n, k), bench.id_of('payment', n, k), bench.id_of('invoice ' || i, n, k), 10000 + 100 * k,
        ${day} + 20, now()
      from ${some}, generate_series(0, ${paidAtOnce - 1}::int) i where ${isPaid}`.execute(db);
    await sql`
      insert into open_entries (entry_id, account_id, due_day, open_cents)
      select bench.id_of('invoice ' || i, n, k), ${accountId('n')}, ${day} + 30, 10000 + 100 * k
      from ${some}, generate_series(0, ${paidAtOnce - 1}::int) i where not ${isPaid}`.execute(db);
  }
  await sql`
    update trade_accounts a set exposure_cents = o.cents
    from (select account_id, sum(open_cents) as cents from open_entries group by account_id) o where o.account_id = a.id`.execute(
    db,
  );
}
