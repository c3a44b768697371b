import { sql } from 'kysely';
import { cents } from '#lib/money.ts';
import { applyForAccount } from '#trade/accounts/apply-for-account.server.ts';
import { addAccount, updateAccount } from '#trade/accounts/change-account.server.ts';
import type { AccountDetails } from '#trade/accounts/contract.ts';
import { addSite, readSites } from '#trade/accounts/sites.server.ts';
import { readSiteAccess } from '#trade/accounts/site-access.server.ts';
import { writeRules } from '#trade/approvals/approval-rules.server.ts';
import { addBlanketPo } from '#trade/blanket-pos/blanket-pos.server.ts';
import { addList } from '#trade/lists/change-lists.server.ts';
import { changeAccountStatus } from '#trade/people/approve-account.server.ts';
import { invite } from '#trade/people/people.server.ts';
import { builtInRoles } from '#trade/permissions.ts';
import { addPriceList } from '#trade/prices/lists/change-price-lists.server.ts';
import { savePrice } from '#trade/prices/lists/change-prices.server.ts';
import type { TradeAccountContent, TradePerson } from './content.server.ts';
import type { Random } from './random.server.ts';
import { sendApplication } from './submissions.server.ts';
import { planStandingOrders } from './standing-orders.server.ts';
import { planPayments } from './trade-payments.server.ts';
import { planRequests } from './trade-orders.server.ts';
import { planQuotes } from './trade-quotes.server.ts';
import { by, type TradeCustomer, type TradeMember, type World } from './world.server.ts';

/** How long the decision on an application takes, measured in orders placed meanwhile. */
const decisionTakes = 2.5;
/** Products of an order list. */
const listLength = 9;

/** Adds the price lists, and plans when companies apply for trade accounts, when these are opened, and what becomes of them. */
export function addTradeAccounts(world: World): void {
  const { timeline, orders, content } = world;
  const random = world.random.part('trade accounts');
  const lists = new Map<string, string>();
  timeline.at(0, () => addPriceLists(world, lists));
  for (const company of content.trade.accounts) {
    const input = () => ({ ...company.account, priceListId: lists.get(company.priceList ?? '') ?? null });
    timeline.at(company.since * orders, async () => {
      if (company.application === undefined) {
        await open(world, company, await addAccount(world.deps, input(), by(world, 'orders')));
        return;
      }
      const id = await apply(world, company, random);
      if (company.isWaiting) return;
      timeline.after(decisionTakes, async () => {
        const staff = by(world, 'orders');
        await updateAccount(world.deps, { id, version: undefined }, input(), staff);
        await open(world, company, await changeAccountStatus(world.deps, { id, status: 'open', reason: '' }, staff));
      });
    });
  }
}

/** Adds the lists, of which a parent comes before its children, and stores their ids in `lists` by name. */
async function addPriceLists(world: World, lists: Map<string, string>): Promise<void> {
  const { deps, content, shelf } = world;
  const context = by(world, 'orders');
  for (const { name, parent, adjustPercent, discounts } of content.trade.priceLists) {
    const { id } = await addPriceList(deps, { name, parentId: lists.get(parent ?? ''), adjustPercent }, context);
    lists.set(name, id);
    for (const [url, minQuantity, percent] of discounts)
      for (const item of shelf.ofProduct(url)) {
        const price = cents(Math.round((item.price * (100 - percent)) / 500) * 5);
        await savePrice({ ...deps, listId: id, context }, { itemId: item.id, minQuantity, price });
      }
  }
}

/** Sends the application of a company, and makes an account of it, as the job of a submission does. Returns the account's id. */
async function apply(world: World, company: TradeAccountContent, random: Random): Promise<string> {
  const { deps, buyers } = world;
  const submitter = buyers.find(({ email }) => email === company.account.contactEmail);
  if (!submitter) throw new Error(`No customer is the contact person of ${company.account.name}.`);
  const submissionId = await sendApplication(world, { submitter, variant: company.application ?? 0, random });
  await applyForAccount(deps, submissionId);
  const { id } = await deps.db
    .selectFrom('trade_accounts')
    .select('id')
    .where('submission_id', '=', submissionId)
    .executeTakeFirstOrThrow();
  return id;
}

