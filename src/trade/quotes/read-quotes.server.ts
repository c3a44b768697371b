import { type RawBuilder, sql } from 'kysely';
import { type Day, dayOf } from '#lib/day.ts';
import { notFound } from '#lib/api/problem.ts';
import { type Cents, cents, gstIn, minus, sum, times } from '#lib/money.ts';
import { mostRows } from '#lib/table-limits.ts';
import type { Db, Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { isoInstant } from '#platform/db/iso-instant.server.ts';
import { searchCondition } from '#platform/list/search-condition.server.ts';
import { limitAndOffset, type Order, type RowsWithTotal, tablePage } from '#platform/list/table-page.server.ts';
import { isSiteOfMember, requireAccountAccess } from '../accounts/site-access.server.ts';
import { personOf } from '../people/person-name.server.ts';
import type { TradePermission } from '../permissions.ts';
import type { Quote, QuoteRow, QuotesQuery } from './contract.ts';
import type { OwnQuote, OwnQuoteRow } from './own-contract.ts';
import { type FrozenLine, subTotalOf } from './quote-lines.server.ts';
import { type QuoteMessage, type QuoteState, sentences } from './shapes.ts';

type ReadDeps = Pick<Deps, 'clock'> & { db: Db | Tx };

/** A sent quote is expired from the day after its last one, also before the daily job has stored that. */
const stateOn = (today: Day): RawBuilder<QuoteState> =>
  sql`case when quotes.state = 'sent' and quotes.valid_until < ${today} then 'expired' else quotes.state end`;

const rowColumns = (
  today: Day,
) => sql`quotes.id, quotes.number, quotes.revision, ${stateOn(today)} as state, quotes.account_id as "accountId",
  (select name from trade_accounts where id = quotes.account_id) as "accountName",
  (select name from trade_sites where id = quotes.site_id) as "siteName", ${personOf('quotes.member_id')} as contact,
  quotes.valid_until as "validUntil", ${isoInstant('quotes.created_at')} as "createdDate", quotes.total_cents as total`;

const order: Order<'createdDate' | 'total'> = {
  columns: { createdDate: sql`created_at`, total: sql`total_cents` },
  usual: '-createdDate',
  key: sql`id`,
  of: { table: 'quotes', rows: sql`true` },
};

/** A page of the quotes of all accounts, or all of them. */
export async function readQuotes(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  query: QuotesQuery,
): Promise<RowsWithTotal<QuoteRow>> {
  const today = dayOf(clock.now());
  const words = searchCondition(sql`search_words(searched)`, query.search);
  const states = query.state === undefined ? undefined : [query.state].flat();
  const ids = db
    .selectFrom('quotes')
    .select('id')
    .$if(words !== undefined, (rows) => rows.where(words ?? sql<boolean>`true`))
    .where((has) => (states ? has('state', 'in', states) : has('state', '<>', 'replaced')))
    .$if(query.accountId !== undefined, (rows) => rows.where('account_id', '=', query.accountId ?? ''));
  const { rows: found, total } = await tablePage(db, ids, { asked: query, order });
  const { rows } = await sql<QuoteRow>`
    select ${rowColumns(today)}, (select number from trade_accounts where id = quotes.account_id) as "accountNumber"
    from quotes join unnest(${found.map(({ id }) => id)}::uuid[]) with ordinality f(id, place) on f.id = quotes.id order by f.place`.execute(
    db,
  );
  return { rows, total };
}

/** A quote as it is stored. */
export interface StoredQuote
  extends Omit<Quote, 'lines' | 'subTotal' | 'margin' | 'revisions' | 'messages' | 'accountNumber'> {
  accountNumber: number;
  lines: FrozenLine[];
}

/** Throws 404. */
export async function readStored({ db, clock }: ReadDeps, id: string): Promise<StoredQuote> {
  const { rows } = await sql<StoredQuote>`
    select ${rowColumns(dayOf(clock.now()))}, a.number as "accountNumber", a.po_rule as "poRule", quotes.site_id as "siteId",
      quotes.member_id as "memberId",
      case when a.status = 'closed' then 'accountClosed'
        when exists (select from trade_sites s where s.id = quotes.site_id and s.archived_at is not null) then 'siteArchived' end as "blockedBy",
      coalesce(u.email, m.email) as "contactEmail",
      (select s.first_name || ' ' || s.last_name from users s where s.id = quotes.staff_id) as "begunBy", quotes.lines,
      quotes.discount_cents as discount, quotes.shipping_cents as "shippingFee", quotes.po_number as "poNumber", quotes.note,
      quotes.order_id as "orderId", (select o.number from orders o where o.id = quotes.order_id) as "orderNumber",
      ${isoInstant('quotes.sent_at')} as "sentDate", quotes.version
    from quotes join trade_accounts a on a.id = quotes.account_id join trade_members m on m.id = quotes.member_id
    left join users u on u.id = m.user_id where quotes.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) throw notFound(sentences.notFound);
  return row;
}

/** A quote as staff read it. Throws 404. */
export async function readQuote(deps: ReadDeps, id: string): Promise<Quote> {
  const stored = await readStored(deps, id);
  const { lines, discount } = stored;
  return {
    ...stored,
    lines: lines.map((line) => ({ ...lineOf(line), ...figuresOf(line), reason: line.reason ?? '' })),
    subTotal: subTotalOf(lines),
    margin: marginOfAll(lines, discount),
    revisions: await readRevisions(deps, stored.number),
    messages: await readMessages(deps.db, stored.number),
  };
}

const lineOf = ({ itemId, name, code, quantity, price }: FrozenLine) => ({
  itemId,
  name,
  code,
  quantity,
  price,
  total: times(price, quantity),
});

/** What staff know of a line besides. */
export const figuresOf = ({ price, listPrice, cost }: Pick<FrozenLine, 'price' | 'listPrice' | 'cost'>) => ({
  listPrice,
  cost,
  margin: cost === null ? null : minus(minus(price, gstIn(price)), cost),
});

function marginOfAll(lines: readonly FrozenLine[], discount: Cents): Cents | null {
  const costs = lines.map(({ cost, quantity }) => (cost === null ? null : times(cost, quantity)));
  if (costs.includes(null)) return null;
  const goods = cents(subTotalOf(lines) - discount);
  return minus(minus(goods, gstIn(goods)), sum(costs.filter((one) => one !== null)));
}

async function readRevisions({ db, clock }: ReadDeps, number: string): Promise<Quote['revisions']> {
  const { rows } = await sql<Quote['revisions'][number]>`
    select id, revision, ${stateOn(dayOf(clock.now()))} as state from quotes where number = ${number} order by revision`.execute(
    db,
  );
  return rows;
}

async function readMessages(db: Db | Tx, number: string): Promise<QuoteMessage[]> {
  const { rows } = await sql<QuoteMessage>`
    select t.id, t.kind, q.revision, t.text, ${isoInstant('t.at')} as at, t.staff_id is not null as "isStaff",
      coalesce((select s.first_name || ' ' || s.last_name from users s where s.id = t.staff_id), ${personOf('t.member_id')}) as by
    from quotes q join quote_messages t on t.quote_id = q.id where q.number = ${number} order by t.id`.execute(db);
  return rows;
}

/** Somebody of the account who may read a quote. */
export interface QuoteReader {
  memberId: string;
  permissions: readonly TradePermission[];
}

const reading: readonly TradePermission[] = ['RequestQuotes', 'AcceptQuotes', 'SeeAllOrders'];

/** Throws 404 for drafts, and for anybody who is none of the site's people, or may neither ask for quotes, accept them nor see orders. */
export async function requireReader(db: Db | Tx, userId: string, id: string): Promise<QuoteReader> {
  const { rows } = await sql<QuoteReader>`
    select m.id as "memberId", r.permissions
    from quotes q join trade_members m on m.account_id = q.account_id and m.user_id = ${userId} and m.removed_at is null
    join trade_roles r on r.id = m.role_id and r.permissions && ${[...reading]}::text[]
    where q.id = ${id} and q.state <> 'draft' and ${isSiteOfMember(sql`q.site_id`)}`.execute(db);
  const [reader] = rows;
  if (!reader) throw notFound(sentences.notFound);
  return reader;
}

/** A quote as one of its readers sees it. */
export async function readOwnQuote(deps: ReadDeps, id: string, { permissions }: QuoteReader): Promise<OwnQuote> {
  const {
    memberId: _m,
    siteId: _s,
    contactEmail: _e,
    begunBy: _b,
    version: _v,
    ...stored
  } = await readStored(deps, id);
  const { accountNumber: _n, state, ...quote } = stored;
  const isPriced = quote.sentDate !== null;
  const shown = <Value>(value: Value): Value | null => (isPriced ? value : null);
  const revisions = await readRevisions(deps, stored.number);
  return {
    ...quote,
    state,
    note: shown(quote.note) ?? '',
    validUntil: shown(quote.validUntil),
    lines: quote.lines.map((line) => ({
      ...lineOf(line),
      price: shown(line.price),
      total: shown(times(line.price, line.quantity)),
    })),
    subTotal: shown(subTotalOf(quote.lines)),
    discount: shown(quote.discount),
    shippingFee: shown(quote.shippingFee),
    total: shown(quote.total),
    revisions: revisions.filter((one) => one.state !== 'draft'),
    messages: await readMessages(deps.db, stored.number),
    mayAccept: state === 'sent' && quote.blockedBy === null && permissions.includes('AcceptQuotes'),
    mayDecline: mayDecline(state, permissions),
  };
}

/** Who may accept a quote may decline it, who may ask for one may withdraw the request. */
export const mayDecline = (state: QuoteState, permissions: readonly TradePermission[]): boolean =>
  (state === 'sent' && permissions.includes('AcceptQuotes')) ||
  (state === 'requested' && permissions.includes('RequestQuotes'));

/** Whether a quote was sent and its new revision was not yet: until then its people see the one that they have. */
const isBeingRevised = sql`(state = 'replaced' and exists (
  select from quotes n where n.number = quotes.number and n.revision = quotes.revision + 1 and n.state = 'draft'))`;

/** A page of the quotes of somebody's sites, newest first. Throws 403 for anybody who is none of the account's people. */
export async function readOwnQuotes(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { userId, accountId }: { userId: string; accountId: string },
  query: { page?: number | undefined; pageSize?: number | undefined; state?: QuoteState | undefined },
): Promise<RowsWithTotal<OwnQuoteRow>> {
  const { permissions, siteIds } = await requireAccountAccess(db, { userId, accountId });
  if (!reading.some((one) => permissions.includes(one))) return { rows: [], total: 0 };
  const { limit, offset } = limitAndOffset(query);
  const today = dayOf(clock.now());
  const visible = sql`account_id = ${accountId} and site_id = any(${[...siteIds]}::uuid[])
    and (state not in ('draft', 'replaced') or ${isBeingRevised})
    and (${query.state ?? null}::text is null or ${stateOn(today)} = ${query.state ?? null})`;
  const { rows } = await sql<OwnQuoteRow & { isPriced: boolean; total: Cents }>`
    select ${rowColumns(today)}, sent_at is not null as "isPriced" from quotes where ${visible}
    order by created_at desc, id desc limit ${limit} offset ${offset}`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from (select from quotes where ${visible} limit ${mostRows + 1}) n`.execute(db);
  const shown = rows.map(({ isPriced, total, validUntil, ...row }) => ({
    ...row,
    validUntil: isPriced ? validUntil : null,
    total: isPriced ? total : null,
  }));
  return { rows: shown, total: counted.rows[0]?.total ?? 0 };
}
