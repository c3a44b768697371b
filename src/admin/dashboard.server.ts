import { type Expression, sql } from 'kysely';
import type { Actor } from '#platform/access/actor.server.ts';
import { hasAccess } from '#lib/api/access.ts';
import type { Db } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { addDays, type Day, dayOf, startOf } from '#lib/day.ts';
import { zero } from '#lib/money.ts';
import { statusName } from '#orders/contract.ts';
import { picturePath } from '#lib/picture-path.ts';
import { netBetween } from '#reports/sales-and-gst.server.ts';
import { figuresByDay } from '#reports/daily-sales.server.ts';
import { listSubmissions } from '#forms/submissions/admin/list-submissions.server.ts';
import { countNewOrders } from '#orders/admin/list/order-list.server.ts';
import type { Counts, Dashboard } from './contract.ts';

const chartDays = 14;
const week = 7;
const maxItems = 5;
const maxCounted = 1_000;
const excerptLength = 90;

/**
 * Figures for the current day in Sydney. Each part is null if the actor lacks its area's claim. Sales are the day's
 * payments less its refunds, excluding cancelled orders.
 */
export async function dashboardFor({ db, clock }: Pick<Deps, 'db' | 'clock'>, actor: Actor): Promise<Dashboard> {
  const now = clock.now();
  const [sales, stock, enquiries, submissions] = await Promise.all([
    hasAccess(actor, ['ManageCartOrders', 'ViewReports']) ? salesOf(db, now) : null,
    hasAccess(actor, 'ManageCartStock') ? stockOf(db) : null,
    hasAccess(actor, 'ManageForms') ? enquiriesOf(db, now) : null,
    hasAccess(actor, 'ManageForms') ? submissionsOf(db) : null,
  ]);
  return { at: now.toISOString(), sales, stock, enquiries, submissions };
}

/** Counts of waiting items, each null if the actor lacks its area's claim. Counting stops at 1,001. */
export async function countsFor(db: Db, actor: Actor): Promise<Counts> {
  const [orders, stock, submissions, enquiries] = await Promise.all([
    hasAccess(actor, 'ManageCartOrders') ? countNewOrders(db) : null,
    hasAccess(actor, 'ManageCartStock') ? countOf(db, outOfStock(db)) : null,
    hasAccess(actor, 'ManageForms') ? countOf(db, newSubmissions(db)) : null,
    hasAccess(actor, 'ManageForms') ? countOf(db, newEnquiries(db)) : null,
  ]);
  return { orders, stock, submissions, enquiries, claims: [...actor.claims] };
}

