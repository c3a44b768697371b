import type { FastifyReply } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { notFound } from '#lib/api/problem.ts';
import { endOf, startOf } from '#lib/day.ts';
import { cents, minus, sum } from '#lib/money.ts';
import { type Db, inSnapshot } from '#platform/db/db.server.ts';
import { type ExportFormat, type ListFile, sendRows } from '#platform/list/list-export.server.ts';
import { sentences as accountSentences } from '#trade/accounts/contract.ts';
import type { AccountFigures, AccountSales, AccountSalesRow } from './account-sales-contract.ts';
import { countsAsSale, refundsPaid, unpaidReturns } from './counted-sales.server.ts';
import { figuresByDay } from './daily-sales.server.ts';
import type { Period } from './period.ts';
import { totalOf } from './sales-and-gst.server.ts';

type Sql = RawBuilder<unknown>;

/**
 * Rows `(key, orders, sales, refunds, delivery, cost)` of a period, amounts without GST, by account or by site. Costs are those that the
 * ledger stored with the sale, as in the report by product.
 */
const figuresBy = (key: Sql, where: Sql, { startDate, endDate }: Period): Sql => {
  const [start, end] = [startOf(startDate), endOf(endDate)];
  return sql`(
    with sold as materialized (
      select ${key} as key, o.id as order_id, o.amount_paid_cents - o.gst_cents as sales, o.shipping_fee_cents as delivery
      from orders o join trade_orders t on t.order_id = o.id
      where ${countsAsSale(sql`o`)} and o.placed_at >= ${start} and o.placed_at < ${end} and ${where}
    ), back as materialized (
      select ${key} as key, p.note_id, p.order_id, p.amount_cents - p.gst_cents as refunds, p.delivery_cents as delivery
      from ${refundsPaid} p join trade_orders t on t.order_id = p.order_id
      where p.at >= ${start} and p.at < ${end} and ${where}
    ), used (key, order_id, item_id, units) as (
      select s.key, s.order_id, l.item_id, l.quantity from sold s join order_items l on l.order_id = s.order_id
      union all
      select b.key, b.order_id, l.item_id, -a.units_restocked from back b
        join adjustment_lines a on a.note_id = b.note_id join order_items l on l.id = a.order_item_id where a.units_restocked <> 0
      union all
      select ${key}, p.order_id, l.item_id, -p.units from ${unpaidReturns} p
        join trade_orders t on t.order_id = p.order_id join order_items l on l.id = p.order_item_id
        where p.at >= ${start} and p.at < ${end} and ${where}
    )
    select key, sum(orders)::int as orders, sum(sales) as sales, sum(refunds) as refunds, sum(delivery) as delivery, sum(cost) as cost,
      sum(uncosted)::int as uncosted
    from (
      select key, count(*) as orders, sum(sales) as sales, 0 as refunds, sum(delivery) as delivery, 0 as cost, 0 as uncosted from sold group by key
      union all
      select key, 0, 0, sum(refunds), -sum(delivery), 0, 0 from back group by key
      union all
      select u.key, 0, 0, 0, 0, sum(u.units * coalesce(m.cost, i.average_cost_cents)),
        sum(u.units) filter (where coalesce(m.cost, i.average_cost_cents) = 0)
      from used u join product_items i on i.id = u.item_id
      left join lateral (select m.average_cost_cents as cost from stock_movements m
        where m.order_id = u.order_id and m.item_id = u.item_id and m.direction = 1 order by m.id desc limit 1) m on true
      group by u.key
    ) parts group by key)`;
};

const columns = sql`f.orders, f.sales::bigint as sales, f.refunds::bigint as refunds, (f.sales - f.refunds)::bigint as net,
  (f.delivery - round(f.delivery / 11.0))::bigint as delivery, round(f.cost)::bigint as cost,
  (f.sales - f.refunds - (f.delivery - round(f.delivery / 11.0)) - round(f.cost))::bigint as margin,
  coalesce(f.uncosted, 0) as "unitsWithoutCost"`;

