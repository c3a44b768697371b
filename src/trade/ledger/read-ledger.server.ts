import { sql } from 'kysely';
import type { z } from 'zod';
import { dayOf, type Day } from '#lib/day.ts';
import { notFound } from '#lib/api/problem.ts';
import type { Cents } from '#lib/money.ts';
import type { Db } from '#platform/db/db.server.ts';
import { limitAndOffset, type RowsWithTotal } from '#platform/list/table-page.server.ts';
import { shownKind } from '../credit/account-entries.server.ts';
import { isOfCancelledOrder } from '../credit/allocate.server.ts';
import { creditSentences } from '../credit/credit-sentences.ts';
import { accountReference, invoiceReference } from '../credit/payment-reference.ts';
import { termsInWords, type TradingTerms } from '../trading-terms.ts';
import { ageingOf } from './ageing.server.ts';
import type { readAccountCredit as creditEndpoint } from './contract.ts';
import type { ledgerRow, OpenInvoice } from './shapes.ts';

export type AccountCredit = z.output<(typeof creditEndpoint)['shapes']['reply']>;
type LedgerRow = z.output<typeof ledgerRow>;

interface LedgerQuery {
  page?: number | undefined;
  pageSize?: number | undefined;
  kind?: string | undefined;
  isOpen?: boolean | undefined;
}

