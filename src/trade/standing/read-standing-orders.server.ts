import { type RawBuilder, sql } from 'kysely';
import { notFound } from '#lib/api/problem.ts';
import { addDays, type Day } from '#lib/day.ts';
import type { Db, Tx } from '#platform/db/db.server.ts';
import type { SiteAccess } from '../accounts/site-access.server.ts';
import { asOrderItems, type Buyer, itemColumns, type StoredItem } from '../lists/order-items.server.ts';
import { personOf } from '../people/person-name.server.ts';
import type { StandingOrder } from './contract.ts';
import { standingSentences as sentences } from './sentences.ts';
import { daysFrom, firstWithout } from './standing-days.ts';

/** The columns of a run (r) with its request for approval (a) and order (o), as `Run` has them. */
export const runColumns = sql`
  r.id, r.due_on as "dueOn", r.reason, coalesce(r.order_id, a.order_id) as "orderId", o.number as "orderNumber", r.approval_id as "approvalId",
  case when a.state = 'approved' then 'ordered' when a.state in ('declined', 'withdrawn') then a.state else r.state end as state,
  coalesce(o.total_cents, a.total_cents) as total, ${personOf('r.member_id')} as by`;
/** What `runColumns` reads besides the run (r). */
export const runJoins = sql`
  left join approvals a on a.id = r.approval_id left join orders o on o.id = coalesce(r.order_id, a.order_id)`;

/** The columns of a standing order (s) and its list (l) that all readers get. */
export const sharedColumns = sql`
  l.name as "listName", s.every, s.first_on as "firstOn", s.needs_confirm as "needsConfirm", s.po_number as "poNumber",
  s.paused_at is not null as "isPaused", s.pause_reason as "pauseReason", ${personOf('s.member_id')} as orderer,
  (select coalesce(json_agg(to_json(t) order by t."dueOn" desc), '[]') from (
    select ${runColumns} from standing_order_runs r ${runJoins} where r.standing_order_id = s.id order by r.due_on desc limit 12) t) as runs`;

interface StoredOrder extends Omit<StandingOrder, 'items' | 'days'> {
  nextOn: Day;
  firstOn: Day;
  skipOn: Day[];
}

/** Who reads the standing orders of a site. */
type Reader = Buyer & Pick<SiteAccess, 'memberId'>;

const shownDays = 3;

/** The standing orders of a site that have not ended. */
export const readStandingOrders = (db: Db | Tx, buyer: Reader): Promise<StandingOrder[]> =>
  readWhere(db, buyer, sql`s.site_id = ${buyer.site.id}`);

/** One standing order of a site. Throws 404, also for one of another site. */
export async function readStandingOrder(db: Db | Tx, buyer: Reader, id: string): Promise<StandingOrder> {
  const [found] = await readWhere(db, buyer, sql`s.id = ${id} and s.site_id = ${buyer.site.id}`);
  if (!found) throw notFound(sentences.notFound);
  return found;
}

async function readWhere(db: Db | Tx, buyer: Reader, condition: RawBuilder<unknown>): Promise<StandingOrder[]> {
  const { rows: orders } = await sql<StoredOrder>`
    select s.id, s.list_id as "listId", s.next_on as "nextOn", s.skip_on as "skipOn", s.version,
      s.member_id = ${buyer.memberId} as "isOwn", ${sharedColumns}
    from standing_orders s join order_lists l on l.id = s.list_id where ${condition} and s.ended_at is null
    order by l.position, s.id`.execute(db);
  if (orders.length === 0) return [];
  const { rows } = await sql<StoredItem & { orderId: string; quantity: number }>`
    select t.standing_order_id as "orderId", t.quantity, ${itemColumns} from standing_order_items t
    join product_items i on i.id = t.item_id join products p on p.id = i.product_id
    where t.standing_order_id = any(${orders.map(({ id }) => id)}::uuid[]) order by t.position, i.id`.execute(db);
  const items = await asOrderItems(db, buyer, rows);
  return orders.map(({ nextOn, skipOn, ...order }) => {
    const tomorrow = addDays(buyer.day, 1);
    const days = daysFrom(order, nextOn > tomorrow ? nextOn : tomorrow);
    return {
      ...order,
      items: items.filter(({ orderId }) => orderId === order.id).map(({ orderId: _, ...item }) => item),
      days: Array.from({ length: shownDays }, () => days.next().value).map((on) => ({
        on,
        isSkipped: skipOn.includes(on),
      })),
    };
  });
}

interface OfAccount extends Omit<StandingOrder, 'listId' | 'isOwn' | 'items' | 'days' | 'version'> {
  siteName: string;
  firstOn: Day;
  nextOn: Day;
}

/** The standing orders of an account, by site and list, as staff see them. */
export async function readOfAccount(db: Db, accountId: string): Promise<OfAccount[]> {
  const { rows } = await sql<OfAccount & { skipOn: Day[] }>`
    select s.id, t.name as "siteName", s.next_on as "nextOn", s.skip_on as "skipOn", ${sharedColumns}
    from standing_orders s join order_lists l on l.id = s.list_id join trade_sites t on t.id = s.site_id
    where s.account_id = ${accountId} and s.ended_at is null order by lower(t.name), l.position, s.id`.execute(db);
  return rows.map(({ skipOn, ...order }) => ({ ...order, nextOn: firstWithout(order, order.nextOn, skipOn) }));
}
