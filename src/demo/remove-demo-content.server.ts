import { sql } from 'kysely';
import { removeUsers } from '#accounts/profile/write-users.server.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { audit } from '#platform/db/audit.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { noteEvent } from '#platform/db/system-events.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { conflict } from '#lib/api/problem.ts';
import { dayOf } from '#lib/day.ts';
import { removeFilesOfSubmissions, removeFromStore } from '#forms/files/remove-files.server.ts';
import { leaveToGuests, removeOrders } from '#orders/stored/remove-orders.server.ts';
import { removePurchaseOrders } from '#purchasing/change-purchase-orders.server.ts';
import { removeMovements } from '#stock/ledger/remove-movements.server.ts';
import { removeAccounts, removePriceLists } from '#trade/accounts/remove-accounts.server.ts';
import { sentences } from './contract.ts';
import { countDemoContent, demoIds, demoMadeAt, demoRequest, isTakenOver } from './demo-records.server.ts';

type RemovalDeps = Pick<Deps, 'db' | 'clock' | 'jobs'>;

interface MadeUp {
  /** All made-up users, including those whose account somebody has taken over. */
  people: string[];
  /** Made-up users whose account nobody has taken over. */
  users: string[];
  orders: string[];
  purchaseOrders: string[];
  submissions: string[];
  enquiries: string[];
  accounts: string[];
  /** Of the accounts. */
  quotes: string[];
  priceLists: string[];
}

/**
 * Removes all demo content or, if it fails, nothing: the recorded records, and what has been done with them since. The catalogue, settings,
 * pages and forms stay, as does everything that real people have added; accounts that somebody has taken over stay too, with what their new
 * owners did. Throws `Problem` 409 if there is no demo content.
 */
export async function removeDemoContent({ db, clock, jobs }: RemovalDeps, context: ActionContext): Promise<void> {
  await inTransaction(db, async (tx) => {
    // If two people press the button, the second waits here and then finds nothing.
    await sql`lock table demo_records in share row exclusive mode`.execute(tx);
    const counts = await countDemoContent(tx);
    if (!counts) throw conflict(sentences.gone);
    const until = await demoMadeAt(tx);
    const people = await demoIds(tx, 'users');
    const accounts = await demoIds(tx, 'trade_accounts');
    const madeUp: MadeUp = {
      people,
      users: await lockUnused(tx, people),
      orders: await demoIds(tx, 'orders'),
      purchaseOrders: await demoIds(tx, 'purchase_orders'),
      submissions: await demoIds(tx, 'form_submissions'),
      enquiries: await demoIds(tx, 'enquiries'),
      accounts,
      quotes: await quotesOf(tx, accounts),
      priceLists: await demoIds(tx, 'price_lists'),
    };
    const at = clock.now();
    await removeFilesOfSubmissions(tx, jobs, madeUp.submissions);
    await removeMails(tx, madeUp);
    await removeMovements(tx, movementsOf(madeUp, until), { reason: 'Demo content removed', at, by: context.actor.id });
    await removeAccounts(tx, madeUp.accounts);
    madeUp.priceLists = await removePriceLists(tx, madeUp.priceLists);
    const papers = await removeOrders(tx, madeUp.orders);
    await removeFromStore(
      tx,
      jobs,
      papers.map((key) => ({ key })),
    );
    await removePurchaseOrders(tx, madeUp.purchaseOrders);
    await sql`delete from form_submissions where id = any(${madeUp.submissions}::uuid[])`.execute(tx);
    await sql`delete from enquiries where id = any(${madeUp.enquiries}::uuid[])`.execute(tx);
    await sql`delete from form_drafts where user_id = any(${people}::uuid[]) and updated_at <= ${until}`.execute(tx);
    const phrases = await demoIds(tx, 'search_misses');
    await sql`delete from search_misses where phrase = any(${phrases}) and last_day <= ${dayOf(until)}`.execute(tx);
    await removeHistory(tx, madeUp);
    await leaveToGuests(tx, madeUp.users);
    await removeUsers(tx, madeUp.users, at);
    await sql`delete from demo_records`.execute(tx);
    await noteEvent(tx, 'demo-removed', at);
    await audit(tx, {
      ...context,
      action: 'delete',
      entity: 'demo-content',
      entityId: '1',
      before: counts,
      after: null,
      at,
    });
  });
}

async function quotesOf(tx: Tx, accountIds: readonly string[]): Promise<string[]> {
  const quotes = tx.selectFrom('quotes').select('id').where('account_id', 'in', accountIds);
  return accountIds.length === 0 ? [] : (await quotes.execute()).map(({ id }) => id);
}

/** The users whose account nobody has taken over. A person who is about to set a password waits, and then finds no account. */
async function lockUnused(tx: Tx, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u where u.id = any(${userIds}::uuid[]) and not ${isTakenOver} order by u.id for update`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/**
 * A condition on stock movements `m`: those of the made-up orders, those that made-up staff made up to `until`, and those of deliveries for
 * made-up purchase orders that somebody has received since.
 */
const movementsOf = ({ people, orders, purchaseOrders }: MadeUp, until: Date) => sql`(
  m.order_id = any(${orders}::uuid[]) or (m.created_by = any(${people}::uuid[]) and m.created_at <= ${until}) or exists (
    select from purchase_receipts r join purchase_orders o on o.id = r.purchase_order_id
    where r.purchase_order_id = any(${purchaseOrders}::uuid[]) and r.received_at = m.created_at and o.number = m.reason))`;

/** Removes mails about the made-up records that have been requested since and not sent yet. */
async function removeMails(tx: Tx, { people: _people, ...madeUp }: MadeUp): Promise<void> {
  const subjects = Object.values(madeUp).flat();
  await sql`delete from unsent_mails where subject_id = any(${subjects}::uuid[])`.execute(tx);
}

/** Removes the audit entries of the made-up records, and those of what made-up staff did with other records. */
async function removeHistory(tx: Tx, madeUp: MadeUp): Promise<void> {
  await sql`delete from audit_log where actor_id = any(${madeUp.people}::uuid[]) and request_id = ${demoRequest}`.execute(
    tx,
  );
  const entities = {
    user: madeUp.users,
    order: madeUp.orders,
    'purchase-order': madeUp.purchaseOrders,
    submission: madeUp.submissions,
    enquiry: madeUp.enquiries,
    'trade-account': madeUp.accounts,
    quote: madeUp.quotes,
    'price-list': madeUp.priceLists,
  };
  for (const [entity, ids] of Object.entries(entities))
    await sql`delete from audit_log where entity = ${entity} and entity_id = any(${ids}::text[])`.execute(tx);
}
