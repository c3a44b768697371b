import { type RawBuilder, sql } from 'kysely';
import type { AddressParts } from '#addresses/address-shape.ts';
import type { Db, Tx } from '#platform/db/db.server.ts';
import { notFound, Problem } from '#lib/api/problem.ts';
import type { Cents } from '#lib/money.ts';
import { quotePermissions, type TradePermission } from '../permissions.ts';
import { accountSentences as sentences } from './sentences.ts';

/** A site as one of its people may use it, with the account and what the person may do there. */
export interface SiteAccess {
  memberId: string;
  permissions: readonly TradePermission[];
  limit: { cents: Cents | null; period: 'order' | 'month' };
  account: {
    id: string;
    number: number;
    name: string;
    abn: string;
    /** Null if the account has none; then its invoices go to the site. */
    postalAddress: AddressParts | null;
    status: 'applied' | 'declined' | 'open' | 'hold' | 'closed';
    priceListId: string | null;
    poRule: 'none' | 'required' | 'pattern';
    poPattern: string;
  };
  site: {
    id: string;
    name: string;
    address: AddressParts;
    instructions: string;
    hours: string;
    contactName: string;
    contactPhone: string;
    costCentre: string;
    priceListId: string | null;
    budget: Cents | null;
  };
}

/** Whether a site is one of those of a member (m). `site` is an expression for its id. */
export const isSiteOfMember = (site: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  (m.has_all_sites or exists (select from trade_member_sites t where t.member_id = m.id and t.site_id = ${site}))`;

/**
 * The site with what `userId` may do there, read at each request, so that somebody who is removed is refused at once. Throws 403 if the
 * person is no member of the account, not one of the site, lacks `permission`, or if the site is archived or the account not yet open.
 * Accounts on hold and closed ones can be read, so the caller checks `account.status` before it sells.
 */
export async function requireSiteAccess(
  db: Db | Tx,
  { userId, siteId, permission }: { userId: string; siteId: string; permission?: TradePermission },
): Promise<SiteAccess> {
  const { rows } = await accessOf(sql`
    m.user_id = ${userId} and m.removed_at is null and s.id = ${siteId} and s.archived_at is null
      and ${isSiteOfMember(sql`s.id`)}`).execute(db);
  const [access] = rows;
  if (!access) throw new Problem(403, sentences.noSite);
  requirePermission(access, permission);
  return access;
}

/**
 * The access of somebody who has asked for approval, also after they have left the account: the request belongs to the site. Undefined if
 * the site is archived. The caller checks `account.status`, as above.
 */
export async function readSiteAccess(
  db: Db | Tx,
  { memberId, siteId }: { memberId: string; siteId: string },
): Promise<SiteAccess | undefined> {
  const { rows } = await accessOf(sql`m.id = ${memberId} and s.id = ${siteId} and s.archived_at is null`).execute(db);
  return rows[0];
}

/** The columns `account` and `site` of `SiteAccess`, for an account (a) and its site (s). */
const accountAndSite = sql`
    json_build_object('id', a.id, 'number', a.number, 'name', a.name, 'abn', a.abn, 'postalAddress', nullif(a.postal_address, '{}'),
      'status', a.status, 'priceListId', a.price_list_id, 'poRule', a.po_rule, 'poPattern', a.po_pattern) as account,
    json_build_object('id', s.id, 'name', s.name, 'address', s.address, 'instructions', s.instructions, 'hours', s.hours,
      'contactName', s.contact_name, 'contactPhone', s.contact_phone, 'costCentre', s.cost_centre, 'priceListId', s.price_list_id, 'budget', s.budget_cents) as site`;

const accessOf = (condition: RawBuilder<unknown>) => sql<SiteAccess>`
  select m.id as "memberId", r.permissions,
    json_build_object('cents', m.limit_cents, 'period', m.limit_period) as "limit", ${accountAndSite}
  from trade_sites s
  join trade_accounts a on a.id = s.account_id and a.status in ('open', 'hold', 'closed')
  join trade_members m on m.account_id = a.id
  join trade_roles r on r.id = m.role_id
  where ${condition}`;

/** Whether somebody is one of the people of a site, with a role that orders there, or asks for quotes or accepts them. */
export async function ordersFor(
  db: Db | Tx,
  { memberId, siteId }: { memberId: string; siteId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from trade_members m join trade_sites s on s.account_id = m.account_id and s.id = ${siteId} and s.archived_at is null
    join users u on u.id = m.user_id and u.archived_at is null
    join trade_roles r on r.id = m.role_id and r.permissions && ${[...quotePermissions]}::text[]
    where m.id = ${memberId} and m.removed_at is null and ${isSiteOfMember(sql`s.id`)}`.execute(db);
  return rows.length === 1;
}

