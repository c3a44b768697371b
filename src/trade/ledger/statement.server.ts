import { sql } from 'kysely';
import type { Day } from '#lib/day.ts';
import { notFound } from '#lib/api/problem.ts';
import type { Cents } from '#lib/money.ts';
import { type Db, inSnapshot, type Tx } from '#platform/db/db.server.ts';
import type { StoredAddress } from '#addresses/full-address.ts';
import { shownKind } from '../credit/account-entries.server.ts';
import { creditSentences } from '../credit/credit-sentences.ts';
import type { TradingTerms } from '../trading-terms.ts';
import { type Ageing, ageingOf } from './ageing.server.ts';
import type { entryKinds } from './shapes.ts';

export interface StatementEntry {
  id: string;
  kind: (typeof entryKinds)[number];
  onDay: Day;
  dueDay: Day | null;
  amount: Cents;
  document: string;
  note: string;
  siteId: string | null;
  site: string | null;
  poNumber: string;
}

/** A site's part of a statement. */
export interface SiteTotal {
  /** Null for what belongs to no site, such as a payment. */
  site: string | null;
  /** Invoices alone. */
  invoiced: Cents;
  /** All other entries: payments, notes, and what was written off or paid back. */
  credited: Cents;
}

export interface Statement {
  account: { id: string; number: number; name: string; abn: string; address: StoredAddress; terms: TradingTerms };
  startDate: Day;
  endDate: Day;
  /** The day of the closing balance and of the ageing: the end of the period, or today in a period that has not ended. */
  asAt: Day;
  opening: Cents;
  entries: StatementEntry[];
  closing: Cents;
  sites: SiteTotal[];
  ageing: Ageing;
}

export interface Period {
  startDate: Day;
  endDate: Day;
}

/**
 * The statement of an account for a period: what it owed before, every entry, what it owes at the end, by site and by age. From entries and
 * allocations up to the end of the period alone, so that those of a past statement are the same whenever it is made; the names of the
 * account and its sites, its address and terms are those of today.
 */
export function readStatement(
  db: Db,
  accountId: string,
  { startDate, endDate, today }: Period & { today: Day },
): Promise<Statement> {
  const asAt = endDate < today ? endDate : today;
  return inSnapshot(db, async (tx) => {
    const account = await readAccount(tx, accountId);
    const { rows: sums } = await sql<{ opening: Cents; closing: Cents }>`
      select coalesce(sum(cents) filter (where on_day < ${startDate}), 0)::bigint as opening, coalesce(sum(cents), 0)::bigint as closing
      from account_entries where account_id = ${accountId} and on_day <= ${asAt}`.execute(tx);
    const { opening, closing } = sums[0] as (typeof sums)[0]; // an aggregate always has a row
    const { rows: entries } = await sql<StatementEntry>`
      select e.id, ${shownKind} as kind, e.on_day as "onDay", e.due_day as "dueDay", e.cents as amount, e.document, e.note, e.site_id as "siteId", s.name as site,
        coalesce(t.po_number, '') as "poNumber"
      from account_entries e left join trade_sites s on s.id = e.site_id left join trade_orders t on t.order_id = e.order_id
      where e.account_id = ${accountId} and e.on_day between ${startDate} and ${asAt} order by e.on_day, e.id`.execute(
      tx,
    );
    const ageing = await ageingOf(tx, accountId, { day: asAt, today });
    return { account, startDate, endDate, asAt, opening, entries, closing, sites: sitesOf(entries), ageing };
  });
}

async function readAccount(tx: Tx, accountId: string): Promise<Statement['account']> {
  const { rows } = await sql<Statement['account']>`
    select id, number, name, abn, postal_address as address, json_build_object('kind', terms_kind, 'days', terms_days) as terms
    from trade_accounts where id = ${accountId} and status in ('open', 'hold', 'closed')`.execute(tx);
  const [account] = rows;
  if (!account) throw notFound(creditSentences.gone);
  return account;
}

/** Sites in the order of their names; what belongs to none comes last. Two sites may have had the same name, one after the other. */
function sitesOf(entries: readonly StatementEntry[]): SiteTotal[] {
  const totals = new Map<string | null, { site: string | null; invoiced: number; credited: number }>();
  for (const { siteId, site, kind, amount } of entries) {
    const total = totals.get(siteId) ?? { site, invoiced: 0, credited: 0 };
    total[kind === 'invoice' ? 'invoiced' : 'credited'] += amount;
    totals.set(siteId, total);
  }
  return [...totals.values()]
    .map((total) => total as SiteTotal) // sums of cents
    .toSorted(
      (a, b) =>
        Number(a.site === null) - Number(b.site === null) || (a.site ?? '').localeCompare(b.site ?? '', 'en-AU'),
    );
}
