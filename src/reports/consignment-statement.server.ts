import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import { setDownloadHeaders, type ListFile, sendRows } from '#platform/list/list-export.server.ts';
import { type Sender, tablePdf } from '#platform/pdf/table-pdf.server.ts';
import { day, endOf, format as formatDay, startOf } from '#lib/day.ts';
import { format, sum } from '#lib/money.ts';
import { notFound } from '#lib/api/problem.ts';
import type { ConsignmentRow, Statement } from './consignment-contract.ts';
import type { Period } from './period.ts';

/**
 * A supplier's consignment sales in a period, from the stock ledger. Units sold and units returned count at the average
 * purchase price at the time of their sale, so that nothing is owed for a returned unit. Sales without a stored purchase
 * price use the item's current one.
 */
export async function consignmentOf(db: Db, supplierId: string, period: Period): Promise<Statement> {
  const [start, end] = [startOf(period.startDate), endOf(period.endDate)];
  const supplier = await db.selectFrom('suppliers').select('name').where('id', '=', supplierId).executeTakeFirst();
  if (!supplier) throw notFound('This supplier no longer exists.');
  const { rows } = await sql<ConsignmentRow>`
    with goods as (
      select i.id, coalesce(i.code, '') as code, p.name, p.name_key, i.label, i.position, i.average_cost_cents as average
      from products p join product_items i on i.product_id = p.id
      where p.supplier_id = ${supplierId} and p.is_consignment
    ), moved as (
      select g.id, coalesce(sum(m.quantity) filter (where m.direction = 1), 0) as sold,
        coalesce(sum(m.quantity) filter (where m.direction = 0), 0) as returned,
        coalesce(sum(m.quantity * coalesce(m.average_cost_cents, g.average)) filter (where m.direction = 1), 0) as cost,
        coalesce(sum(m.quantity * coalesce(sale.cost, g.average)) filter (where m.direction = 0), 0) as back
      from goods g join stock_movements m on m.item_id = g.id join orders o on o.id = m.order_id and o.payment = 'paid'
      left join lateral (select s.average_cost_cents as cost from stock_movements s where m.direction = 0 and s.direction = 1
        and s.order_id = m.order_id and s.item_id = m.item_id and s.created_at <= m.created_at
        order by s.created_at desc, s.id desc limit 1) sale on true
      where m.direction in (0, 1) and m.created_at >= ${start} and m.created_at < ${end}
      group by g.id
    )
    select g.id as "itemId", g.code, g.name, g.label as variation, m.sold::int as sold, m.returned::int as returned,
      (m.sold - m.returned)::int as units, round(case when m.sold > 0 then m.cost / m.sold else m.back / m.returned end)::bigint
        as "unitCost", round(m.cost - m.back)::bigint as owed
    from moved m join goods g on g.id = m.id
    order by g.name_key, g.position, g.id`.execute(db);
  return {
    supplier: supplier.name,
    ...period,
    rows,
    units: rows.reduce((units, row) => units + row.units, 0),
    owed: sum(rows.map(({ owed }) => owed)),
  };
}

const columns: ListFile<ConsignmentRow>['columns'] = [
  { header: 'Code', kind: 'text', of: ({ code }) => code },
  { header: 'Product', kind: 'text', width: 42, of: ({ name }) => name },
  { header: 'Variation', kind: 'text', of: ({ variation }) => variation },
  { header: 'Sold', kind: 'number', isSummed: true, width: 12, of: ({ sold }) => sold },
  { header: 'Returned', kind: 'number', isSummed: true, width: 12, of: ({ returned }) => returned },
  { header: 'Units', kind: 'number', isSummed: true, width: 12, of: ({ units }) => units },
  { header: 'Unit Cost', kind: 'money', of: ({ unitCost }) => unitCost },
  { header: 'Amount Owed', kind: 'money', isSummed: true, of: ({ owed }) => owed },
];

/** Sends a statement as a file. */
export async function sendConsignment(
  reply: FastifyReply,
  statement: Statement,
  { format: kind, company, at }: { format: 'pdf' | 'xlsx' | 'csv'; company: () => Promise<Sender>; at: Date },
): Promise<FastifyReply> {
  const days = `${statement.startDate}-to-${statement.endDate}`;
  if (kind !== 'pdf')
    return sendRows(reply, { name: 'Consignment', columns, rows: statement.rows }, { format: kind, day: days });
  const bytes = await statementPdf(statement, await company(), at);
  return setDownloadHeaders(reply, { name: `consignment-${days}.pdf`, type: 'application/pdf' }).send(bytes);
}

const shown = (text: string): string => formatDay(day(text));

function statementPdf(statement: Statement, company: Sender, at: Date): Promise<Buffer> {
  const { supplier, startDate, endDate, rows, units, owed } = statement;
  return tablePdf<ConsignmentRow>({
    company,
    title: 'Consignment Statement',
    facts: [
      ['From', shown(startDate)],
      ['To', shown(endDate)],
    ],
    parties: [['Supplier', supplier, []]],
    columns: [
      { title: 'Item', width: 0, textOf: ({ name }) => name, belowOf: detail },
      { title: 'Sold', width: 38, textOf: ({ sold }) => sold.toLocaleString('en-AU') },
      { title: 'Returned', width: 52, textOf: ({ returned }) => returned.toLocaleString('en-AU') },
      { title: 'Units', width: 38, textOf: ({ units: sold }) => sold.toLocaleString('en-AU') },
      { title: 'Unit cost', width: 64, textOf: ({ unitCost }) => format(unitCost) },
      { title: 'Amount owed', width: 80, textOf: ({ owed: amount }) => format(amount) },
    ],
    rows,
    sums: [
      ['Units', units.toLocaleString('en-AU')],
      ['Amount owed', format(owed)],
    ],
    notes: ['Units sold less units returned, at the purchase price on the day of the sale.'],
    createdAt: at,
  });
}

const detail = ({ code, variation }: ConsignmentRow): string =>
  [code, variation].filter((part) => part !== '').join('  ·  ');
