import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { money } from '#lib/api/wire.ts';

const amount = z.object({ total: money, orders: z.int() });

const sales = z.object({
  today: amount,
  /** The same day of the week before, until the same time of day. */
  lastWeek: amount,
  /** A fortnight, today last. */
  days: z.array(amount.extend({ day: z.string(), weekBefore: money })),
  /** Orders of the last seven days. */
  statuses: z.array(z.object({ status: z.int(), name: z.string(), orders: z.int() })),
  /** New orders, whenever they were placed. */
  waiting: z.object({ orders: z.int(), oldest: z.iso.datetime().nullable() }),
});

const stock = z.object({
  /** Items that are out of stock; 1,001 stands for more than a thousand. */
  out: z.int(),
  lowest: z.array(
    z.object({
      id: z.string(),
      productId: z.string(),
      supplierId: z.string().nullable(),
      name: z.string(),
      variation: z.string(),
      code: z.string(),
      onHand: z.int(),
      image: z.string().nullable(),
    }),
  ),
});

/** Whenever they came; 1,001 stands for more than a thousand. */
const waiting = z.int();

const enquiries = z.object({
  /** New ones; what passes for spam is left out. */
  waiting,
  /** Of the last seven days; what passes for spam is left out. */
  fresh: z.int(),
  latest: z.array(
    z.object({ id: z.string(), company: z.string(), name: z.string(), message: z.string(), at: z.iso.datetime() }),
  ),
});

const submissions = z.object({
  /** New ones. */
  waiting,
  latest: z.array(z.object({ id: z.string(), formName: z.string(), sender: z.string(), at: z.iso.datetime() })),
});

const dashboard = z.object({
  at: z.iso.datetime(),
  sales: sales.nullable(),
  stock: stock.nullable(),
  enquiries: enquiries.nullable(),
  submissions: submissions.nullable(),
});
export type Dashboard = z.output<typeof dashboard>;
/** As it travels, money in dollars. */
export type DashboardOnPage = z.input<typeof dashboard>;

/** Each is null without the claim of its area; 1,001 stands for more than a thousand. */
const counts = z.object({
  orders: waiting.nullable().meta({ description: 'New orders.' }),
  stock: waiting.nullable().meta({ description: 'Items on sale that are out of stock.' }),
  submissions: waiting.nullable().meta({ description: 'New submissions.' }),
  enquiries: waiting.nullable().meta({ description: 'New enquiries that do not pass for spam.' }),
  claims: z.array(z.string()).meta({ description: "The caller's, as they are now." }),
});
export type Counts = z.output<typeof counts>;

export const readCounts = endpoint('GET', '/v1/dashboard/counts', {
  access: 'administrator',
  summary: "What waits in the areas that the caller's claims reach",
  reply: counts,
});

/** Each part is null for whoever lacks the claim of its area. */
export const readDashboard = endpoint('GET', '/v1/dashboard', {
  access: 'administrator',
  summary: "The day's figures, as far as the caller's claims reach",
  reply: dashboard,
});
