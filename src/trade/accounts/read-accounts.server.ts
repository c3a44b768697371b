import { isoInstant } from '#platform/db/iso-instant.server.ts';
import { sql } from 'kysely';
import { dayOf } from '#lib/day.ts';
import { notFound } from '#lib/api/problem.ts';
import type { Cents } from '#lib/money.ts';
import type { Db, Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { searchCondition } from '#platform/list/search-condition.server.ts';
import type { ListFile } from '#platform/list/list-export.server.ts';
import { inListOrder, type Order, type RowsWithTotal, tablePage } from '#platform/list/table-page.server.ts';
import { formatAbn } from '#lib/text/abn.ts';
import { type AccountDetails, type AccountList, type AccountRow, sentences, statusLabels } from './contract.ts';
import { yearSalesOf } from './year-sales.server.ts';
import { readArchivedSites, readSites } from './sites.server.ts';

type ReadDeps = Pick<Deps, 'db' | 'clock'>;

const order: Order<'name' | 'number' | 'status' | 'exposure' | 'yearSales' | 'createdDate'> = {
  columns: {
    name: sql`lower(name)`,
    number: sql`number`,
    status: sql`status`,
    exposure: sql`exposure_cents`,
    yearSales: sql`year_sales_cents`,
    createdDate: sql`created_at`,
  },
  usual: 'name',
  key: sql`id`,
};

const rowsOf = (db: Db) =>
  db
    .selectFrom('trade_accounts')
    .select([
      'id',
      'number',
      'name',
      'abn',
      'status',
      'credit_limit_cents as creditLimit',
      'exposure_cents as exposure',
      'year_sales_cents as yearSales',
    ])
    .select(isoInstant('created_at').as('createdDate'));

type Filter = Pick<AccountList, 'search' | 'status'>;

const matching = (db: Db, { search, status }: Filter) => {
  const words = searchCondition(sql`search_words(name || ' ' || abn || ' ' || number)`, search);
  const statuses = status === undefined ? undefined : [status].flat();
  return rowsOf(db)
    .$if(words !== undefined, (query) => query.where(words ?? sql<boolean>`true`))
    .$if(statuses !== undefined, (query) => query.where('status', 'in', statuses ?? []));
};

/** A page of the trade accounts, or all of them. */
export async function readAccounts({ db, clock }: ReadDeps, query: AccountList): Promise<RowsWithTotal<AccountRow>> {
  const { rows, total } = await tablePage(db, matching(db, query), { asked: query, order });
  const figures = await readFigures(
    db,
    rows.map(({ id }) => id),
    clock.now(),
  );
  return { rows: rows.map((row) => ({ ...row, ...(figures.get(row.id) ?? noFigures) }) as AccountRow), total }; // the status is checked by the table
}

interface Figures {
  siteCount: number;
  overdue: Cents;
}
const noFigures = { siteCount: 0, overdue: 0 };

/** Sites and what is overdue. Not part of the page's query, which would work them out for skipped rows too. */
async function readFigures(db: Db | Tx, ids: readonly string[], now: Date): Promise<Map<string, Figures>> {
  const { rows } = await sql<Figures & { id: string }>`
    select a.id, (select count(*)::int from trade_sites s where s.account_id = a.id and s.archived_at is null) as "siteCount",
      coalesce((select sum(o.open_cents) from open_entries o where o.account_id = a.id and o.open_cents > 0
        and o.due_day < ${dayOf(now)}), 0)::bigint as overdue
    from unnest(${ids}::uuid[]) a(id)`.execute(db);
  return new Map(rows.map(({ id, ...figures }) => [id, figures]));
}

/** The matching accounts as a file, in the list's order. */
export const accountFile = (
  db: Db,
  { sort, ...filter }: Filter & Pick<AccountList, 'sort'>,
): ListFile<ExportedAccount> => ({
  name: 'Trade accounts',
  query: inListOrder(forExport(db, filter), order, sort),
  columns: [
    { header: 'Number', kind: 'text', of: ({ number }) => String(number) },
    { header: 'Company', kind: 'text', width: 32, of: ({ name }) => name },
    { header: 'ABN', kind: 'text', of: ({ abn }) => formatAbn(abn) },
    { header: 'Status', kind: 'text', of: ({ status }) => statusLabels[status as AccountRow['status']] }, // the table has no others
    { header: 'Contact', kind: 'text', of: (row) => row.contact_name },
    { header: 'Contact email', kind: 'text', width: 32, of: (row) => row.contact_email },
    { header: 'Accounts email', kind: 'text', width: 32, of: (row) => row.accounts_email },
    { header: 'Phone', kind: 'text', of: ({ phone }) => phone },
    { header: 'Credit limit', kind: 'money', of: ({ creditLimit }) => creditLimit },
    { header: 'Exposure', kind: 'money', of: ({ exposure }) => exposure },
    { header: 'Created', kind: 'date', of: ({ createdDate }) => dayOf(new Date(createdDate)) },
  ],
});

const forExport = (db: Db, filter: Filter) =>
  matching(db, filter).select(['contact_name', 'contact_email', 'accounts_email', 'phone']);
type ExportedAccount = Awaited<ReturnType<ReturnType<typeof forExport>['execute']>>[number];

/** One account with its sites. Throws 404. */
export async function readAccount(db: Db | Tx, id: string, now: Date): Promise<AccountDetails> {
  const { rows } = await sql<AccountDetails>`
    select a.id, a.number, a.name, a.abn, a.acn, a.status, a.status_reason as "statusReason", a.credit_limit_cents as "creditLimit",
      a.exposure_cents as exposure, a.terms_kind as "termsKind", a.terms_days as "termsDays", a.contact_name as "contactName",
      a.contact_email as "contactEmail", a.accounts_email as "accountsEmail", a.phone,
      nullif(a.postal_address, '{}') as "postalAddress", a.price_list_id as "priceListId", l.name as "priceListName",
      a.po_rule as "poRule", a.po_pattern as "poPattern", a.ppsr_number as "ppsrNumber", a.ppsr_until as "ppsrUntil", a.notes,
      a.submission_id as "submissionId", a.version, ${isoInstant('a.created_at')} as "createdDate", ${isoInstant('a.opened_at')} as "openedDate"
    from trade_accounts a left join price_lists l on l.id = a.price_list_id where a.id = ${id}`.execute(db);
  const [account] = rows;
  if (!account) throw notFound(sentences.notFound);
  const figures = await readFigures(db, [id], now);
  const yearSales = await yearSalesOf(db, id, now);
  const [sites, archivedSites] = [await readSites(db, id), await readArchivedSites(db, id)];
  return { ...account, yearSales, ...(figures.get(id) ?? noFigures), sites, archivedSites } as AccountDetails; // as `Figures` has them
}
