import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { money, signedMoney } from '#lib/api/wire.ts';
import { ofTenYears, periodShape } from './period.ts';

/** Sentences that a user reads; the specification has none for the figures on screen. */
export const salesSentences = { failed: 'Unable to load the figures.' };

/** Amounts include GST. Sales are what was paid for orders that are not cancelled; refunds count on the day they were paid. */
const figures = {
  orders: z.int(),
  sales: money,
  discounts: money,
  refunds: signedMoney.meta({ description: 'Below 0 where more came back than was paid.' }),
  net: signedMoney.meta({ description: 'Sales less refunds.' }),
  gst: money.meta({ description: 'Inside the sales.' }),
  gstRefunded: signedMoney,
  delivery: money.meta({ description: 'Delivery fees inside the sales.' }),
  deliveryRefunded: signedMoney.meta({ description: 'Inside the refunds.' }),
};

const period = ofTenYears(z.object(periodShape));
const days = z.object({ startDate: z.string(), endDate: z.string() });

const salesDay = z.object({ day: z.string(), ...figures, before: signedMoney });
export type SalesDay = z.output<typeof salesDay>;

const sales = z.object({
  period: days,
  before: days.meta({ description: 'What it is compared with: as many days, or whole months, right before.' }),
  total: z.object(figures),
  totalBefore: z.object(figures),
  days: z.array(salesDay),
});
export type Sales = z.output<typeof sales>;
/** As it travels, money in dollars. */
export type SalesOnPage = z.input<typeof sales>;

export const readSales = endpoint('GET', '/v1/reports/sales', {
  access: 'ViewReports',
  summary: 'Sales, refunds and GST of a period by day, beside the period before.',
  query: period,
  reply: sales,
});

/** A refund comes off what it was for; one by amount alone off all that is left of its order, in proportion, delivery too. */
const takings = {
  sales: money,
  refunds: signedMoney.meta({ description: 'On the days they were paid. Below 0 where more came back.' }),
  net: signedMoney.meta({ description: 'Sales less refunds.' }),
};

/** What goods brought and cost: sales net of discounts, with GST; the margin is without it. */
const goods = {
  units: z.int().meta({ description: 'Sold, whatever was refunded.' }),
  ...takings,
  cost: signedMoney.meta({ description: 'At the time of the sale; not of units that a refund put back.' }),
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
    .meta({ description: 'The sum of the days: goods and delivery, and likewise all promos, add up to it.' }),
  total: z.object(goods).meta({ description: 'Of all goods.' }),
  delivery: z.object(takings),
  /** The hundred that brought most. */
  products: z.array(productSales),
  productCount: z.int(),
  /** Each variation of its own, likewise. */
  items: z.array(itemSales),
  itemCount: z.int(),
  categories: z.array(categorySales),
  promos: z.array(promoSales),
});
export type Breakdown = z.output<typeof breakdown>;
/** As it travels, money in dollars. */
export type BreakdownOnPage = z.input<typeof breakdown>;

export const readBreakdown = endpoint('GET', '/v1/reports/sales-breakdown', {
  access: 'ViewReports',
  summary:
    'Sales of a period less refunds, by product and by item (the hundred first), by category and by promo, with cost and margin.',
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
/** As it travels, money in dollars. */
export type GstQuarterOnPage = z.input<typeof gstQuarter>;

export const readGst = endpoint('GET', '/v1/reports/gst', {
  access: 'ViewReports',
  summary: 'GST by quarters of the Australian financial year, of every quarter that the period touches, as a whole.',
  query: period,
  reply: z.array(gstQuarter),
});

export const salesTables = ['days', 'products', 'items', 'categories', 'promos', 'gst'] as const;
export type SalesTable = (typeof salesTables)[number];

export const exportSales = endpoint('GET', '/v1/reports/sales-file', {
  access: 'ViewReports',
  summary: 'One of the tables as a file; of products and items all that were sold, and delivery last.',
  download: ['csv', 'xlsx'],
  query: ofTenYears(
    z.object({
      table: z.enum(salesTables, { error: `Must be one of ${salesTables.join(', ')}.` }),
      format: z.enum(['csv', 'xlsx'], { error: 'Must be csv or xlsx.' }),
      ...periodShape,
    }),
  ),
});
