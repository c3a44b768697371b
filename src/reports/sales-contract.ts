import { z } from 'zod';
import { listFormat } from '#lib/api/input-shapes.ts';
import { endpoint } from '#lib/api/endpoint.ts';
import { money, signedMoney } from '#lib/api/wire.ts';
import { ofTenYears, periodShape } from './period.ts';

/** Sentences for users. The shop specification gives none for the figures on screen. */
export const salesSentences = { failed: 'Unable to load the figures.' };

/** Amounts include GST. Sales are payments of orders that are not cancelled. Refunds count on the day they were paid. */
const figures = {
  orders: z.int(),
  sales: money,
  discounts: money,
  refunds: signedMoney.meta({ description: 'Negative if more refunds came back than were paid.' }),
  net: signedMoney.meta({ description: 'Sales less refunds.' }),
  gst: money.meta({ description: 'The GST included in the sales.' }),
  gstRefunded: signedMoney,
  delivery: money.meta({ description: 'Delivery fees included in the sales.' }),
  deliveryRefunded: signedMoney.meta({ description: 'Delivery fees included in the refunds.' }),
};

const period = ofTenYears(z.object(periodShape));
const days = z.object({ startDate: z.string(), endDate: z.string() });

const salesDay = z.object({ day: z.string(), ...figures, before: signedMoney });
export type SalesDay = z.output<typeof salesDay>;

const sales = z.object({
  period: days,
  before: days.meta({
    description: 'The period to compare with: the same number of days, or of whole months, right before.',
  }),
  total: z.object(figures),
  totalBefore: z.object(figures),
  days: z.array(salesDay),
});
export type Sales = z.output<typeof sales>;
/** The reply as JSON, with money in dollars. */
export type SalesOnPage = z.input<typeof sales>;

export const readSales = endpoint('GET', '/v1/reports/sales', {
  access: 'ViewReports',
  summary: 'Sales, refunds and GST of a period by day, with the period before for comparison.',
  query: period,
  reply: sales,
});

/**
 * A refund reduces the sales of the items that it was for. A refund by amount alone reduces everything that is left
 * of its order proportionally, including delivery.
 */
const takings = {
  sales: money,
  refunds: signedMoney.meta({
    description: 'Refunds on the days they were paid. Negative if more came back than were paid.',
  }),
  net: signedMoney.meta({ description: 'Sales less refunds.' }),
};

/** Sales and cost of goods. Sales are after discounts and include GST; the margin does not. */
const goods = {
  units: z.int().meta({ description: 'Units sold, including refunded ones.' }),
  ...takings,
  cost: signedMoney.meta({ description: 'The cost at the time of the sale, without units that a refund restocked.' }),
  margin: signedMoney.meta({ description: 'Net sales without GST less the cost.' }),
};

const productSales = z.object({ id: z.string(), name: z.string(), code: z.string(), ...goods });
const itemSales = z.object({
  id: z.string(),
  productId: z.string(),
  name: z.string(),
  variation: z.string().meta({ description: "'' for a product without variations." }),
  code: z.string(),
  ...goods,
});
const categorySales = z.object({ id: z.string().nullable(), name: z.string(), ...goods });
const promoSales = z.object({
  id: z.string().nullable(),
  code: z.string(),
  orders: z.int(),
  discounts: money,
  ...takings,
});
export type ProductSales = z.output<typeof productSales>;
export type ItemSales = z.output<typeof itemSales>;
export type CategorySales = z.output<typeof categorySales>;
export type PromoSales = z.output<typeof promoSales>;

const breakdown = z.object({
  all: z
    .object({ orders: z.int(), discounts: money, ...takings })
    .meta({ description: 'The total of all days, which equals goods plus delivery, and also the sum of all promos.' }),
  total: z.object(goods).meta({ description: 'The total of all goods.' }),
  delivery: z.object(takings),
  /** The hundred products with the highest net sales. */
  products: z.array(productSales),
  productCount: z.int(),
  /** The hundred items with the highest net sales. */
  items: z.array(itemSales),
  itemCount: z.int(),
  categories: z.array(categorySales),
  promos: z.array(promoSales),
});
export type Breakdown = z.output<typeof breakdown>;
/** The reply as JSON, with money in dollars. */
export type BreakdownOnPage = z.input<typeof breakdown>;

export const readBreakdown = endpoint('GET', '/v1/reports/sales-breakdown', {
  access: 'ViewReports',
  summary:
    'Sales of a period less refunds, by product and by item (the top hundred), by category and by promo, with cost and margin.',
  query: period,
  reply: breakdown,
});

const gstQuarter = z.object({
  name: z.string(),
  year: z.string().meta({ description: 'The financial year, July to June.' }),
  startDate: z.string(),
  endDate: z.string(),
  sales: money,
  gst: money,
  refunds: signedMoney,
  gstRefunded: signedMoney,
  netGst: signedMoney,
});
export type GstQuarter = z.output<typeof gstQuarter>;
/** The reply as JSON, with money in dollars. */
export type GstQuarterOnPage = z.input<typeof gstQuarter>;

export const readGst = endpoint('GET', '/v1/reports/gst', {
  access: 'ViewReports',
  summary: 'GST of all quarters of the Australian financial year that overlap the period, in full.',
  query: period,
  reply: z.array(gstQuarter),
});

export const salesTables = ['days', 'products', 'items', 'categories', 'promos', 'gst'] as const;
export type SalesTable = (typeof salesTables)[number];

export const exportSales = endpoint('GET', '/v1/reports/sales-file', {
  access: 'ViewReports',
  summary: 'A table as a file; products and items in full, with delivery last.',
  download: ['csv', 'xlsx'],
  query: ofTenYears(
    z.object({
      table: z.enum(salesTables, { error: `Must be one of ${salesTables.join(', ')}.` }),
      format: listFormat,
      ...periodShape,
    }),
  ),
});
