import { type Kysely, sql } from 'kysely';

/**
 * Trade accounts: companies that buy for several sites, with their people, price lists, and the ledger of what they owe. An order of a
 * trade account has a row in `trade_orders`, so that `orders`, which is large, needs no new column. Expands only.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table price_lists (
      id uuid primary key,
      name text not null,
      -- prices that the list does not name are the parent's, or the shop's if there is none, changed by adjust_percent
      parent_id uuid references price_lists,
      adjust_percent numeric(5, 2) not null default 0 check (adjust_percent between -90 and 500),
      valid_from business_day,
      -- the last day
      valid_to business_day,
      archived_at timestamptz,
      created_at timestamptz not null,
      version integer not null default 1,
      check (parent_id <> id)
    );
    create unique index price_lists_name_key on price_lists (lower(name)) where archived_at is null;
    create index price_lists_parent on price_lists (parent_id) where parent_id is not null;

    create table list_prices (
      price_list_id uuid not null references price_lists on delete cascade,
      item_id uuid not null references product_items on delete cascade,
      -- the price is for this quantity and more, up to the next break
      min_quantity integer not null default 1 check (min_quantity between 1 and 999),
      valid_from business_day not null default '2000-01-01',
      -- the last day
      valid_to business_day,
      cents cents not null check (cents >= 0),
      primary key (price_list_id, item_id, min_quantity, valid_from)
    );
    create index list_prices_item on list_prices (item_id, price_list_id);

    -- An account with this list buys the item in multiples of these units, such as a carton of 12.
    create table order_multiples (
      price_list_id uuid not null references price_lists on delete cascade,
      item_id uuid not null references product_items on delete cascade,
      units integer not null check (units between 2 and 999),
      primary key (price_list_id, item_id)
    );
    create index order_multiples_item on order_multiples (item_id);

    create table trade_accounts (
      id uuid primary key,
      -- 1001 and up; in payment references and on statements
      number integer not null,
      name text not null,
      -- digits
      abn text not null default '',
      acn text not null default '',
      status text not null default 'applied' check (status in ('applied', 'declined', 'open', 'hold', 'closed')),
      -- why it is declined, on hold or closed
      status_reason text not null default '',
      terms_kind text not null default 'days' check (terms_kind in ('days', 'endOfMonth')),
      terms_days smallint not null default 30 check (terms_days between 0 and 120),
      credit_limit_cents cents not null default 0 check (credit_limit_cents >= 0),
      -- open invoices plus unbilled orders minus unallocated credit; changed with the entries and orders that it sums up
      exposure_cents cents not null default 0,
      price_list_id uuid references price_lists,
      po_rule text not null default 'none' check (po_rule in ('none', 'required', 'pattern')),
      -- 9 for a digit, A for a letter, # for either
      po_pattern text not null default '',
      ppsr_number text not null default '',
      ppsr_until business_day,
      -- whom to ask for; the first person who is invited
      contact_name text not null default '',
      contact_email text not null default '',
      -- where invoices and statements go
      accounts_email text not null default '',
      phone text not null default '',
      postal_address jsonb not null default '{}',
      notes text not null default '',
      submission_id uuid references form_submissions on delete set null,
      created_at timestamptz not null,
      opened_at timestamptz,
      version integer not null default 1
    );
    create unique index trade_accounts_number_key on trade_accounts (number);
    create unique index trade_accounts_submission_key on trade_accounts (submission_id) where submission_id is not null;
    create index trade_accounts_name on trade_accounts (lower(name), id);
    create index trade_accounts_status on trade_accounts (status, lower(name), id);
    create index trade_accounts_exposure on trade_accounts (exposure_cents, id);
    create index trade_accounts_created on trade_accounts (created_at, id);
    create index trade_accounts_price_list on trade_accounts (price_list_id) where price_list_id is not null;
    create index trade_accounts_words on trade_accounts using gin (search_words(name || ' ' || abn || ' ' || number));
    insert into counters (name, value) values ('trade account', 1000);

    update users set claims = array_append(claims, 'ManageAccounts')
    where 'ManageUserPermissions' = any(claims) and not 'ManageAccounts' = any(claims);

    create table trade_sites (
      id uuid primary key,
      account_id uuid not null references trade_accounts,
      name text not null,
      -- the parts of src/addresses/address-shape.ts
      address jsonb not null,
      -- for the driver: dock, gate code
      instructions text not null default '',
      -- when goods are taken in
      hours text not null default '',
      contact_name text not null default '',
      contact_phone text not null default '',
      cost_centre text not null default '',
      -- before the account's list
      price_list_id uuid references price_lists,
      -- for a month; null for none
      budget_cents cents check (budget_cents >= 0),
      archived_at timestamptz,
      created_at timestamptz not null,
      version integer not null default 1
    );
    create unique index trade_sites_name_key on trade_sites (account_id, lower(name)) where archived_at is null;
    create index trade_sites_price_list on trade_sites (price_list_id) where price_list_id is not null;

    create table trade_roles (
      id uuid primary key,
      -- null for the roles that every account has
      account_id uuid references trade_accounts,
      name text not null,
      -- of the list in src/trade/permissions.ts
      permissions text[] not null,
      created_at timestamptz not null,
      version integer not null default 1
    );
    create unique index trade_roles_name_key on trade_roles (coalesce(account_id, '00000000-0000-0000-0000-000000000000'), lower(name));
    insert into trade_roles (id, name, permissions, created_at) values
      ('019ad000-0000-7000-8000-000000000001', 'Administrator', array['Order', 'Approve', 'ManageLists', 'SeeAllOrders', 'SeeInvoices',
        'PayInvoices', 'RequestQuotes', 'AcceptQuotes', 'ManageSites', 'ManagePeople'], now()),
      ('019ad000-0000-7000-8000-000000000002', 'Approver', array['Order', 'Approve', 'ManageLists', 'SeeAllOrders', 'RequestQuotes', 'AcceptQuotes'],
        now()),
      ('019ad000-0000-7000-8000-000000000003', 'Buyer', array['Order', 'ManageLists', 'RequestQuotes'], now()),
      ('019ad000-0000-7000-8000-000000000004', 'Accounts contact', array['SeeAllOrders', 'SeeInvoices', 'PayInvoices'], now());

    create table trade_members (
      id uuid primary key,
      account_id uuid not null references trade_accounts,
      -- null until the invitation is accepted
      user_id uuid references users,
      -- where the invitation goes
      email text not null,
      role_id uuid not null references trade_roles,
      has_all_sites boolean not null default false,
      -- what the person may order without approval; null for no limit
      limit_cents cents check (limit_cents >= 0),
      limit_period text not null default 'month' check (limit_period in ('order', 'month')),
      invited_at timestamptz not null,
      joined_at timestamptz,
      removed_at timestamptz,
      version integer not null default 1
    );
    create unique index trade_members_email_key on trade_members (account_id, lower(email)) where removed_at is null;
    create unique index trade_members_user_key on trade_members (user_id, account_id) where removed_at is null and user_id is not null;
    create index trade_members_role on trade_members (role_id);

    create table trade_member_sites (
      member_id uuid not null references trade_members on delete cascade,
      site_id uuid not null references trade_sites on delete cascade,
      primary key (member_id, site_id)
    );
    create index trade_member_sites_site on trade_member_sites (site_id);

    create table trade_invitations (
      id uuid primary key,
      member_id uuid not null references trade_members on delete cascade,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz
    );
    create index trade_invitations_member on trade_invitations (member_id);

    create table trade_orders (
      order_id uuid primary key references orders on delete cascade,
      account_id uuid not null references trade_accounts,
      site_id uuid not null references trade_sites,
      po_number text not null default '',
      cost_centre text not null default '',
      -- paid later by the account, instead of at once by card
      is_on_account boolean not null,
      -- who ordered
      member_id uuid references trade_members,
      -- the first day of the month in whose spend it counts; null if it does not, or no longer
      counted_month business_day,
      placed_at timestamptz not null
    );
    create index trade_orders_account on trade_orders (account_id, placed_at desc, order_id desc);
    create index trade_orders_site on trade_orders (site_id, placed_at desc, order_id desc);

    -- What the account owes, as an append-only ledger: the balance is the sum.
    create table account_entries (
      id uuid primary key,
      account_id uuid not null references trade_accounts,
      site_id uuid references trade_sites,
      order_id uuid references orders,
      kind text not null check (kind in ('invoice', 'adjustment', 'payment', 'refund', 'writeOff')),
      on_day business_day not null,
      -- of an invoice
      due_day business_day,
      -- more owed: invoice, refund; less owed: adjustment, payment, writeOff
      cents cents not null check (case when kind in ('invoice', 'refund') then cents > 0 else cents < 0 end),
      -- INV-200017, AN-300004, or the reference of a payment
      document text not null default '',
      note text not null default '',
      -- null for what the program wrote by itself
      actor_id uuid references users,
      at timestamptz not null,
      check ((kind = 'invoice') = (due_day is not null))
    );
    create index account_entries_account on account_entries (account_id, on_day, id);
    create index account_entries_site on account_entries (site_id, on_day, id) where site_id is not null;
    create index account_entries_order on account_entries (order_id) where order_id is not null;
    create index account_entries_document on account_entries (document) where document <> '';
    create index account_entries_documents on account_entries (on_day, id) where kind in ('invoice', 'adjustment');

    -- Which credit pays which invoice, append-only; a negative row takes back what an earlier one allocated.
    create table allocations (
      id uuid primary key,
      credit_id uuid not null references account_entries,
      debit_id uuid not null references account_entries,
      cents cents not null check (cents <> 0),
      -- of business: counts in an ageing as at this day and later
      on_day business_day not null,
      actor_id uuid references users,
      at timestamptz not null
    );
    create index allocations_credit on allocations (credit_id);
    create index allocations_debit on allocations (debit_id);

    -- Derived: entries of which a part is not allocated yet, so that ageing reads only these.
    create table open_entries (
      entry_id uuid primary key references account_entries,
      account_id uuid not null references trade_accounts,
      due_day business_day not null,
      -- signed like the entry
      open_cents cents not null check (open_cents <> 0)
    );
    create index open_entries_account on open_entries (account_id) include (due_day, open_cents);
  `.execute(db);
}
