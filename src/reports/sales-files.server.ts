import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import { type ExportFormat, type ListFile, sendList, sendRows } from '#platform/list/list-export.server.ts';
import type { FastifyReply } from 'fastify';
import { totalsOf, categorySales, itemSales, productSales, promoSales } from './sales-breakdown.server.ts';
import type { Period } from './period.ts';
import { gstOf, salesOf } from './sales-and-gst.server.ts';
import type {
  Breakdown,
  CategorySales,
  GstQuarter,
  ItemSales,
  ProductSales,
  PromoSales,
  SalesDay,
  SalesTable,
} from './sales-contract.ts';

type Columns<Row> = ListFile<Row>['columns'];

const dayColumns: Columns<SalesDay> = [
  { header: 'Day', kind: 'date', of: ({ day }) => day },
  { header: 'Orders', kind: 'number', isSummed: true, of: ({ orders }) => orders },
  { header: 'Sales', kind: 'money', isSummed: true, of: ({ sales }) => sales },
  { header: 'Discounts', kind: 'money', isSummed: true, of: ({ discounts }) => discounts },
  { header: 'Refunds', kind: 'money', isSummed: true, of: ({ refunds }) => refunds },
  { header: 'Net Sales', kind: 'money', isSummed: true, of: ({ net }) => net },
  { header: 'GST in Sales', kind: 'money', isSummed: true, of: ({ gst }) => gst },
  { header: 'GST in Refunds', kind: 'money', isSummed: true, of: ({ gstRefunded }) => gstRefunded },
];

type Takings = Breakdown['delivery'];

const takingsColumns: Columns<Takings> = [
  { header: 'Sales', kind: 'money', isSummed: true, of: ({ sales }) => sales },
  { header: 'Refunds', kind: 'money', isSummed: true, of: ({ refunds }) => refunds },
  { header: 'Net Sales', kind: 'money', isSummed: true, of: ({ net }) => net },
];

/** A row of goods, or of delivery, which has no units and no cost. */
type Goods = Takings & { [P in 'units' | 'cost' | 'margin']: ProductSales[P] | null };

const goodsColumns: Columns<Goods> = [
  { header: 'Units', kind: 'number', isSummed: true, of: ({ units }) => units },
  ...takingsColumns,
  { header: 'Cost', kind: 'money', isSummed: true, of: ({ cost }) => cost },
  { header: 'Margin', kind: 'money', isSummed: true, of: ({ margin }) => margin },
];

const productColumns: Columns<Goods & Pick<ProductSales, 'code' | 'name'>> = [
  { header: 'Code', kind: 'text', of: ({ code }) => code },
  { header: 'Product', kind: 'text', width: 42, of: ({ name }) => name },
  ...goodsColumns,
];

const itemColumns: Columns<Goods & Pick<ItemSales, 'code' | 'name' | 'variation'>> = [
  { header: 'Code', kind: 'text', of: ({ code }) => code },
  { header: 'Product', kind: 'text', width: 42, of: ({ name }) => name },
  { header: 'Variation', kind: 'text', width: 28, of: ({ variation }) => variation },
  ...goodsColumns,
];

const categoryColumns: Columns<Goods & Pick<CategorySales, 'name'>> = [
  { header: 'Category', kind: 'text', width: 42, of: ({ name }) => name },
  ...goodsColumns,
];

const promoColumns: Columns<PromoSales> = [
  { header: 'Promo', kind: 'text', width: 28, of: ({ code }) => code },
  { header: 'Orders', kind: 'number', isSummed: true, of: ({ orders }) => orders },
  { header: 'Discounts', kind: 'money', isSummed: true, of: ({ discounts }) => discounts },
  ...takingsColumns,
];

const gstColumns: Columns<GstQuarter> = [
  { header: 'Financial Year', kind: 'text', of: ({ year }) => year },
  { header: 'Quarter', kind: 'text', of: ({ name }) => name },
  { header: 'From', kind: 'date', of: ({ startDate }) => startDate },
  { header: 'To', kind: 'date', of: ({ endDate }) => endDate },
  { header: 'Sales', kind: 'money', isSummed: true, of: ({ sales }) => sales },
  { header: 'GST on Sales', kind: 'money', isSummed: true, of: ({ gst }) => gst },
  { header: 'Refunds', kind: 'money', isSummed: true, of: ({ refunds }) => refunds },
  { header: 'GST on Refunds', kind: 'money', isSummed: true, of: ({ gstRefunded }) => gstRefunded },
  { header: 'Net GST', kind: 'money', isSummed: true, of: ({ netGst }) => netGst },
];

/** Sends one of the page's tables as a file that is named after the period. */
export async function sendSales(
  { db, reply }: { db: Db; reply: FastifyReply },
  { table, format, period }: { table: SalesTable; format: ExportFormat; period: Period },
): Promise<FastifyReply> {
  const as = { format, day: `${period.startDate}-to-${period.endDate}` };
  const read = <Row>(list: Pick<ListFile<Row>, 'name' | 'columns' | 'last'>, rows: RawBuilder<Row>) =>
    sendList(
      { db, reply },
      { ...list, query: db.selectFrom(sql<Row>`(${rows})`.as('rows')).selectAll() as never }, // the query builder has no type for rows of raw SQL
      as,
    );
  const delivery = async () => {
    const { delivery: takings } = await totalsOf(db, period);
    return [{ name: 'Delivery', code: '', variation: '', units: null, ...takings, cost: null, margin: null }];
  };
  switch (table) {
    case 'days':
      return sendRows(reply, { name: 'Sales by day', columns: dayColumns, rows: (await salesOf(db, period)).days }, as);
    case 'gst':
      return sendRows(reply, { name: 'GST by quarter', columns: gstColumns, rows: await gstOf(db, period) }, as);
    case 'products':
      return read<Goods & Pick<ProductSales, 'code' | 'name'>>(
        { name: 'Sales by product', columns: productColumns, last: await delivery() },
        productSales(period),
      );
    case 'items':
      return read<Goods & Pick<ItemSales, 'code' | 'name' | 'variation'>>(
        { name: 'Sales by item', columns: itemColumns, last: await delivery() },
        itemSales(period),
      );
    case 'categories':
      return read<Goods & Pick<CategorySales, 'name'>>(
        { name: 'Sales by category', columns: categoryColumns, last: await delivery() },
        categorySales(period),
      );
    case 'promos':
      return read({ name: 'Sales by promo', columns: promoColumns }, promoSales(period));
  }
}
