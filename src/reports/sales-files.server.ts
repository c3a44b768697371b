import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#infra/db.server.ts';
import { type ExportFormat, type ListFile, sendList, sendRows } from '#infra/list-export.server.ts';
import type { FastifyReply } from 'fastify';
import { categorySales, productSales, promoSales } from './breakdown.server.ts';
import type { Period } from './period.ts';
import { gstOf, salesOf } from './sales.server.ts';
import type { CategorySales, GstQuarter, ProductSales, PromoSales, SalesDay, SalesTable } from './sales-contract.ts';

type Columns<Row> = ListFile<Row>['columns'];

const dayColumns: Columns<SalesDay> = [
  { header: 'Day', kind: 'date', of: ({ day }) => day },
  { header: 'Orders', kind: 'number', of: ({ orders }) => orders },
  { header: 'Sales', kind: 'money', of: ({ sales }) => sales },
  { header: 'Discounts', kind: 'money', of: ({ discounts }) => discounts },
  { header: 'Refunds', kind: 'money', of: ({ refunds }) => refunds },
  { header: 'Net Sales', kind: 'money', of: ({ net }) => net },
  { header: 'GST in Sales', kind: 'money', of: ({ gst }) => gst },
  { header: 'GST in Refunds', kind: 'money', of: ({ gstRefunded }) => gstRefunded },
];

const goodsColumns: Columns<Pick<ProductSales, 'units' | 'sales' | 'cost' | 'margin'>> = [
  { header: 'Units', kind: 'number', of: ({ units }) => units },
  { header: 'Sales', kind: 'money', of: ({ sales }) => sales },
  { header: 'Cost', kind: 'money', of: ({ cost }) => cost },
  { header: 'Margin', kind: 'money', of: ({ margin }) => margin },
];

const productColumns: Columns<ProductSales> = [
  { header: 'Code', kind: 'text', of: ({ code }) => code },
  { header: 'Product', kind: 'text', width: 42, of: ({ name }) => name },
  ...goodsColumns,
];

const categoryColumns: Columns<CategorySales> = [
  { header: 'Category', kind: 'text', width: 42, of: ({ name }) => name },
  ...goodsColumns,
];

const promoColumns: Columns<PromoSales> = [
  { header: 'Promo', kind: 'text', width: 28, of: ({ code }) => code },
  { header: 'Orders', kind: 'number', of: ({ orders }) => orders },
  { header: 'Discounts', kind: 'money', of: ({ discounts }) => discounts },
  { header: 'Sales', kind: 'money', of: ({ sales }) => sales },
];

const gstColumns: Columns<GstQuarter> = [
  { header: 'Financial Year', kind: 'text', of: ({ year }) => year },
  { header: 'Quarter', kind: 'text', of: ({ name }) => name },
  { header: 'From', kind: 'date', of: ({ startDate }) => startDate },
  { header: 'To', kind: 'date', of: ({ endDate }) => endDate },
  { header: 'Sales', kind: 'money', of: ({ sales }) => sales },
  { header: 'GST on Sales', kind: 'money', of: ({ gst }) => gst },
  { header: 'Refunds', kind: 'money', of: ({ refunds }) => refunds },
  { header: 'GST on Refunds', kind: 'money', of: ({ gstRefunded }) => gstRefunded },
  { header: 'Net GST', kind: 'money', of: ({ netGst }) => netGst },
];

interface Asked {
  table: SalesTable;
  format: ExportFormat;
  period: Period;
}

/** Answers one of the tables of the page as a file; its days stand in its name. */
export async function sendSales(
  { db, reply }: { db: Db; reply: FastifyReply },
  { table, format, period }: Asked,
): Promise<FastifyReply> {
  const as = { format, day: `${period.startDate}-to-${period.endDate}` };
  const read = <Row>(name: string, columns: Columns<Row>, rows: RawBuilder<Row>) =>
    sendList(
      { db, reply },
      { name, columns, query: db.selectFrom(sql<Row>`(${rows})`.as('rows')).selectAll() as never },
      as,
    ); // the builder knows no raw rows
  switch (table) {
    case 'days':
      return sendRows(reply, { name: 'Sales by day', columns: dayColumns, rows: (await salesOf(db, period)).days }, as);
    case 'gst':
      return sendRows(reply, { name: 'GST by quarter', columns: gstColumns, rows: await gstOf(db, period) }, as);
    case 'products':
      return read('Sales by product', productColumns, productSales(period));
    case 'categories':
      return read('Sales by category', categoryColumns, categorySales(period));
    case 'promos':
      return read('Sales by promo', promoColumns, promoSales(period));
  }
}