/** What somebody may do at a site for which the program orders in their name; undefined for somebody who no longer orders for it. */
export async function readBuyerAccess(
  db: Db | Tx,
  { memberId, siteId }: { memberId: string; siteId: string },
): Promise<SiteAccess | undefined> {
  const access = await readSiteAccess(db, { memberId, siteId });
  const isBuyer = access?.permissions.includes('Order') === true && (await ordersFor(db, { memberId, siteId }));
  return isBuyer ? access : undefined;
}

/** A site as staff may use it. Throws 404 for an unknown or archived one, and for one of another account. */
export async function readSiteOfAccount(
  db: Db | Tx,
  { id, siteId }: { id: string; siteId: string },
): Promise<Pick<SiteAccess, 'account' | 'site'>> {
  const { rows } = await sql<Pick<SiteAccess, 'account' | 'site'>>`
    select ${accountAndSite} from trade_sites s join trade_accounts a on a.id = s.account_id
    where s.id = ${siteId} and a.id = ${id} and s.archived_at is null`.execute(db);
  const [found] = rows;
  if (!found) throw notFound(sentences.siteNotFound);
  return found;
}

/** What somebody may do in an account, whatever the site. */
export interface AccountAccess {
  memberId: string;
  permissions: readonly TradePermission[];
  hasAllSites: boolean;
  /** The person's sites, all of the account's if `hasAllSites`; also archived ones, whose invoices, quotes and requests stay. */
  siteIds: readonly string[];
  /** Those that are not archived. */
  openSiteIds: readonly string[];
  account: { id: string; number: number; name: string; status: SiteAccess['account']['status'] };
}

/** Like `requireSiteAccess`, for what belongs to the account as a whole. Throws 403 for anybody who is no member, or lacks `permission`. */
export async function requireAccountAccess(
  db: Db | Tx,
  { userId, accountId, permission }: { userId: string; accountId: string; permission?: TradePermission },
): Promise<AccountAccess> {
  const { rows } = await sql<AccountAccess>`
    select m.id as "memberId", r.permissions, m.has_all_sites as "hasAllSites",
      s.ids as "siteIds", s.open_ids as "openSiteIds",
      json_build_object('id', a.id, 'number', a.number, 'name', a.name, 'status', a.status) as account
    from trade_members m
    join trade_accounts a on a.id = m.account_id and a.status in ('open', 'hold', 'closed')
    join trade_roles r on r.id = m.role_id
    cross join lateral (
      select coalesce(array_agg(s.id order by lower(s.name), s.id), '{}') as ids,
        coalesce(array_agg(s.id order by lower(s.name), s.id) filter (where s.archived_at is null), '{}') as open_ids
      from trade_sites s where s.account_id = a.id and ${isSiteOfMember(sql`s.id`)}) s
    where m.account_id = ${accountId} and m.user_id = ${userId} and m.removed_at is null`.execute(db);
  const [access] = rows;
  if (!access) throw new Problem(403, sentences.noAccount);
  requirePermission(access, permission);
  return access;
}

function requirePermission(
  { permissions }: { permissions: readonly TradePermission[] },
  needed: TradePermission | undefined,
): void {
  if (needed !== undefined && !permissions.includes(needed)) throw new Problem(403, sentences.notPermitted);
}