/** Gives an account that was just opened its sites, people, rules and order lists; from then on it orders and pays. */
async function open(world: World, company: TradeAccountContent, { id, number }: AccountDetails): Promise<void> {
  const { deps, timeline, orders } = world;
  const staff = by(world, 'orders');
  for (const site of company.sites) await addSite(deps, id, site, staff);
  const siteIds = new Map((await readSites(deps.db, id)).map((site) => [site.name, site.id]));
  for (const { site, ...blanketPo } of company.blanketPos)
    await addBlanketPo(deps, { accountId: id, siteId: siteIds.get(site) ?? '' }, blanketPo, staff);
  const members: TradeMember[] = [];
  for (const person of company.people) {
    const member = await join(world, id, { person, siteIds });
    if (member) members.push(member);
  }
  if (company.approveAbove !== undefined)
    await writeRules(deps, id, [{ kind: 'amount', siteId: null, amount: company.approveAbove }], staff);
  const turn = Math.min(...world.trade.filter(({ isOpen }) => isOpen).map((other) => other.turn), Infinity);
  const customer: TradeCustomer = {
    ...company,
    id,
    number,
    isOpen: true,
    turn: Number.isFinite(turn) ? turn : 0,
    members,
    unpaid: [],
    quotesToAccept: [],
    poNumbers: new Map(company.blanketPos.map(({ site, number }) => [siteIds.get(site) ?? '', number])),
  };
  world.trade.push(customer);
  await addLists(world, customer, siteIds);
  planPayments(world, customer);
  planRequests(world, customer);
  planQuotes(world, customer);
  planStandingOrders(world, customer);
  if (company.heldFrom !== undefined)
    timeline.at(company.heldFrom * orders, async () => {
      await changeAccountStatus(deps, { id, status: 'hold', reason: company.holdReason }, staff);
      customer.isOpen = false;
    });
}

/** Invites somebody, unless the approval has done so, and lets customers join. Undefined for somebody who has not joined. */
async function join(
  world: World,
  accountId: string,
  { person, siteIds: ofAccount }: { person: TradePerson; siteIds: ReadonlyMap<string, string> },
): Promise<TradeMember | undefined> {
  const { deps, buyers } = world;
  const { email, role, sites, limit = null, limitPeriod } = person;
  const siteIds = (sites ?? [...ofAccount.keys()]).map((name) => ofAccount.get(name) ?? '');
  const invited = await deps.db
    .selectFrom('trade_members')
    .select('id')
    .where('account_id', '=', accountId)
    .where('email', '=', email)
    .executeTakeFirst();
  const hasAllSites = sites === undefined;
  const input = { email, roleId: builtInRoles[role], hasAllSites, siteIds: hasAllSites ? [] : siteIds };
  const manager = { ...by(world, 'orders'), permissions: 'all' as const };
  const { id: memberId } = invited ?? (await invite(deps, accountId, { ...input, limit, limitPeriod }, manager));
  const buyer = buyers.find((one) => one.email === email);
  if (buyer?.id === undefined) return undefined;
  const at = deps.clock.now();
  await sql`
    with joined as (update trade_members set user_id = ${buyer.id}, joined_at = ${at} where id = ${memberId} returning id)
    update trade_invitations i set used_at = ${at} from joined j where i.member_id = j.id`.execute(deps.db);
  return { ...person, memberId, buyer: { ...buyer, id: buyer.id }, siteIds };
}

/** Gives the first sites order lists of what they usually buy, with par levels for three orders. */
async function addLists(
  world: World,
  { people: _people, members, lists, sites, account }: TradeCustomer,
  siteIds: ReadonlyMap<string, string>,
): Promise<void> {
  const { deps, content, shelf } = world;
  const [first] = members;
  if (!first) throw new Error(`Nobody of ${account.name} is a customer.`);
  const wishes = (content.baskets[first.buyer.kind] ?? []).slice(0, listLength);
  for (const [index, { name }] of sites.slice(0, lists).entries()) {
    const access = await readSiteAccess(deps.db, { memberId: first.memberId, siteId: siteIds.get(name) ?? '' });
    if (!access) throw new Error(`${first.email} has no access to the site ${name}.`);
    const items = wishes.flatMap(([url, , units], place) => {
      const item = shelf.ofProduct(url)[0];
      const isAsNeeded = place % 4 === 3; // ordered without a par level
      const multiple = units >= 4 ? Math.floor(units / 2) : 1;
      return item ? [{ itemId: item.id, par: isAsNeeded ? null : units * 3 + index, multiple, note: '' }] : [];
    });
    await addList(deps, access, { name: 'Weekly order', items }, by(world, 'orders'));
  }
}