const none: AccountFigures = {
  orders: 0,
  sales: cents(0),
  refunds: cents(0),
  net: cents(0),
  delivery: cents(0),
  cost: cents(0),
  margin: cents(0),
  unitsWithoutCost: 0,
};
const amounts = ['sales', 'refunds', 'net', 'delivery', 'cost', 'margin'] as const;

function totalOfRows(rows: readonly AccountFigures[]): AccountFigures {
  const count = (of: (row: AccountFigures) => number): number => rows.reduce((all, row) => all + of(row), 0);
  const total = { ...none, orders: count((row) => row.orders), unitsWithoutCost: count((row) => row.unitsWithoutCost) };
  for (const column of amounts) total[column] = sum(rows.map((row) => row[column]));
  return total;
}

/** Sales and margin of a period by account, or by site of one; from one snapshot. Throws 404 for an unknown account. */
export const accountSalesOf = (
  db: Db,
  { accountId, ...period }: Period & { accountId?: string | undefined },
): Promise<AccountSales> =>
  inSnapshot(db, async (tx) => {
    const account = accountId === undefined ? null : await nameOf(tx, accountId);
    const { rows } =
      accountId === undefined
        ? await sql<AccountSalesRow>`
            select a.id, a.name, ${columns} from ${figuresBy(sql`t.account_id`, sql`true`, period)} f
            join trade_accounts a on a.id = f.key order by f.sales - f.refunds desc, lower(a.name), a.id`.execute(tx)
        : await sql<AccountSalesRow>`
            select s.id, s.name, ${columns} from ${figuresBy(sql`t.site_id`, sql`t.account_id = ${accountId}`, period)} f
            join trade_sites s on s.id = f.key order by f.sales - f.refunds desc, lower(s.name), s.id`.execute(tx);
    const { net, gst, gstRefunded } = totalOf((await figuresByDay(tx, period)).values());
    return { account, rows, total: totalOfRows(rows), shopNet: minus(net, minus(gst, gstRefunded)) };
  });

async function nameOf(db: Db, id: string): Promise<{ id: string; name: string }> {
  const account = await db.selectFrom('trade_accounts').select(['id', 'name']).where('id', '=', id).executeTakeFirst();
  if (!account) throw notFound(accountSentences.notFound);
  return account;
}

const fileColumns: ListFile<AccountSalesRow>['columns'] = [
  { header: 'Orders', kind: 'number', isSummed: true, of: ({ orders }) => orders },
  { header: 'Sales ex GST', kind: 'money', isSummed: true, of: ({ sales }) => sales },
  { header: 'Refunds ex GST', kind: 'money', isSummed: true, of: ({ refunds }) => refunds },
  { header: 'Net Sales ex GST', kind: 'money', isSummed: true, of: ({ net }) => net },
  { header: 'Delivery ex GST', kind: 'money', isSummed: true, of: ({ delivery }) => delivery },
  { header: 'Cost', kind: 'money', isSummed: true, of: ({ cost }) => cost },
  { header: 'Margin', kind: 'money', isSummed: true, of: ({ margin }) => margin },
  { header: 'Margin %', kind: 'number', of: (row) => marginPercent(row) },
  { header: 'Units without cost', kind: 'number', isSummed: true, of: ({ unitsWithoutCost }) => unitsWithoutCost },
];

/** The margin as a share of the goods' net sales, with one decimal; null if nothing was sold. */
const marginPercent = ({ margin, cost }: AccountFigures): number | null =>
  margin + cost > 0 ? Math.round((margin / (margin + cost)) * 1_000) / 10 : null;

/** Sends the report as a file that is named after the period. */
export function sendAccountSales(
  reply: FastifyReply,
  { account, rows }: AccountSales,
  { format, period }: { format: ExportFormat; period: Period },
): Promise<FastifyReply> | FastifyReply {
  const first = {
    header: account ? 'Site' : 'Account',
    kind: 'text',
    width: 36,
    of: ({ name }: AccountSalesRow) => name,
  } as const;
  const name = account ? 'Sales by site' : 'Sales by account';
  const day = `${period.startDate}-to-${period.endDate}`;
  return sendRows(reply, { name, columns: [first, ...fileColumns], rows }, { format, day });
}
