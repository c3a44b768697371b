import { addDays, dayOf } from '#lib/day.ts';
import { reasonAgainst } from '#trade/credit/credit.ts';
import { readCredit } from '#trade/credit/reserve-credit.server.ts';
import { readSites } from '#trade/accounts/sites.server.ts';
import { readSiteAccess, type SiteAccess } from '#trade/accounts/site-access.server.ts';
import { addStandingOrder, skipDay } from '#trade/standing/change-standing-orders.server.ts';
import { makeRuns } from '#trade/standing/make-runs.server.ts';
import { placeRun } from '#trade/standing/place-run.server.ts';
import { dueDay, priceRun, readStoredRun } from '#trade/standing/read-run.server.ts';
import type { StandingContent } from './content.server.ts';
import { needsApproval, noteOrder } from './trade-orders.server.ts';
import { by, type TradeCustomer, type World } from './world.server.ts';

/** How often the daily job runs, as a part of the whole time: every two days. */
const rounds = 213;
/** Items of an order list that are ordered again. */
const mostItems = 5;

/** Plans the standing orders of an account, which are confirmed, skipped or left as the content says. */
export function planStandingOrders(world: World, customer: TradeCustomer): void {
  const { timeline, orders, deps } = world;
  for (const content of customer.standing)
    timeline.at(content.at * orders, async () => {
      const access = await accessOf(world, customer, content);
      const id = await begin(world, access, content);
      const round = async (): Promise<void> => {
        await makeRuns(deps, dayOf(deps.clock.now()));
        await decideOpenRun(world, customer, { id, access, content });
        timeline.after(orders / rounds, round);
      };
      timeline.after(orders / rounds, round);
    });
}

async function accessOf(
  { deps }: World,
  { id, members, account }: TradeCustomer,
  { site, orderer }: StandingContent,
): Promise<SiteAccess> {
  const member = members.find(({ email }) => email === orderer);
  const found = (await readSites(deps.db, id)).find(({ name }) => name === site);
  const access = member && found && (await readSiteAccess(deps.db, { memberId: member.memberId, siteId: found.id }));
  if (!access) throw new Error(`${orderer} does not order for ${site} of ${account.name}.`);
  return access;
}

/** Makes a standing order of the first items of the site's list. */
async function begin(world: World, access: SiteAccess, { every, needsConfirm }: StandingContent): Promise<string> {
  const { deps } = world;
  const { db, clock } = deps;
  const list = await db
    .selectFrom('order_lists')
    .select('id')
    .where('site_id', '=', access.site.id)
    .executeTakeFirstOrThrow();
  const items = await db
    .selectFrom('order_list_items as l')
    .innerJoin('product_items as i', 'i.id', 'l.item_id')
    .select(['l.item_id as itemId', 'l.multiple'])
    .where('l.list_id', '=', list.id)
    .where('i.on_hand', '>', 0)
    .orderBy('l.position')
    .limit(mostItems)
    .execute();
  const input = {
    every,
    needsConfirm,
    firstOn: addDays(dayOf(clock.now()), 5),
    poNumber: access.account.poPattern.replaceAll('9', '4'),
    items: items.map(({ itemId, multiple }) => ({ itemId, quantity: Math.max(multiple, 2) })),
  };
  return addStandingOrder(deps, { buyer: access, listId: list.id }, input, by(world, 'orders'));
}

interface Standing {
  id: string;
  access: SiteAccess;
  content: StandingContent;
}

/**
 * Orders or skips what is due. What would be refused or need approval is found out beforehand, as in `priced` of the accounts' other
 * orders, and is left until it counts as missed.
 */
async function decideOpenRun(world: World, customer: TradeCustomer, { id, access, content }: Standing): Promise<void> {
  const { deps } = world;
  const { db, clock } = deps;
  const runs = await db
    .selectFrom('standing_order_runs')
    .select(['id', 'state'])
    .where('standing_order_id', '=', id)
    .orderBy('due_on')
    .execute();
  const last = runs.at(-1);
  if (last?.state !== 'open' || !customer.isOpen) return;
  const run = await readStoredRun(db, last.id);
  if (run.dueOn > dayOf(clock.now()) || content.leavesFrom <= runs.length) return;
  if (content.skips.includes(runs.length))
    return skipDay(deps, { buyer: access, id, on: dueDay(run), isSkipped: true });
  const { priced } = await priceRun(deps, id, access);
  const { total } = priced.totals;
  const credit = await readCredit(db, customer.id);
  if (priced.lines.length === 0 || !credit || reasonAgainst(credit, total) !== undefined) return;
  if (await needsApproval(world, { access, total })) return;
  const seenTotal = content.needsConfirm ? total : null;
  await placeRun(deps, { runId: run.id, memberId: access.memberId, seenTotal, ip: '192.0.2.7' });
  const { orderId } = await readStoredRun(db, run.id);
  if (orderId === null) throw new Error('A standing order of the demo was not placed.');
  const lines = priced.lines.map(({ stored, quantity }) => ({ item: world.shelf.item(stored.itemId), quantity }));
  noteOrder(world, customer, { orderId, lines });
}
