import { type RawBuilder, sql } from 'kysely';
import { type Db, inTransaction } from '#infra/db.server.ts';
import type { Deps } from '#infra/deps.server.ts';
import { type Rounds, startRounds } from '#infra/rounds.server.ts';
import { type Day, dayOf } from '#lib/day.ts';
import type { Period } from './period.ts';
import { addUpDays, instantsOf } from './sales-days.server.ts';
import { counted, refundsPaid } from './sold.server.ts';

/*
 * What each past day sold and paid back of each item is kept in `sold_goods`. A day whose figures change (see 'sales-days.server.ts') is read
 * from its orders until its goods are added up anew; so is today.
 */

const columns = sql.raw('day, item_id, units, sales_cents, refunds_cents, cost_cents, units_uncosted');

/** An order's, by their index: of a few open days the planner expects a ninth of all orders, and would read every line there is. */
const linesOf = (order: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select * from order_items l where l.order_id = ${order} offset 0)`;

/**
 * Rows of `sold_goods`, from the orders themselves; `days` are rows `(day)`. The cost is the average purchase price that the
 * ledger kept with the sale, the last where an order was opened again; units that a refund put back cost nothing any more.
 */
const addedUp = (days: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select l.day, l.item_id, sum(l.units)::int, sum(l.sales)::bigint, sum(l.refunds)::bigint,
    coalesce(sum(l.used * m.cost), 0), coalesce(sum(l.used) filter (where m.cost is null), 0)::int
  from (
    select d.day, l.order_id, l.item_id, l.quantity as units, l.quantity * l.price_cents - l.discount_cents as sales,
      0 as refunds, l.quantity as used
    from ${instantsOf(days)} d
    join orders o on ${counted(sql`o`)} and o.placed_at >= d.first and o.placed_at < d.next
    cross join lateral ${linesOf(sql`o.id`)} l
    union all
    select d.day, l.order_id, l.item_id, 0, 0, a.amount_cents, -a.units_restocked
    from ${instantsOf(days)} d
    join ${refundsPaid} p on p.at >= d.first and p.at < d.next
    cross join lateral (select * from adjustment_lines a where a.note_id = p.note_id offset 0) a
    join order_items l on l.id = a.order_item_id
  ) l
  left join lateral (select m.average_cost_cents as cost from stock_movements m
    where m.order_id = l.order_id and m.item_id = l.item_id and m.direction = 1 order by m.id desc limit 1) m on true
  group by l.day, l.item_id`;

/**
 * What was sold of each item in a period: rows `(item_id, units, sales, refunds, cost, uncosted)`, amounts in cents; `uncosted` units
 * are not in the cost, which nobody kept when they were sold.
 */
export const soldItems = ({ startDate, endDate }: Period): RawBuilder<unknown> => sql`(
  with open as materialized (
    select day from changed_sales_days where day between ${startDate} and ${endDate} union
    select day from sales_days where day between ${startDate} and ${endDate} and not are_goods_kept
  ), goods (day, item_id, units, sales, refunds, cost, uncosted) as (
    select ${columns} from sold_goods
    where day between ${startDate} and ${endDate} and day not in (select day from open)
    union all ${addedUp(sql`open`)}
  )
  select item_id, sum(units) as units, sum(sales) as sales, sum(refunds) as refunds, sum(cost) as cost,
    sum(uncosted) as uncosted
  from goods group by item_id)`;

/** Keeps the goods of every day before `today` whose figures changed. A day may change meanwhile: then it is not kept. */
export async function keepGoods(db: Db, today: Day, signal?: AbortSignal): Promise<void> {
  await addUpDays(db);
  while (!signal?.aborted && (await keepOne(db, today)));
}

/** The newest first. The day is said to be kept before it is read, so that who finds it changed says so after this. */
const keepOne = (db: Db, today: Day): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const { rows } = await sql<{ day: Day }>`
      update sales_days set are_goods_kept = true where day = (
        select day from sales_days where not are_goods_kept and day < ${today} order by day desc limit 1
        for update skip locked)
      returning day`.execute(tx);
    const [kept] = rows;
    if (!kept) return false;
    await sql`delete from sold_goods where day = ${kept.day}`.execute(tx);
    await sql`insert into sold_goods (${columns}) ${addedUp(sql`(values (${kept.day}::date))`)}`.execute(tx);
    return true;
  });

const keepEveryMs = 600_000;

/** Keeps the goods of past days at once and then again and again. */
export const startKeepingGoods = ({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>): Rounds =>
  startRounds((signal) => keepGoods(db, dayOf(clock.now()), signal), {
    everyMs: keepEveryMs,
    failed: (error) => log.error({ err: error }, 'could not add up what was sold'),
  });