/** The number of rows that a query returns. Counting stops at 1,001. */
async function countOf(db: Db, query: { limit(most: number): Expression<unknown> }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${query.limit(maxCounted + 1)} limited`.execute(db);
  return rows[0]?.count ?? 0;
}

async function salesOf(db: Db, now: Date): Promise<NonNullable<Dashboard['sales']>> {
  const today = dayOf(now);
  const [days, lastWeek, statuses, waiting] = await Promise.all([
    figuresByDay(db, { startDate: addDays(today, 1 - chartDays - week), endDate: today }),
    netBetween(db, startOf(addDays(today, -week)), sameTimeLastWeek(now, today)),
    statusesSince(db, startOf(addDays(today, 1 - week))),
    db
      .selectFrom('orders')
      .select(({ fn }) => [fn.countAll<number>().as('orders'), fn.min('placed_at').as('oldest')])
      .where('payment', '=', 'paid')
      .where('status', '=', 0)
      .executeTakeFirstOrThrow(),
  ]);
  const on = (day: Day) => ({ total: days.get(day)?.net ?? zero, orders: days.get(day)?.orders ?? 0 });
  const shown = Array.from({ length: chartDays }, (_, i) => addDays(today, i + 1 - chartDays));
  return {
    today: on(today),
    lastWeek,
    days: shown.map((day) => ({ day, ...on(day), weekBefore: on(addDays(day, -week)).total })),
    statuses,
    waiting: { orders: waiting.orders, oldest: waiting.oldest?.toISOString() ?? null },
  };
}

/** The same time of day a week ago, even if one of the days has 23 or 25 hours. */
const sameTimeLastWeek = (now: Date, today: Day): Date =>
  new Date(startOf(addDays(today, -week)).getTime() + now.getTime() - startOf(today).getTime());

const statusOrder = [0, 4, 1, 2, 3];

async function statusesSince(db: Db, from: Date) {
  const rows = await db
    .selectFrom('orders')
    .select(({ fn }) => ['status', fn.countAll<number>().as('orders')])
    .where('payment', '=', 'paid')
    .where('placed_at', '>=', from)
    .groupBy('status')
    .execute();
  const counts = new Map(rows.map(({ status, orders }) => [status, orders]));
  return statusOrder.map((status) => ({ status, name: statusName(status), orders: counts.get(status) ?? 0 }));
}

/**
 * Items that are low in stock and whose product is displayed online. Items that may be sold without stock are never
 * low.
 */
const lowItems = (db: Db) =>
  db
    .selectFrom('product_items as i')
    .innerJoin('products as p', 'p.id', 'i.product_id')
    .where('i.is_low', '=', true)
    .where('p.is_active', '=', true);

const outOfStock = (db: Db) => lowItems(db).select('i.id').where('i.on_hand', '<', 1);

async function stockOf(db: Db): Promise<NonNullable<Dashboard['stock']>> {
  const [out, lowest] = await Promise.all([countOf(db, outOfStock(db)), lowestOf(db)]);
  return { out, lowest };
}

async function lowestOf(db: Db): Promise<NonNullable<Dashboard['stock']>['lowest']> {
  const rows = await lowItems(db)
    .leftJoin('product_images as m', (join) => join.onRef('m.product_id', '=', 'p.id').on('m.is_primary', '=', true))
    .select([
      'i.id',
      'p.id as productId',
      'p.supplier_id as supplierId',
      'p.name',
      'i.label',
      'i.code',
      'i.on_hand as onHand',
    ])
    .select('m.file_key as imageKey')
    .orderBy('i.on_hand')
    .orderBy('i.id')
    .limit(maxItems)
    .execute();
  return rows.map(({ label, code, imageKey, ...item }) => ({
    ...item,
    variation: label,
    code: code ?? '',
    image: imageKey === null ? null : picturePath(imageKey),
  }));
}

/** All enquiries except suspected spam. */
const realEnquiries = (db: Db) => db.selectFrom('enquiries').where('is_suspected_spam', '=', false);
const newEnquiries = (db: Db) => realEnquiries(db).select('id').where('status', '=', 0);
const newSubmissions = (db: Db) => db.selectFrom('form_submissions').select('id').where('status', '=', 0);

async function enquiriesOf(db: Db, now: Date): Promise<NonNullable<Dashboard['enquiries']>> {
  const [waiting, { fresh }, latest] = await Promise.all([
    countOf(db, newEnquiries(db)),
    realEnquiries(db)
      .select(({ fn }) => fn.countAll<number>().as('fresh'))
      .where('created_at', '>=', startOf(addDays(dayOf(now), 1 - week)))
      .executeTakeFirstOrThrow(),
    realEnquiries(db)
      .select(['id', 'company', 'name', 'message', 'created_at as at'])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(maxItems)
      .execute(),
  ]);
  return {
    waiting,
    fresh,
    latest: latest.map(({ at, message, ...one }) => ({ ...one, message: excerpt(message), at: at.toISOString() })),
  };
}

async function submissionsOf(db: Db): Promise<NonNullable<Dashboard['submissions']>> {
  const [waiting, { rows }] = await Promise.all([
    countOf(db, newSubmissions(db)),
    listSubmissions(db, { status: [0], page: 1, pageSize: maxItems }),
  ]);
  const latest = rows.map((row) => ({
    id: row.id,
    formName: row.formName,
    sender: row.senderName || row.senderEmail,
    at: row.createdDate,
  }));
  return { waiting, latest };
}

function excerpt(message: string): string {
  const letters = [...message.replace(/\s+/g, ' ')];
  return letters.length <= excerptLength ? letters.join('') : `${letters.slice(0, excerptLength).join('').trimEnd()}…`;
}
