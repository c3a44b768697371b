import { sql } from 'kysely';
import { readSettings } from '#company/settings.server.ts';
import { notFound } from '#lib/api/problem.ts';
import { addDays, type Day, dayOf } from '#lib/day.ts';
import { times, zero } from '#lib/money.ts';
import type { Db } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { shippingMethods } from '#storefront/cart/delivery-methods.ts';
import { lineName, namedItems, type PricedCart, priceItems, type SoldLine } from '#storefront/cart/pricing.server.ts';
import { readBuyerAccess, type SiteAccess } from '../accounts/site-access.server.ts';
import { readApprovers, readLimitReasons, readRuleReasons } from '../limits/approval-reasons.server.ts';
import { listsOf } from '../prices/item-price.ts';
import type { RunDetails } from './contract.ts';
import { runColumns, runJoins, sharedColumns } from './read-standing-orders.server.ts';
import { standingSentences as sentences } from './sentences.ts';

/** A run with its standing order, as it is stored. */
export interface StoredRun
  extends Omit<
    RunDetails,
    'lines' | 'leftOut' | 'approvalReasons' | 'approvers' | 'needsApprovalByItself' | 'shippingFee' | 'placedOn'
  > {
  siteId: string;
  /** Who orders: the person who last saved the standing order. */
  memberId: string;
  notifiedAt: Date;
  isEnded: boolean;
}

/** A run, whichever site it belongs to: the caller checks that. */
export async function findStoredRun(db: Db, runId: string): Promise<StoredRun | undefined> {
  const { rows } = await sql<StoredRun>`
    select s.site_id as "siteId", s.member_id as "memberId", s.id as "standingOrderId", r.notified_at as "notifiedAt", s.ended_at is not null as "isEnded",
      t.name as "siteName", c.name as "accountName", ${sharedColumns}, ${runColumns}
    from standing_order_runs r join standing_orders s on s.id = r.standing_order_id join order_lists l on l.id = s.list_id
    join trade_sites t on t.id = s.site_id join trade_accounts c on c.id = s.account_id ${runJoins} where r.id = ${runId}`.execute(
    db,
  );
  return rows[0];
}

/** `findStoredRun`, but throws 404 for a run that does not exist. */
export async function readStoredRun(db: Db, runId: string): Promise<StoredRun> {
  const run = await findStoredRun(db, runId);
  if (!run) throw notFound(sentences.notFound);
  return run;
}

/** What can be ordered now of a standing order, and why the rest cannot. */
export interface PricedRun {
  /** Whose places are those of the lines themselves. */
  priced: PricedCart;
  leftOut: string[];
}

type PriceDeps = Parameters<typeof readSettings>[0] & Pick<Deps, 'db' | 'clock'>;

/** Prices what a standing order has now, for its site. What cannot be sold now, or not in the quantity, is left out. */
export async function priceRun(
  deps: PriceDeps,
  standingOrderId: string,
  access: Pick<SiteAccess, 'site' | 'account'>,
): Promise<PricedRun> {
  const { rows } = await sql<{ id: string; variationItemId: string | null; qty: number }>`
    select i.product_id as id, case when p.has_variations then i.id end as "variationItemId", t.quantity as qty
    from standing_order_items t join product_items i on i.id = t.item_id join products p on p.id = i.product_id
    where t.standing_order_id = ${standingOrderId} order by t.position, i.id`.execute(deps.db);
  const { delivery } = await readSettings(deps);
  const request = {
    items: rows,
    shippingMethod: shippingMethods.delivery,
    delivery,
    lists: listsOf(access),
    now: deps.clock.now(),
  };
  const priced = await priceItems(deps.db, request);
  const lines = priced.lines.map((line, place): SoldLine => ({ ...line, place }));
  const missing = priced.issues.filter(({ kind }) => kind !== 'OrderMultiple'); // rounded up to a carton, more comes
  return { priced: { ...priced, lines }, leftOut: missing.map(({ reason }) => reason) };
}

const nothingToOrder = {
  lines: [],
  leftOut: [],
  approvalReasons: [],
  approvers: [],
  needsApprovalByItself: false,
  shippingFee: zero,
};

/** A run as `reader` reads it, who would order it now; what would be ordered is priced only for an open one. */
export async function runDetails(
  deps: PriceDeps,
  { siteId, memberId, notifiedAt, isEnded: _e, ...stored }: StoredRun,
  reader: SiteAccess,
): Promise<RunDetails> {
  const run = { ...stored, placedOn: placedOn({ ...stored, notifiedAt }) };
  if (run.state !== 'open') return { ...run, ...nothingToOrder };
  const { priced, leftOut } = await priceRun(deps, run.standingOrderId, reader);
  const reasons = await approvalReasons(deps, reader, priced);
  const isReaders = reader.memberId === memberId;
  const orderer = isReaders ? reader : await readBuyerAccess(deps.db, { memberId, siteId });
  const ofOrderer = isReaders ? reasons : orderer ? await approvalReasons(deps, orderer, priced) : [];
  return {
    ...run,
    total: priced.totals.total,
    shippingFee: priced.totals.shippingFee,
    leftOut,
    approvalReasons: reasons,
    approvers: reasons.length === 0 ? [] : await approverNames(deps, reader),
    needsApprovalByItself: ofOrderer.length > 0,
    lines: priced.lines.map(({ stored, quantity }) => ({
      name: lineName(stored),
      code: stored.code,
      quantity,
      price: stored.price,
      total: times(stored.price, quantity),
    })),
  };
}

async function approverNames({ db }: PriceDeps, { account, site, memberId }: SiteAccess): Promise<string[]> {
  const approvers = await readApprovers(db, { accountId: account.id, siteId: site.id, memberId });
  return approvers.map(({ name }) => name);
}

/** Why the order would wait for approval now, by the limits of the person who orders. */
async function approvalReasons(
  { db, clock }: PriceDeps,
  access: SiteAccess,
  { lines, totals: { total } }: PricedCart,
): Promise<string[]> {
  if (lines.length === 0) return [];
  const order = { access, total, at: clock.now() };
  return [
    ...(await readLimitReasons(db, order)),
    ...(await readRuleReasons(db, { ...order, lines: namedItems(lines) })),
  ];
}

/** When what needs no confirmation is ordered: on its day, and at the earliest on the day after its orderer was notified. */
function placedOn({ notifiedAt, ...run }: Pick<StoredRun, 'dueOn' | 'notifiedAt'>): Day {
  const earliest = addDays(dayOf(notifiedAt), 1);
  return dueDay(run) > earliest ? dueDay(run) : earliest;
}

/** `2026-12-07` as a day; columns of days have no other values. */
export const dueDay = ({ dueOn }: Pick<RunDetails, 'dueOn'>): Day => dueOn as Day;
