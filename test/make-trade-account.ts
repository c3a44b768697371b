import { sql } from 'kysely';
import { newId } from '#lib/uuid.ts';
import type { Db } from '#platform/db/db.server.ts';
import { builtInRoles } from '#trade/permissions.ts';

let made = 0;

export interface TradeAccountTraits {
  name?: string;
  status?: 'applied' | 'declined' | 'open' | 'hold' | 'closed';
  /** In dollars. */
  creditLimit?: number;
  terms?: { kind: 'days' | 'endOfMonth'; days: number };
  priceListId?: string;
  poRule?: 'none' | 'required' | 'pattern';
  poPattern?: string;
  /** Names of the sites; one by default. */
  sites?: readonly string[];
}

export interface MadeTradeAccount {
  id: string;
  number: number;
  name: string;
  siteIds: string[];
}

/** An open trade account with 30 days and a limit of $1,000. Its address and people are made up. */
export async function makeTradeAccount(db: Db, traits: TradeAccountTraits = {}): Promise<MadeTradeAccount> {
  const { status = 'open', creditLimit = 1_000, terms = { kind: 'days', days: 30 }, sites = ['Head office'] } = traits;
  const id = newId();
  const name = traits.name ?? `Trade account ${++made}`;
  const { rows } = await sql<{ number: number }>`
    with numbered as (update counters set value = value + 1 where name = 'trade account' returning value)
    insert into trade_accounts (id, number, name, abn, status, terms_kind, terms_days, credit_limit_cents, price_list_id, po_rule, po_pattern,
      accounts_email, created_at, opened_at)
    select ${id}::uuid, value, ${name}, '51824753556', ${status}, ${terms.kind}, ${terms.days}, ${Math.round(creditLimit * 100)},
      ${traits.priceListId ?? null}::uuid, ${traits.poRule ?? 'none'}, ${traits.poPattern ?? ''}, ${`accounts.${id}@example.com`}, now(), now()
    from numbered returning number`.execute(db);
  const siteIds: string[] = [];
  for (const site of sites) siteIds.push(await makeTradeSite(db, id, { name: site }));
  return { id, number: rows[0]?.number ?? 0, name, siteIds };
}

/** A site of an account; amounts in dollars. */
export async function makeTradeSite(
  db: Db,
  accountId: string,
  {
    name,
    budget,
    priceListId,
    costCentre = '',
  }: { name: string; budget?: number; priceListId?: string; costCentre?: string },
): Promise<string> {
  const id = newId();
  const address = {
    unitNumber: '',
    streetNumber: '12',
    streetName: 'Example Street',
    city: 'Fitzroy',
    state: 'VIC',
    postcode: '3065',
  };
  await sql`insert into trade_sites (id, account_id, name, address, cost_centre, price_list_id, budget_cents, created_at)
    values (${id}, ${accountId}, ${name}, ${JSON.stringify(address)}, ${costCentre}, ${priceListId ?? null},
      ${budget === undefined ? null : Math.round(budget * 100)}, now())`.execute(db);
  return id;
}

/** Makes a user one of the account's people: all sites unless `siteIds` are given. `limit` is in dollars. */
export async function makeTradeMember(
  db: Db,
  accountId: string,
  member: {
    user: { id: string; email: string };
    role?: keyof typeof builtInRoles;
    siteIds?: readonly string[];
    limit?: number;
    limitPeriod?: 'order' | 'month';
  },
): Promise<string> {
  const id = newId();
  const { user, role = 'buyer', siteIds, limit, limitPeriod = 'month' } = member;
  await sql`insert into trade_members (id, account_id, user_id, email, role_id, has_all_sites, limit_cents, limit_period, invited_at, joined_at)
    values (${id}, ${accountId}, ${user.id}, ${user.email}, ${builtInRoles[role]}, ${siteIds === undefined},
      ${limit === undefined ? null : Math.round(limit * 100)}, ${limitPeriod}, now(), now())`.execute(db);
  for (const siteId of siteIds ?? []) {
    await sql`insert into trade_member_sites (member_id, site_id) values (${id}, ${siteId})`.execute(db);
  }
  return id;
}
