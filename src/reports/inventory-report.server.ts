import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.server.ts';
import type { ExcelColumn, ExcelRow } from '#platform/spreadsheet/write-excel.server.ts';
import { endOf, startOf } from '#lib/day.ts';
import type { Period } from './period.ts';
import { soldItems } from './daily-item-sales.server.ts';

interface Item {
  code: string | null;
  product: string;
  variation: string;
  supplier: string | null;
  opening: number;
  added: number;
  sold: number;
  removed: number;
  closing: number;
  /** The cost in cents with fractions, as text. */
  averageCost: string;
  salesCents: number;
}

type Column = ExcelColumn & { of: (item: Item) => ExcelRow[number] };

/** Columns of the inventory report (contract, section 6). */
const columns: readonly Column[] = [
  { header: 'Code', kind: 'text', of: ({ code }) => code },
  { header: 'Product', kind: 'text', width: 42, of: ({ product }) => product },
  { header: 'Variation', kind: 'text', of: ({ variation }) => variation },
  { header: 'Supplier', kind: 'text', width: 28, of: ({ supplier }) => supplier },
  { header: 'Opening Quantity', kind: 'number', isSummed: true, of: ({ opening }) => opening },
  { header: 'Added', kind: 'number', isSummed: true, width: 12, of: ({ added }) => added },
  { header: 'Sold', kind: 'number', isSummed: true, width: 12, of: ({ sold }) => sold },
  { header: 'Removed', kind: 'number', isSummed: true, width: 12, of: ({ removed }) => removed },
  { header: 'Closing Quantity', kind: 'number', isSummed: true, of: ({ closing }) => closing },
  { header: 'Average Purchase Price', kind: 'money', width: 24, of: ({ averageCost }) => Number(averageCost) },
  {
    header: 'Stock Value',
    kind: 'money',
    isSummed: true,
    of: ({ closing, averageCost }) => Math.round(closing * Number(averageCost)),
  },
  { header: 'Sales Value', kind: 'money', isSummed: true, of: ({ salesCents }) => salesCents },
];

export const inventoryColumns: ExcelColumn[] = columns.map(({ header, kind, width, isSummed = false }) => ({
  header,
  kind,
  isSummed,
  ...(width !== undefined && { width }),
}));

/** Few enough that taking in their rows holds up the shop's visitors for a few milliseconds at most. */
const itemsAtOnce = 250;

/** After each part, the report pauses for this fraction of the time that the part took, to leave processor time for the shop. */
const restShare = 0.4;

export interface InventoryRows {
  /** Number of items. */
  total: number;
  parts: AsyncIterable<ExcelRow[]>;
}

/**
 * Every item with its stock movements in a period, sorted by product, from one snapshot of the ledger. Archived items are
 * included if they had stock or movements in the period. Quantities are calculated backwards from the stock on hand, so
 * that only movements since the period's first day are read.
 */
export async function inventoryRows(db: Db, period: Period, now: Date): Promise<InventoryRows> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from product_items i join products p on p.id = i.product_id
    where i.archived_at is null and p.archived_at is null`.execute(db);
  return { total: rows[0]?.total ?? 0, parts: read(db, period, now) };
}

async function* read(db: Db, period: Period, now: Date): AsyncGenerator<ExcelRow[]> {
  const tx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute();
  try {
    await everyItem(period).execute(tx);
    for (;;) {
      const begun = performance.now();
      const { rows } = await tx.executeQuery<Sold>(CompiledQuery.raw(`fetch ${itemsAtOnce} from items`));
      const items = await readItems(tx, rows, { period, now });
      if (items.length > 0) yield items.map((item) => columns.map(({ of }) => of(item)));
      if (rows.length < itemsAtOnce) break;
      await sleep((performance.now() - begun) * restShare);
    }
  } finally {
    await tx.rollback().execute();
  }
}

interface Sold {
  id: string;
  /** The sales in cents, net of discounts. */
  sales: number;
}

const everyItem = (period: Period) => sql`
  declare items no scroll cursor for
  select i.id, coalesce(s.sales, 0)::bigint as sales
  from product_items i join products p on p.id = i.product_id left join ${soldItems(period)} s on s.item_id = i.id
  order by p.name_key, p.id, i.position, i.id`;

async function readItems(
  tx: Tx,
  sold: readonly Sold[],
  { period, now }: { period: Period; now: Date },
): Promise<Item[]> {
  const ids = sold.map(({ id }) => id);
  const sales = sold.map((item) => item.sales);
  const [start, end] = [startOf(period.startDate), endOf(period.endDate)];
  const isPast = end <= now;
  // For a past period, the average after the item's last movement before the period's end; without one, the current average.
  const average = isPast
    ? sql`coalesce((select m.average_cost_cents from stock_movements m where m.item_id = i.id and m.created_at < ${end}
        order by m.created_at desc, m.id desc limit 1), i.average_cost_cents)`
    : sql`i.average_cost_cents`;
  const { rows } = await sql<Item>`
    select i.code, p.name as product, i.label as variation, s.name as supplier,
      i.on_hand - coalesce(m.net, 0) as opening, coalesce(m.added, 0) as added, coalesce(m.sold, 0) as sold,
      coalesce(m.removed, 0) as removed, i.on_hand - coalesce(m.later, 0) as closing,
      ${average} as "averageCost", w.sales as "salesCents"
    from unnest(${ids}::uuid[], ${sales}::bigint[]) with ordinality w(id, sales, place)
    join product_items i on i.id = w.id join products p on p.id = i.product_id
    left join suppliers s on s.id = p.supplier_id
    left join (
      select item_id, sum(case direction when 0 then quantity else -quantity end)::int as net,
        (sum(case direction when 0 then quantity else -quantity end) filter (where created_at >= ${end}))::int as later,
        (sum(quantity) filter (where direction = 0 and created_at < ${end}))::int as added,
        (sum(quantity) filter (where direction = 1 and created_at < ${end}))::int as sold,
        (sum(quantity) filter (where direction = 2 and created_at < ${end}))::int as removed
      from stock_movements where item_id = any(${ids}::uuid[]) and created_at >= ${start} group by item_id
    ) m on m.item_id = i.id
    where (i.archived_at is null and p.archived_at is null) or i.on_hand <> coalesce(m.net, 0) or m.item_id is not null
    order by w.place`.execute(tx);
  return rows;
}
