import { sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import { dayOf } from '#lib/day.ts';
import { rebuildItemSales } from '#reports/daily-item-sales.server.ts';
import { administrator } from './back-office.ts';

/** Lines of an order. */
const lines = 3;
/** Movements for each order: its lines, what comes in, what goes otherwise. */
const movementsAnOrder = 5;
const mostItems = 100_000;
const batchSize = 25_000;

const idOf = (kind: string, place = '0') => sql.raw(`bench.id_of('${kind}', n, ${place})`);

/** Later orders come more often; the newest is of this hour. */
const placedAt = (orders: number) => sql`(now() - interval '365 days' * (1 - power((n + 1) / ${orders}::float, 0.9)))`;

/**
 * Adds a year of sales to a generated catalogue: orders of three lines, a fiftieth of them cancelled and as many refunded in
 * part, and five movements for each, after which what is on hand is the ledger's sum. Once; always the same but for the dates.
 */
export async function makeSales(db: Db, orders: number, tell: (line: string) => void): Promise<void> {
  const there = await db.selectFrom('refunds').select('id').limit(1).executeTakeFirst();
  if (there || orders === 0) return;
  const begun = performance.now();
  const seconds = () => Math.round((performance.now() - begun) / 1000);
  await makeGround(db);
  for (let from = 0; from < orders; from += batchSize) {
    const to = Math.min(from + batchSize, orders);
    await db.transaction().execute(async (tx) => {
      await makeOrders(tx, { from, to, orders });
      await makeMovements(tx, { from, to, orders });
    });
    tell(`${to} of ${orders} orders, ${seconds()} s`);
  }
  await finish(db, orders);
  tell(`orders, refunds and movements, ${seconds()} s`);
}

/** The items that are sold, numbered, each with what was on hand before as its first movement. */
async function makeGround(db: Db): Promise<void> {
  await sql`drop table if exists bench.sold_items`.execute(db);
  await sql`
    create table bench.sold_items as
    select row_number() over (order by i.id)::int - 1 as number, i.id, i.product_id, coalesce(i.code, '') as code, i.label,
      coalesce(i.price_cents, 1000) as price, i.average_cost_cents as cost, p.name, p.url
    from product_items i join products p on p.id = i.product_id
    where i.archived_at is null and i.on_hand > 1000 order by i.id limit ${mostItems}`.execute(db);
  await sql`create unique index on bench.sold_items (number)`.execute(db);
  await sql`
    insert into stock_movements (id, item_id, direction, quantity, reason, purchase_price_cents, average_cost_cents, created_at)
    select gen_random_uuid(), id, 0, on_hand, 'Opening', round(average_cost_cents), average_cost_cents, now() - interval '400 days'
    from product_items where on_hand > 0 and id not in (select item_id from stock_movements)`.execute(db);
}

interface Batch {
  from: number;
  to: number;
  orders: number;
}

/** Each line's item and quantity, by the number of the order and the line's place. */
const soldLines = ({ from, to }: Batch) => sql`(
  select n, place, 1 + floor(bench.chance(n * 8 + place, 52) * 4)::int as quantity, i.*
  from generate_series(${from}::int, ${to - 1}::int) n, generate_series(0, ${lines - 1}::int) place,
    lateral (select s.id as item_id, s.product_id, s.code, s.label, s.price, s.cost, s.name, s.url from bench.sold_items s
      where s.number = floor(power(bench.chance(n * 8 + place, 51), 1.5) * (select count(*) from bench.sold_items))::int) i)`;

/** One in fifty is cancelled; of the newest some are new or being picked. */
const status = (orders: number) => sql`case when n % 50 = 7 then 2 when n >= ${orders}::int * 0.999 then 0
  when n >= ${orders}::int * 0.998 then 4 else 1 end`;

async function makeOrders(db: Db, batch: Batch): Promise<void> {
  const { from, to, orders } = batch;
  const address = sql`jsonb_build_object('firstName', 'Kim', 'lastName', 'Lee', 'mobile', '0491570006', 'streetNumber', '9',
    'streetName', 'Test Road', 'city', 'Newtown', 'state', 'NSW', 'postcode', '2042')`;
  await sql`
    insert into orders (id, number, status, payment, user_id, first_name, last_name, email, billing, shipping, shipping_method,
      sub_total_cents, discount_cents, shipping_fee_cents, total_cents, gst_cents, amount_paid_cents, ip_address, payment_provider,
      card_brand, card_last4, placed_at, settled_at)
    select ${idOf('order')}, 'SO-' || (200000 + n), ${status(orders)}, 'paid', u.id, coalesce(u.first_name, 'Kim'),
      coalesce(u.last_name, 'Lee'), coalesce(u.email, 'guest.' || n || '@example.com'), ${address}, ${address}, 1 + n % 2,
      s.total, 0, 0, s.total, round(s.total / 11.0), s.total, '192.0.2.1', 'test', 'Visa', '4242', ${placedAt(orders)},
      ${placedAt(orders)}
    from (select n, sum(quantity * price)::bigint as total from ${soldLines(batch)} l group by n) s
    left join lateral (select id, first_name, last_name, email from users
      where email = 'user.' || (1 + n % 10000) || '@example.com' and n % 3 > 0) u on true`.execute(db);
  await sql`
    insert into order_items (id, order_id, position, product_id, item_id, product_name, product_code, product_url, label, quantity,
      price_cents, discount_cents, returned_quantity)
    select ${idOf('order line', 'place')}, ${idOf('order')}, place, product_id, item_id, name, code, url, label, quantity, price, 0,
      case when n % 50 = 7 then quantity else 0 end
    from ${soldLines(batch)} l`.execute(db);
  await sql`
    insert into tax_invoices (id, order_id, number, issued_at, content)
    select ${idOf('invoice')}, ${idOf('order')}, 'INV-' || (200000 + n), ${placedAt(orders)}, '{}'
    from generate_series(${from}::int, ${to - 1}::int) n`.execute(db);
  await makeRefunds(db, batch);
  await findByWords(db, batch);
}

/** What the list of orders searches by. */
async function findByWords(db: Db, { from, to }: Batch): Promise<void> {
  const { rows } = await sql<{ is: boolean }>`select to_regprocedure('order_words(uuid)') is not null as is`.execute(
    db,
  );
  if (!rows[0]?.is) return;
  await sql`
    update orders set words = order_words(id) where id in (
      select ${idOf('order')} from generate_series(${from}::int, ${to - 1}::int) n)`.execute(db);
}

/** One in fifty is paid back by half, three days later. */
async function makeRefunds(db: Db, { from, to }: Batch): Promise<void> {
  const half = sql`round(o.total_cents / 2.0)`;
  await sql`
    insert into refunds (id, order_id, key, fingerprint, state, amount_cents, shipping_cents, gst_cents, reason, ask_after, created_by,
      created_at, settled_at)
    select ${idOf('refund')}, o.id, 'bench ' || n, '', 'done', ${half}, 0, round(${half} / 11), 'Damaged on the way', o.placed_at,
      ${administrator}, least(o.placed_at + interval '3 days', now()), least(o.placed_at + interval '3 days', now())
    from generate_series(${from}::int, ${to - 1}::int) n join orders o on o.id = ${idOf('order')}
    where n % 50 = 11`.execute(db);
  await sql`
    insert into adjustment_notes (id, refund_id, number, issued_at, content, amount_cents, gst_cents, delivery_cents)
    select ${idOf('note')}, r.id, 'ADJ-' || (200000 + n), r.settled_at, '{}', r.amount_cents, r.gst_cents, 0
    from generate_series(${from}::int, ${to - 1}::int) n join refunds r on r.id = ${idOf('refund')}
    where n % 50 = 11`.execute(db);
  // by half of what each line came to, the last what the others leave
  await sql`
    insert into adjustment_lines (note_id, order_item_id, amount_cents, units_restocked)
    select ${idOf('note')}, l.id, case when l.position < ${lines - 1} then l.quantity * l.price_cents / 2
      else r.amount_cents - (select sum(o.quantity * o.price_cents / 2) from order_items o
        where o.order_id = l.order_id and o.position < ${lines - 1}) end, 0
    from generate_series(${from}::int, ${to - 1}::int) n join refunds r on r.id = ${idOf('refund')}
    join order_items l on l.order_id = r.order_id where n % 50 = 11`.execute(db);
  await sql`
    update orders o set amount_refunded_cents = r.amount_cents from refunds r, generate_series(${from}::int, ${to - 1}::int) n
    where n % 50 = 11 and r.id = ${idOf('refund')} and o.id = r.order_id`.execute(db);
}

/** What orders took, what cancelled ones gave back, and deliveries and losses besides. */
async function makeMovements(db: Db, batch: Batch): Promise<void> {
  const { from, to, orders } = batch;
  const columns = sql`id, item_id, direction, quantity, reason, purchase_price_cents, average_cost_cents, order_id, created_at`;
  await sql`
    insert into stock_movements (${columns})
    select ${idOf('sale', 'place')}, item_id, 1, quantity, null, null, cost, ${idOf('order')}, ${placedAt(orders)}
    from ${soldLines(batch)} l`.execute(db);
  await sql`
    insert into stock_movements (${columns})
    select ${idOf('return', 'place')}, item_id, 0, quantity, 'SO-' || (200000 + n), round(cost), cost, ${idOf('order')},
      least(${placedAt(orders)} + interval '1 day', now())
    from ${soldLines(batch)} l where n % 50 = 7`.execute(db);
  await sql`
    insert into stock_movements (${columns})
    select ${idOf('delivery', 'place')}, s.id, case when (n + place) % 20 = 0 then 2 else 0 end,
      1 + floor(bench.chance(n * 8 + place, 54) * 6)::int, 'Delivery', round(s.cost), s.cost, null, ${placedAt(orders)}
    from generate_series(${from}::int, ${to - 1}::int) n cross join generate_series(1, ${movementsAnOrder - lines}::int) place
    join bench.sold_items s on s.number = floor(bench.chance(n * 8 + place, 53) * (select count(*) from bench.sold_items))::int`.execute(
    db,
  );
}

/** On hand becomes the ledger's sum, which nothing brings below 1: the shop lists all as before. */
async function finish(db: Db, orders: number): Promise<void> {
  await sql`
    update product_items i set on_hand = m.net
    from (select item_id, sum(case direction when 0 then quantity else -quantity end)::int as net from stock_movements group by item_id) m
    where m.item_id = i.id and i.on_hand <> m.net`.execute(db);
  await sql`update counters set value = greatest(value, ${200_000 + orders}) where name in ('order', 'invoice')`.execute(
    db,
  );
  await rebuildItemSales(db, dayOf(new Date()));
  await sql`
    vacuum (analyze) orders, order_items, tax_invoices, refunds, stock_movements, product_items, sales_days,
      changed_sales_days, sold_goods, sold_months`.execute(db);
}
