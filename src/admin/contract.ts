import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { money } from '#lib/api/wire.ts';

const amount = z.object({ total: money, orders: z.int() });

const sales = z.object({
  today: amount,
  /** Sales on the same weekday a week ago, up to the same time of day. */
  lastWeek: amount,
  days: z.array(amount.extend({ day: z.string(), weekBefore: money })),
  /** Orders placed in the last seven days. */
  statuses: z.array(z.object({ status: z.int(), name: z.string(), orders: z.int() })),
  waiting: z.object({ orders: z.int(), oldest: z.iso.datetime().nullable() }),
});

const stock = z.object({
  /** Number of items that are out of stock; 1,001 means more than a thousand. */
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

const waiting = z.int();

const enquiries = z.object({
  /** New enquiries, excluding suspected spam. */
  waiting,
  /** Enquiries received in the last seven days, excluding suspected spam. */
  fresh: z.int(),
  latest: z.array(
    z.object({ id: z.string(), company: z.string(), name: z.string(), message: z.string(), at: z.iso.datetime() }),
  ),
});

const submissions = z.object({
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
export type DashboardOnPage = z.input<typeof dashboard>;

/** Each count is null if the caller lacks the area's claim; 1,001 means more than a thousand. */
const counts = z.object({
  orders: waiting.nullable().meta({ description: 'New orders.' }),
  stock: waiting.nullable().meta({ description: 'Items on sale that are out of stock.' }),
  submissions: waiting.nullable().meta({ description: 'New submissions.' }),
  enquiries: waiting.nullable().meta({ description: 'New enquiries, excluding suspected spam.' }),
  claims: z.array(z.string()).meta({ description: "The caller's current claims." }),
});
export type Counts = z.output<typeof counts>;

export const readCounts = endpoint('GET', '/v1/dashboard/counts', {
  access: 'administrator',
  summary: "Numbers of waiting items in the areas that the caller's claims allow",
  reply: counts,
});

/** Each part is null if the caller lacks its area's claim. */
export const readDashboard = endpoint('GET', '/v1/dashboard', {
  access: 'administrator',
  summary: "Today's figures, for the areas that the caller's claims allow",
  reply: dashboard,
});
