import { type Kysely, sql } from 'kysely';

/** Quotes of trade accounts: asked for or begun by staff, sent, and accepted to an order. Expands only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A revision of a quote; all revisions have the number.
    create table quotes (
      id uuid primary key,
      -- Q-1001 and up
      number text not null,
      revision smallint not null default 1 check (revision > 0),
      account_id uuid not null references trade_accounts,
      site_id uuid not null references trade_sites,
      -- who has asked for it, or to whom it goes
      member_id uuid not null references trade_members,
      -- who began it; null if the customer asked for it
      staff_id uuid references users,
      state text not null check (state in ('draft', 'requested', 'sent', 'declined', 'expired', 'replaced', 'ordered')),
      -- the last day on which it can be accepted
      valid_until business_day,
      -- of the order
      po_number text not null default '',
      -- what the customer reads below the lines
      note text not null default '',
      -- item, name, code, quantity, price, and the average purchase price at that time; amounts in cents
      lines jsonb not null,
      discount_cents cents not null default 0 check (discount_cents >= 0),
      shipping_cents cents not null default 0 check (shipping_cents >= 0),
      total_cents cents not null check (total_cents >= 0),
      replaces_id uuid unique references quotes,
      order_id uuid references orders,
      -- the Idempotency-Key of the request
      key text unique,
      -- the words by which lists find it: number, company, site, contact
      searched text not null,
      created_at timestamptz not null,
      sent_at timestamptz,
      decided_at timestamptz,
      version integer not null default 1,
      unique (number, revision),
      check (state <> 'sent' or valid_until is not null),
      check ((state = 'ordered') = (order_id is not null))
    );
    create index quotes_created on quotes (created_at, id);
    create index quotes_state on quotes (state, created_at, id);
    create index quotes_total on quotes (total_cents, id);
    create index quotes_account on quotes (account_id, created_at desc, id desc);
    create index quotes_site on quotes (site_id);
    create index quotes_member on quotes (member_id);
    create index quotes_sent on quotes (valid_until) where state = 'sent';
    create index quotes_order on quotes (order_id) where order_id is not null;
    create index quotes_words on quotes using gin (search_words(searched));
    insert into counters (name, value) values ('quote', 1000);

    -- What was written and done about a quote, append-only.
    create table quote_messages (
      id uuid primary key,
      quote_id uuid not null references quotes on delete cascade,
      kind text not null check (kind in ('message', 'requested', 'sent', 'revised', 'declined', 'ordered')),
      -- a person of the account, or else somebody of the company
      member_id uuid references trade_members,
      staff_id uuid references users,
      text text not null default '',
      at timestamptz not null,
      check (num_nonnulls(member_id, staff_id) = 1)
    );
    create index quote_messages_quote on quote_messages (quote_id, id);
  `.execute(db);
}
