import { sql } from 'kysely';
import { dayOf } from '#lib/day.ts';
import { notFound } from '#lib/api/problem.ts';
import { type Cents, zero } from '#lib/money.ts';
import { newId } from '#lib/uuid.ts';
import type { Tx } from '#platform/db/db.server.ts';
import { type FrozenLine, type PricedFor, totalOf } from './quote-lines.server.ts';
import { type messageKinds, type QuoteState, sentences } from './shapes.ts';

/** Who writes or decides: a person of the account, or somebody of the company. */
export type Author = { memberId: string } | { staffId: string };

export interface NewQuote {
  accountId: string;
  siteId: string;
  memberId: string;
  staffId: string | null;
  state: 'draft' | 'requested';
  lines: readonly FrozenLine[];
  /** None unless given. */
  shippingFee?: Cents;
  key?: string;
}

/** Stores a quote with the next number; undefined if the key has been used. */
export async function insertQuote(
  tx: Tx,
  quote: NewQuote,
  at: Date,
): Promise<{ id: string; number: string } | undefined> {
  const { accountId, siteId, memberId, staffId, state, lines, shippingFee = zero, key = null } = quote;
  const total = totalOf(lines, { discount: zero, shippingFee });
  const { rows } = await sql<{ id: string; number: string }>`
    with numbered as (
      update counters set value = value + 1 where name = 'quote'
        and not exists (select from quotes where key = ${key}) returning 'Q-' || value as number
    )
    insert into quotes (id, number, account_id, site_id, member_id, staff_id, state, lines, shipping_cents, total_cents, key, searched, created_at)
    select ${newId(at.getTime())}::uuid, n.number, ${accountId}::uuid, ${siteId}::uuid, ${memberId}::uuid, ${staffId}::uuid, ${state},
      ${JSON.stringify(lines)}::jsonb, ${shippingFee}, ${total}, ${key}, ${searchedFor({ accountId, siteId, memberId })}, ${at} from numbered n
    on conflict (key) do nothing returning id, number`.execute(tx);
  return rows[0];
}

/** The words by which lists find a quote, besides its number. */
const searchedFor = ({ accountId, siteId, memberId }: Pick<NewQuote, 'accountId' | 'siteId' | 'memberId'>) => sql`
  n.number || ' ' || (select name from trade_accounts where id = ${accountId}) || ' '
  || (select name from trade_sites where id = ${siteId}) || ' '
  || (select coalesce(u.first_name || ' ' || u.last_name || ' ' || u.email, m.email)
      from trade_members m left join users u on u.id = m.user_id where m.id = ${memberId})`;

interface NewMessage {
  quoteId: string;
  kind: (typeof messageKinds)[number];
  by: Author;
  text?: string;
  at: Date;
}

/** Adds to the history of a quote; returns the message's id. */
export async function addMessage(tx: Tx, { quoteId, kind, by, text = '', at }: NewMessage): Promise<string> {
  const id = newId(at.getTime());
  const [memberId, staffId] = 'memberId' in by ? [by.memberId, null] : [null, by.staffId];
  await tx
    .insertInto('quote_messages')
    .values({ id, quote_id: quoteId, kind, member_id: memberId, staff_id: staffId, text, at })
    .execute();
  return id;
}

export interface LockedQuote extends Omit<NewQuote, 'key' | 'state' | 'lines' | 'shippingFee'> {
  id: string;
  number: string;
  revision: number;
  /** As it is stored: a sent quote may be past its last day. */
  state: QuoteState;
  version: number;
  of: PricedFor;
}

/** Locks a quote until the end of the transaction. Throws 404. */
export async function lockQuote(tx: Tx, id: string, now: Date): Promise<LockedQuote> {
  const { rows } = await sql<Omit<LockedQuote, 'of'> & { ofSite: string | null; ofAccount: string | null }>`
    select q.id, q.number, q.revision, q.account_id as "accountId", q.site_id as "siteId", q.member_id as "memberId",
      q.staff_id as "staffId", q.state, q.version, s.price_list_id as "ofSite", a.price_list_id as "ofAccount"
    from quotes q join trade_sites s on s.id = q.site_id join trade_accounts a on a.id = q.account_id
    where q.id = ${id} for no key update of q`.execute(tx);
  const [row] = rows;
  if (!row) throw notFound(sentences.notFound);
  const { ofSite: site, ofAccount: account, ...quote } = row;
  return { ...quote, of: { lists: { site, account }, day: dayOf(now) } };
}