/** A page of an account's entries, newest first, with the balance after each. */
export async function listLedger(
  db: Db,
  accountId: string,
  { kind, isOpen, ...page }: LedgerQuery,
): Promise<RowsWithTotal<LedgerRow>> {
  const { limit, offset } = limitAndOffset(page);
  const shown = sql`${kind === undefined ? sql`true` : sql`e.kind = ${kind}`}
    and ${isOpen === undefined ? sql`true` : sql`(o.entry_id is not null) = ${isOpen}`}`;
  const counted = await sql<{ total: number }>`
    select count(*) as total from (select id, account_id, ${shownKind} as kind from account_entries) e left join open_entries o on o.entry_id = e.id
    where e.account_id = ${accountId} and ${shown}`.execute(db);
  const { rows } = await sql<LedgerRow>`
    with page as materialized (
      select e.*, coalesce(o.open_cents, 0)::bigint as open from (
        select id, ${shownKind} as kind, on_day, due_day, cents, document, note, site_id, order_id,
          sum(cents) over (order by on_day, id)::bigint as balance
        from account_entries where account_id = ${accountId}
      ) e left join open_entries o on o.entry_id = e.id
      where ${shown} order by e.on_day desc, e.id desc limit ${limit} offset ${offset}
    )
    select p.id, p.kind, p.on_day as "onDay", p.due_day as "dueDay", p.cents as amount, p.open, p.balance, p.document, p.note,
      s.name as site, p.order_id as "orderId", case p.kind when 'invoice' then t.id end as "taxInvoiceId",
      (select coalesce(json_agg(json_build_object('entryId', a.other, 'document', x.document, 'kind', ${shownKind}, 'amount', a.amount)
          order by x.on_day, x.id), '[]')
        from (select case when credit_id = p.id then debit_id else credit_id end as other, sum(cents)::bigint as amount
          from allocations where credit_id = p.id or debit_id = p.id group by 1 having sum(cents) <> 0) a
        join account_entries x on x.id = a.other) as allocations
    from page p left join trade_sites s on s.id = p.site_id left join tax_invoices t on t.order_id = p.order_id
    order by p.on_day desc, p.id desc`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

interface CreditRow extends Pick<AccountCredit, 'id' | 'number' | 'name' | 'status' | 'email' | 'limit' | 'exposure'> {
  terms: TradingTerms;
  openedAt: Date;
  lastReminder: Date | null;
}

/** What an account owes now; 404 for one that was never opened. */
export async function readAccountCredit(db: Db, accountId: string, now: Date): Promise<AccountCredit> {
  const { rows } = await sql<CreditRow>`
    select id, number, name, status, accounts_email as email, credit_limit_cents as "limit", exposure_cents as exposure,
      json_build_object('kind', terms_kind, 'days', terms_days) as terms, coalesce(opened_at, created_at) as "openedAt",
      (select max(asked_at) from account_reminders r where r.account_id = a.id) as "lastReminder"
    from trade_accounts a where id = ${accountId} and status in ('open', 'hold', 'closed')`.execute(db);
  const [account] = rows;
  if (!account) throw notFound(creditSentences.gone);
  const today = dayOf(now);
  const [ageing, invoices, credits] = await Promise.all([
    ageingOf(db, accountId, { day: today, today }),
    openInvoicesOf(db, { id: accountId, number: account.number }, { today }),
    openCreditsOf(db, accountId),
  ]);
  const { terms, openedAt, lastReminder, ...values } = account;
  return {
    ...values,
    terms: termsInWords(terms),
    reference: accountReference(account.number),
    openedOn: dayOf(openedAt),
    lastReminder: lastReminder?.toISOString() ?? null,
    ageing,
    invoices,
    credits,
  };
}

/** An account's terms and credit; 404 for one that was never opened. */
export async function readTerms(db: Db, accountId: string) {
  const { rows } = await sql<Pick<CreditRow, 'status' | 'limit' | 'exposure' | 'terms'>>`
    select status, credit_limit_cents as "limit", exposure_cents as exposure,
      json_build_object('kind', terms_kind, 'days', terms_days) as terms
    from trade_accounts where id = ${accountId} and status in ('open', 'hold', 'closed')`.execute(db);
  const [account] = rows;
  if (!account) throw notFound(creditSentences.gone);
  return { ...account, words: termsInWords(account.terms) };
}

/** Whether somebody is reminded of the open entry `o`. */
export const isRemindedOf = sql`(o.open_cents > 0 and not ${isOfCancelledOrder})`;

/** The open invoices of an account, or of some of its sites, or those of which it is reminded; the oldest due first. */
export async function openInvoicesOf(
  db: Db,
  { id, number }: { id: string; number: number },
  { today, siteIds, isReminder = false }: { today: Day; siteIds?: readonly string[] | undefined; isReminder?: boolean },
): Promise<OpenInvoice[]> {
  const { rows } = await sql<Omit<OpenInvoice, 'reference'>>`
    select e.id as "entryId", e.document, e.on_day as "onDay", e.due_day as "dueDay",
      greatest(${today}::date - e.due_day, 0) as "daysOverdue", e.cents as amount, o.open_cents as open, s.name as site,
      coalesce(t.po_number, '') as "poNumber", e.order_id as "orderId", coalesce(r.number, '') as "orderNumber", i.id as "taxInvoiceId",
      ${isOfCancelledOrder} as "isCancelled"
    from open_entries o join account_entries e on e.id = o.entry_id and e.kind = 'invoice'
    left join trade_sites s on s.id = e.site_id left join trade_orders t on t.order_id = e.order_id
    left join orders r on r.id = e.order_id left join tax_invoices i on i.order_id = e.order_id
    where o.account_id = ${id} and ${siteIds ? sql`e.site_id = any(${siteIds}::uuid[])` : sql`true`}
      and ${isReminder ? isRemindedOf : sql`true`}
    order by e.due_day, e.id`.execute(db);
  return rows.map((row) => ({ ...row, reference: invoiceReference(number, row.document) }));
}

async function openCreditsOf(db: Db, accountId: string): Promise<AccountCredit['credits']> {
  const { rows } = await sql<AccountCredit['credits'][number] & { open: Cents }>`
    select e.id as "entryId", e.document, e.kind, e.on_day as "onDay", -o.open_cents as open
    from open_entries o join account_entries e on e.id = o.entry_id
    where o.account_id = ${accountId} and o.open_cents < 0 order by e.on_day, e.id`.execute(db);
  return rows;
}
