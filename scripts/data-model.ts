import { sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';

/** What each table holds, by trade. A table that is missing here, or here and not in the database, fails `npm run check`. */
const trades: Record<string, { about: string; tables: Record<string, string> }> = {
  'Accounts and company': {
    about: 'Somebody may have several sessions; each session has a chain of refresh tokens, of which one is valid.',
    tables: {
      users: 'Customers, companies and administrators with their claims. Archived, never deleted.',
      sessions: 'One sign-in on one device.',
      refresh_tokens: 'Hashes of the tokens of a session; one used twice ends the session.',
      mailed_links: 'Hashes of links that confirm an e-mail, reset a password or join orders.',
      sign_in_failures: 'Failed sign-ins of an address or account, for the limit.',
      email_reservations: 'E-mails that an unfinished checkout is going to register.',
      settings: 'One row: the company, delivery, notices, notifications.',
      brand: 'One row: the colours, the pair of fonts, and what every page says of the company.',
      site_pages: 'Pages made of blocks: what the editor shows, and what visitors see.',
      site_page_versions: 'Every published version of a page.',
      site_redirects: 'Former addresses of pages.',
      site_records: 'Services, positions, questions and partners, which blocks of several pages list.',
      site_menus: 'One row: the main bar and the foot.',
      site_outside_links: 'Links of the site to other sites, and which of them lead nowhere.',
      site_pictures: 'Pictures that pages of the site show; removed ones stay, so that they can be restored.',
      setup: 'One row while the site is set up for the first time, and after it: the link, and what was typed.',
      webhook_secrets: 'Secrets that webhook bodies are signed with; an old one stays valid for a day.',
      webhook_deliveries: 'Each event that is or was sent to the webhook, with its last response.',
      unsent_mails: 'E-mails that are due or have failed for three days.',
      system_events: 'When something last happened in the whole system: a mail was sent, an update was found.',
      audit_log: 'Who changed what and when, with the values before and after.',
      table_views: 'Saved filters and sorts of a list in the back office.',
      import_columns: 'Which column of a file was last chosen for what.',
      cache_purges: 'Tags of changed pages, until a shared cache such as a CDN has dropped these pages.',
      backups: 'Backups of this installation; no backup contains them.',
      restore_drills: 'Trial restores of a backup beside the running shop, with what was compared.',
      demo_records: 'The records that were made up for the demo, by table and id.',
      counters: 'Numbers without gaps: orders, tax invoices, adjustment notes, purchase orders.',
    },
  },
  'Forms and enquiries': {
    about: 'A submission belongs to the version of the form that it was filled in with.',
    tables: {
      forms: 'A form and its address; closed or archived ones take no answers.',
      form_versions: 'The definitions of a form, one for each import.',
      form_submissions: 'Forms that were sent, with their answers.',
      form_drafts: "Members' answers that are not sent yet; one for each member and form.",
      form_files: 'Uploaded files and signatures; those without a submission are removed after a day.',
      submission_acknowledgements: 'Who was sent a copy, so that nobody is sent two, nor floods an address.',
      submission_pdf_mails: 'PDFs of submissions that somebody sent by e-mail.',
      enquiries: 'Messages from the contact page.',
    },
  },
  Catalogue: {
    about: 'A product without variations has one item; otherwise it has one item for each combination of options.',
    tables: {
      suppliers: 'Companies that products are bought from.',
      categories: 'The tree; `path` is the category with all above it.',
      products: 'Name, texts, facts, switches. Archived, never deleted.',
      product_items: 'What is priced and stocked. `on_hand` is the sum of its stock movements.',
      variations: "A product's ways to differ: Size.",
      variation_options: 'Their values: Large.',
      item_options: 'Which options an item is.',
      product_categories: "A product's categories in order.",
      product_images: 'Pictures, perhaps of one option.',
      product_documents: 'Safety data sheets, charts and other PDFs.',
      product_complements: 'Products that staff offer with it.',
      product_redirects: 'Earlier addresses of a product.',
      product_changes: 'Changes of many products at once, which can be undone.',
      product_imports: 'Imports that run or ran, with their report.',
      product_import_parts: 'The uploaded file of an import in parts.',
      search_synonyms: 'Words that mean the same for the search of the shop.',
      search_misses: 'Searches that found nothing, counted.',
    },
  },
  'Derived from the catalogue': {
    about:
      'Written in the transaction that changes a product, by `rebuildListings`; nothing else may be stored here only.',
    tables: {
      search_terms:
        'Every word, option and category by which a product can be found; listings refer to them by number.',
      listings: 'One short row for each product in the shop, with the numbers of its terms.',
      category_listings: 'The same for each category, in the order of each sort.',
      listing_counts: 'How many products each category and option has.',
      product_cards: "A product's JSON, ready to send.",
      managed_products: 'One short row for each product in the back office.',
      archived_products: 'The same for archived products.',
    },
  },
  'Stock and purchasing': {
    about: 'Stock changes only by a movement; movements are never changed or deleted.',
    tables: {
      stock_movements: 'The ledger: units in or out, why, at which cost.',
      reorder_terms: 'Lead time and cover of a supplier.',
      purchase_orders: 'Orders to suppliers.',
      purchase_order_lines: 'Their items with units ordered and received.',
      purchase_receipts: 'Deliveries of a purchase order.',
      purchase_order_mails: 'Purchase orders sent to the supplier.',
    },
  },
  Promos: {
    about: 'A redemption is written with its order and released when the order is cancelled.',
    tables: {
      promos: 'Codes with what they take off.',
      promo_products: 'Products that a promo is for, where not for all.',
      redemptions: 'Uses of a promo; the key of one-time promos makes a second use impossible.',
    },
  },
  Orders: {
    about: 'An order is written before it is paid for and counts once `payment` is `paid`.',
    tables: {
      orders: 'Orders, with buyer, amounts, payment and status.',
      order_items: 'Lines with the names and prices of the moment of sale.',
      checkout_attempts: 'Idempotency-Keys with what was decided for each.',
      order_status_events: 'Changes of status.',
      order_notes: 'Notes of staff.',
      order_mails: 'E-mails about an order that staff sent.',
      tax_invoices: 'Numbered without gaps; `content` is what the PDF is drawn from.',
      refunds: 'Refunds and how far each has come.',
      refund_lines: 'Items that a refund is for.',
      adjustment_notes: 'Numbered without gaps, one for each refund that was paid, or that the bank sent back.',
      adjustment_lines: 'Their items.',
      deliveries: 'Parts of an order on their way: carrier, consignment number, state, who took them, proof.',
      delivery_lines: 'Which lines a delivery has, and how many units.',
      back_orders: 'When the rest of an order line is expected.',
      payment_events: "Ids of the payment provider's events, so that each counts once.",
      test_charges: 'Charges of the test payment provider.',
      test_refunds: 'Its refunds.',
      known_order_words: 'Words that the search of orders knows to be common.',
    },
  },
  'Trade accounts': {
    about:
      'Companies that buy for several sites and pay later. The balance of an account is the sum of its entries; entries and allocations are never changed or deleted.',
    tables: {
      price_lists: 'Lists of prices for accounts and sites; a list may have a parent and a percentage.',
      list_prices: 'Prices of a list: an item, from which quantity, from which day.',
      order_multiples: 'Items that an account buys in multiples, such as cartons.',
      trade_accounts: 'Companies with an ABN, trading terms, a credit limit and their exposure.',
      trade_account_notes: 'What the staff have noted about an account.',
      trade_sites: 'Places that an account orders for.',
      blanket_pos: 'A site’s PO numbers that are good for many orders, up to an amount.',
      trade_roles: 'Sets of permissions for the people of an account.',
      trade_members: 'People of an account, with role and limit; also those who are invited.',
      trade_member_sites: 'Which sites somebody orders for, unless it is all.',
      trade_invitations: 'Links by which invited people join an account.',
      trade_orders: 'Orders of an account: site, PO number, cost centre, on account or not.',
      order_lists: 'What a site buys again and again; each site may have several lists.',
      order_list_items: 'Their items with par level and carton.',
      standing_orders: 'What a site orders again every so often, and in whose name.',
      standing_order_items: 'Their items with quantities.',
      standing_order_runs: 'The days of a standing order: what became of each.',
      former_supplier_codes: 'Which item the code of a former supplier stands for, as an account has confirmed.',
      account_entries: 'The ledger: invoices, adjustments, payments, refunds, write-offs.',
      allocations: 'Which credit pays which invoice.',
      trade_spend: 'What a site or a person has ordered in a month.',
      approval_rules: 'When an order of an account needs approval, besides budgets and limits.',
      approvals: 'Orders that wait for approval, with what is approved.',
      approval_events: 'The history of a request for approval.',
      quotes: 'Revisions of quotes, with their lines at the prices of that time.',
      quote_messages: 'What was written and done about a quote.',
      open_entries: 'Derived: what of an entry is not allocated yet.',
      account_card_payments: 'Payments of invoices by card, from before the charge on.',
      bank_lines: 'Lines of bank files that have become payments.',
      account_reminders: 'Mails that listed overdue invoices.',
      accounting_exports: 'Files for an accounting program: period, program, sums.',
      accounting_export_documents: 'Which invoices and notes they have; each once, unless asked for again.',
    },
  },
  Operation: {
    about: 'What the processes on one database tell each other.',
    tables: {
      schema_migrations: 'Migrations that were applied, when, and by which version.',
      nodes: 'Processes with their heartbeat and the schema that they can run on.',
      maintenance: 'One row: whether changes are refused, and why.',
      request_counts: 'Requests of an address to what is limited across processes, by a hash.',
    },
  },
  Reports: {
    about: 'Added up in the background from orders and refunds; a change marks its day to be added up again.',
    tables: {
      sales_days: 'Sales, refunds, tax and delivery of a day.',
      changed_sales_days: 'Days to be added up again.',
      sold_goods: 'Units, sales and cost of an item on a day.',
      sold_months: 'The same for a whole month.',
      sold_months_kept: 'Which months are added up.',
    },
  },
  'Addresses of G-NAF': {
    about: 'Filled by `npm run addresses:import`; without it addresses are typed by hand.',
    tables: {
      address_imports: 'The edition that is there, and how far its import has come.',
      address_streets: 'Streets with locality, state and postcode.',
      addresses: 'Numbers and units of a street.',
      address_words: 'Every word of a street or locality, for misspelt searches.',
    },
  },
};

interface Reference {
  table: string;
  columns: string;
  to: string;
  isOne: boolean;
  isOptional: boolean;
}

/** Foreign keys; `isOne` where the columns are unique by themselves. */
async function readReferences(db: Db): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select c.conrelid::regclass::text as table, c.confrelid::regclass::text as to, k.columns, k."isOptional",
      exists (select from pg_index i where i.indrelid = c.conrelid and i.indisunique and i.indpred is null
        and i.indnatts = cardinality(c.conkey) and i.indkey::int2[] @> c.conkey) as "isOne"
    from pg_constraint c cross join lateral (
      select string_agg(a.attname, ', ' order by u.place) as columns, bool_or(not a.attnotnull) as "isOptional"
      from unnest(c.conkey) with ordinality u(number, place)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = u.number) k
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace
    order by 1, 3`.execute(db);
  return rows;
}

const lineOf = ({ table, columns, to, isOne, isOptional }: Reference): string =>
  `  ${to} ${isOptional ? '|o' : '||'}--${isOne ? 'o|' : 'o{'} ${table} : "${columns}"`;

/** `docs/data-model.md`: what each table holds, and a diagram of each trade drawn from the foreign keys of the database. */
export async function dataModel(db: Db): Promise<string> {
  const references = await readReferences(db);
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename !~ '^kysely_'`.execute(db);
  const described = Object.values(trades).flatMap(({ tables }) => Object.keys(tables));
  const wrong = [
    ...rows.filter(({ name }) => !described.includes(name)).map(({ name }) => `${name} is not described`),
    ...described.filter((name) => !rows.some((row) => row.name === name)).map((name) => `${name} does not exist`),
  ];
  if (wrong.length > 0) throw new Error(`scripts/data-model.ts: ${wrong.join(', ')}.`);
  const sections = Object.entries(trades).map(([title, { about, tables }]) => {
    const lines = references.filter(({ table }) => table in tables).map(lineOf);
    const list = Object.entries(tables).map(([name, text]) => `| \`${name}\` | ${text} |`);
    const diagram = lines.length === 0 ? [] : ['```mermaid', 'erDiagram', ...lines, '```', ''];
    return [`## ${title}`, '', about, '', ...diagram, '| table | holds |', '| --- | --- |', ...list, ''].join('\n');
  });
  return `${heading}\n${sections.join('\n')}`;
}

const heading = `# Data model

Written by \`npm run tables\` from the migrated database and the sentences in \`scripts/data-model.ts\`. Columns and their types are in
\`src/platform/db/tables.server.ts\`. In the diagrams a line goes from the table that is referred to, to the table with the column that is named.

Money is \`bigint\` in cents (\`..._cents\`), moments are \`timestamptz\`, business days \`date\` in Sydney. Ids are UUIDs of version 7, which sort by
the time they were made.
`;
