import { sql } from 'kysely';
import { type Cents, cents, zero } from '#lib/money.ts';
import type { Db, Tx } from '#platform/db/db.server.ts';
import { isSiteOfMember, type SiteAccess } from '../accounts/site-access.server.ts';
import type { TradePermission } from '../permissions.ts';
import { limitSentences as sentences, monthName } from './limit-sentences.ts';
import { countSpend, monthOf, readSpend } from './spend.server.ts';

/** An order for a site, as far as it matters whether it needs approval. */
export interface LimitedOrder {
  access: SiteAccess;
  total: Cents;
  lines: readonly { productId: string; itemId: string; name: string }[];
  at: Date;
}

/** An order as far as budgets and limits look at it. */
type CountedOrder = Omit<LimitedOrder, 'lines'>;

/**
 * Counts an order in the month's spend of its site and its buyer. Returns why it needs approval instead, as its buyer reads it; then the
 * caller must roll back, as a part may have been counted. Empty if it needs none.
 */
export async function countOrExplain(tx: Tx, order: LimitedOrder): Promise<string[]> {
  const { access, total, at } = order;
  const { site, memberId } = access;
  const month = monthOf(at);
  const rules = await readRuleReasons(tx, order);
  const isWithinLimit = await countSpend(tx, { ownerId: memberId, month, total, limit: monthLimitOf(access) });
  const isWithinBudget = await countSpend(tx, { ownerId: site.id, month, total, limit: site.budget });
  const spent = isWithinLimit && isWithinBudget ? new Map() : await readSpend(tx, [memberId, site.id], month);
  return [...limitReasons(order, { spent, isWithinLimit, isWithinBudget }), ...rules];
}

const monthLimitOf = ({ limit }: SiteAccess): Cents | null => (limit.period === 'month' ? limit.cents : null);

interface Spending {
  /** What was spent this month, by site and person. */
  spent: ReadonlyMap<string, Cents>;
  isWithinLimit: boolean;
  isWithinBudget: boolean;
  /** The buyer's name, unless they are the reader. */
  buyer?: string;
}

function limitReasons(
  { access: { site, memberId, limit }, total, at }: CountedOrder,
  { spent, isWithinLimit, isWithinBudget, buyer }: Spending,
): string[] {
  const month = monthName(monthOf(at));
  const spentBy = (ownerId: string): Cents => spent.get(ownerId) ?? zero;
  const reasons: string[] = [];
  if (site.budget !== null && !isWithinBudget)
    reasons.push(sentences.overBudget(site.name, { limit: site.budget, spent: spentBy(site.id), total, month }));
  if (limit.cents === null) return reasons;
  if (!isWithinLimit)
    reasons.push(sentences.overMonthLimit({ limit: limit.cents, spent: spentBy(memberId), total, month }, buyer));
  if (limit.period === 'order' && total > limit.cents)
    reasons.push(sentences.overOrderLimit({ limit: limit.cents, total }, buyer));
  return reasons;
}

/** Which budget or limit an order would exceed now, without counting it. `buyer` names its buyer for a reader who is somebody else. */
export async function readLimitReasons(db: Db | Tx, order: CountedOrder, buyer?: string): Promise<string[]> {
  const { access, total, at } = order;
  const { site, memberId } = access;
  const spent = await readSpend(db, [memberId, site.id], monthOf(at));
  const isWithin = (ownerId: string, limit: Cents | null): boolean =>
    limit === null || (spent.get(ownerId) ?? 0) + total <= limit;
  const isWithinLimit = isWithin(memberId, monthLimitOf(access));
  const isWithinBudget = isWithin(site.id, site.budget);
  return limitReasons(order, { spent, isWithinLimit, isWithinBudget, ...(buyer !== undefined && { buyer }) });
}

/** Counts an approved order, whatever the limits. */
export async function countApproved(tx: Tx, { access, total, at }: CountedOrder): Promise<void> {
  const month = monthOf(at);
  for (const ownerId of [access.memberId, access.site.id]) await countSpend(tx, { ownerId, month, total, limit: null });
}

interface RuleMatch {
  kind: 'amount' | 'category' | 'newItem';
  cents: Cents | null;
  category: string | null;
  itemId: string | null;
}

/** Why the account's rules want an order approved: one reason for a rule and line. */
export async function readRuleReasons(tx: Db | Tx, { access, total, lines }: LimitedOrder): Promise<string[]> {
  const { rows } = await sql<RuleMatch>`
    with rules as materialized (
      select * from approval_rules where account_id = ${access.account.id} and (site_id is null or site_id = ${access.site.id})
    ), lines as (
      select * from unnest(${lines.map(({ productId }) => productId)}::uuid[], ${lines.map(({ itemId }) => itemId)}::uuid[])
        with ordinality l(product_id, item_id, place)
    )
    select r.kind, r.cents, null as category, null as "itemId", 0 as place from rules r where r.kind = 'amount' and ${total}::bigint > r.cents
    union all
    select r.kind, null, c.name, l.item_id, l.place from rules r join categories c on c.id = r.category_id, lines l
    where r.kind = 'category' and exists (
      select from product_categories p join categories pc on pc.id = p.category_id
      where p.product_id = l.product_id and r.category_id = any(pc.path))
    union all
    select r.kind, null, null, l.item_id, l.place from rules r, lines l
    where r.kind = 'newItem' and not exists (
      select from trade_orders t join order_items i on i.order_id = t.order_id join orders o on o.id = t.order_id
      where t.site_id = ${access.site.id} and i.item_id = l.item_id and o.payment = 'paid')
    order by place`.execute(tx);
  const nameOf = (itemId: string | null): string => lines.find((line) => line.itemId === itemId)?.name ?? '';
  const reasons = rows.map(({ kind, category, itemId, ...rule }) => {
    if (kind === 'amount') return sentences.overAmount(rule.cents ?? cents(0));
    return kind === 'category' ? sentences.category(nameOf(itemId), category ?? '') : sentences.newItem(nameOf(itemId));
  });
  return [...new Set(reasons)];
}

export interface Approver {
  memberId: string;
  userId: string;
  name: string;
  email: string;
}

/** Who may approve orders for a site, but not their own, by name; with `also`, only those who have that permission too. */
export async function readApprovers(
  db: Db | Tx,
  {
    accountId,
    siteId,
    memberId,
    also,
  }: { accountId: string; siteId: string; memberId: string; also?: TradePermission },
): Promise<Approver[]> {
  const { rows } = await sql<Approver>`
    select m.id as "memberId", u.id as "userId", u.first_name || ' ' || u.last_name as name, u.email
    from trade_members m join trade_roles r on r.id = m.role_id and r.permissions @> ${['Approve', ...(also ? [also] : [])]}::text[]
    join users u on u.id = m.user_id and u.archived_at is null
    where m.account_id = ${accountId} and m.removed_at is null and m.id <> ${memberId}
      and ${isSiteOfMember(sql`${siteId}`)}
    order by name, m.id`.execute(db);
  return rows;
}
