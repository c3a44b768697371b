import { type Kysely, sql } from 'kysely';

/** What sites and people spend in a month, when an order needs approval, and the requests for it. Expands only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- What a site, or a person, has ordered in a month. The guarded update of a row is the check of budget and limit.
    create table trade_spend (
      -- of trade_sites or trade_members
      owner_id uuid not null,
      -- the first day
      month business_day not null,
      cents cents not null,
      primary key (owner_id, month)
    );

    create table approval_rules (
      id uuid primary key,
      account_id uuid not null references trade_accounts,
      -- null for all sites
      site_id uuid references trade_sites,
      kind text not null check (kind in ('amount', 'category', 'newItem')),
      -- orders above it
      cents cents check (cents >= 0),
      -- with those below it
      category_id uuid references categories on delete cascade,
      created_at timestamptz not null,
      check ((kind = 'amount') = (cents is not null)),
      check ((kind = 'category') = (category_id is not null))
    );
    create index approval_rules_account on approval_rules (account_id);
    create index approval_rules_category on approval_rules (category_id) where category_id is not null;

    create table approvals (
      id uuid primary key,
      -- the Idempotency-Key of the request
      key text not null unique,
      account_id uuid not null references trade_accounts,
      site_id uuid not null references trade_sites,
      -- who asks
      member_id uuid not null references trade_members,
      state text not null default 'open' check (state in ('open', 'approved', 'declined', 'withdrawn')),
      -- why it needs approval, as it was when asked
      reasons text[] not null,
      -- the checkout's body, with the prices that are approved
      body jsonb not null,
      -- its lines, amounts, site, PO number and cost centre, as people read them
      snapshot jsonb not null,
      -- of the snapshot: what an approver has seen
      hash text not null,
      total_cents cents not null,
      order_id uuid references orders,
      created_at timestamptz not null,
      decided_at timestamptz
    );
    create index approvals_site on approvals (site_id, created_at desc, id desc);
    create index approvals_open on approvals (account_id, created_at) where state = 'open';
    create index approvals_member on approvals (member_id, created_at desc);
    create index approvals_order on approvals (order_id) where order_id is not null;

    -- The history of a request, append-only.
    create table approval_events (
      id uuid primary key,
      approval_id uuid not null references approvals on delete cascade,
      kind text not null check (kind in ('requested', 'changed', 'approved', 'declined', 'withdrawn')),
      member_id uuid not null references trade_members,
      note text not null default '',
      at timestamptz not null
    );
    create index approval_events_approval on approval_events (approval_id, id);
  `.execute(db);
}
