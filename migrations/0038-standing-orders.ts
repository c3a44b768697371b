import { type Kysely, sql } from 'kysely';

/** Standing orders: what a site of a trade account orders again every so often. Expands only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table standing_orders (
      id uuid primary key,
      account_id uuid not null references trade_accounts,
      site_id uuid not null references trade_sites,
      -- the order list from which it was made, whose name it has
      list_id uuid not null references order_lists,
      -- in whose name it is ordered
      member_id uuid not null references trade_members,
      every text not null check (every in ('week', 'twoWeeks', 'fourWeeks', 'month')),
      -- all other days follow from the first
      first_on business_day not null,
      -- the first day for which there is no run yet
      next_on business_day not null,
      skip_on date[] not null default '{}',
      -- whether somebody must confirm each order; otherwise it is placed on its day
      needs_confirm boolean not null,
      po_number text not null default '',
      paused_at timestamptz,
      -- why, if the program has paused it
      pause_reason text not null default '',
      created_at timestamptz not null,
      ended_at timestamptz,
      version integer not null default 1
    );
    create unique index standing_orders_list_key on standing_orders (list_id) where ended_at is null;
    create index standing_orders_due on standing_orders (next_on) where ended_at is null and paused_at is null;
    create index standing_orders_site on standing_orders (site_id);
    create index standing_orders_account on standing_orders (account_id);

    create table standing_order_items (
      standing_order_id uuid not null references standing_orders on delete cascade,
      item_id uuid not null references product_items on delete cascade,
      quantity integer not null check (quantity between 1 and 999),
      position integer not null,
      primary key (standing_order_id, item_id)
    );
    create index standing_order_items_item on standing_order_items (item_id);

    -- One day of a standing order, made shortly before it.
    create table standing_order_runs (
      id uuid primary key,
      standing_order_id uuid not null references standing_orders on delete cascade,
      due_on business_day not null,
      state text not null default 'open' check (state in ('open', 'ordered', 'approval', 'skipped', 'missed')),
      -- why it could not be ordered, or what was left out of the order
      reason text not null default '',
      -- when the program has tried to order it by itself; it tries once
      tried_at timestamptz,
      order_id uuid references orders,
      approval_id uuid references approvals,
      -- who ordered or skipped it; null for the program
      member_id uuid references trade_members,
      -- when its orderer was notified of it; what needs no confirmation is ordered on a later day
      notified_at timestamptz not null,
      decided_at timestamptz,
      unique (standing_order_id, due_on)
    );
    create index standing_order_runs_open on standing_order_runs (due_on) where state = 'open';
    create index standing_order_runs_order on standing_order_runs (order_id) where order_id is not null;
    create index standing_order_runs_approval on standing_order_runs (approval_id) where approval_id is not null;
  `.execute(db);
}
