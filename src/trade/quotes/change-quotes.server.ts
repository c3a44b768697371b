import { sql } from 'kysely';
import { dayOf } from '#lib/day.ts';
import { badInput, conflict, type Fault, notFound, requireVersion } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { audit } from '#platform/db/audit.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { OrderDeps } from '#orders/place/settle-waiting-orders.server.ts';
import { sentences as accounts } from '../accounts/contract.ts';
import { ordersFor } from '../accounts/site-access.server.ts';
import type { Quote, QuoteInput } from './contract.ts';
import { sentMail } from './quote-mails.server.ts';
import { freezeLines, linesAsOfToday, totalOf } from './quote-lines.server.ts';
import { readQuote, readStored } from './read-quotes.server.ts';
import { quoteName, sentences } from './shapes.ts';
import { addMessage, insertQuote, type LockedQuote, lockQuote } from './store-quotes.server.ts';

type ChangeDeps = Pick<OrderDeps, 'db' | 'clock' | 'jobs'>;

/** The fields that the history shows. */
const auditValuesOf = (quote: Quote) => ({
  name: quoteName(quote),
  state: quote.state,
  items: quote.lines.map(
    ({ code, name, quantity, price, reason }) =>
      `${quantity} x ${code || name} at ${price / 100}${reason && ` (${reason})`}`,
  ),
  discount: quote.discount / 100,
  shippingFee: quote.shippingFee / 100,
  total: quote.total / 100,
  validUntil: quote.validUntil,
  note: quote.note,
});

/** Begins a quote for somebody who orders for a site. Throws 404 for an unknown account, 400 for another's site or person. */
export function beginQuote(
  deps: ChangeDeps,
  asked: { accountId: string; siteId: string; memberId: string },
  { actor, requestId }: ActionContext,
): Promise<Quote> {
  return inTransaction(deps.db, async (tx) => {
    const at = deps.clock.now();
    const faults = await faultsOf(tx, asked);
    if (faults.length > 0) throw badInput(...faults);
    const added = await insertQuote(tx, { ...asked, staffId: actor.id, state: 'draft', lines: [] }, at);
    const quote = await readQuote({ ...deps, db: tx }, added?.id ?? '');
    const after = { name: quoteName(quote), account: quote.accountName, site: quote.siteName, contact: quote.contact };
    await audit(tx, { actor, action: 'create', entity: 'quote', entityId: quote.id, after, at, requestId });
    return quote;
  });
}

async function faultsOf(
  tx: Tx,
  { accountId, siteId, memberId }: { accountId: string; siteId: string; memberId: string },
): Promise<Fault[]> {
  const account = await tx
    .selectFrom('trade_accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('status', 'in', ['open', 'hold'])
    .executeTakeFirst();
  if (!account) throw notFound(accounts.notFound);
  const site = await tx
    .selectFrom('trade_sites')
    .select('id')
    .where('id', '=', siteId)
    .where('account_id', '=', accountId)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
  if (!site) return [{ path: 'siteId', message: sentences.siteNotFound }];
  const isContact = await ordersFor(tx, { memberId, siteId });
  return isContact ? [] : [{ path: 'memberId', message: sentences.contactNotFound }];
}

/** Prices a draft or a request. Throws 409 for an outdated version, or once the quote was sent. */
export const updateQuote = (
  deps: ChangeDeps,
  { id, version }: { id: string; version: number | undefined },
  input: QuoteInput,
  context: ActionContext,
): Promise<Quote> =>
  change(deps, { id, version, action: 'update', context }, async (tx, { of }) => {
    const { discount, shippingFee, validUntil = null, note } = input;
    if (validUntil !== null && validUntil < of.day) throw badInput({ path: 'validUntil', message: sentences.dayOver });
    const lines = await freezeLines(tx, input.lines, of);
    const total = totalOf(lines, { discount, shippingFee });
    await sql`
      update quotes set lines = ${JSON.stringify(lines)}::jsonb, discount_cents = ${discount}, shipping_cents = ${shippingFee},
        total_cents = ${total}, valid_until = ${validUntil}, note = ${note} where id = ${id}`.execute(tx);
  });

/** Sends a quote to its contact. Throws 400 without items, last day or the reason of a price that is not the site's, and 409 for an outdated version. */
export const sendQuote = (
  deps: ChangeDeps,
  { id, version }: { id: string; version: number | undefined },
  context: ActionContext,
): Promise<Quote> =>
  change(deps, { id, version, action: 'send', context }, async (tx, { of, memberId, siteId }, before) => {
    const { validUntil } = before;
    const at = deps.clock.now();
    const stored = await readStored({ ...deps, db: tx }, id);
    const { lines, gone } = await linesAsOfToday(tx, stored.lines, of); // the site's prices may have changed since they were saved
    const faults: Fault[] = [
      ...(lines.length === 0 ? [{ path: 'lines', message: sentences.noItems }] : []),
      ...gone.map((place) => ({ path: `lines.${place}.itemId`, message: sentences.itemGone })),
      ...lines.flatMap(({ price, listPrice, reason = '' }, place) =>
        price !== listPrice && reason === '' ? [{ path: `lines.${place}.reason`, message: sentences.priceReason }] : [],
      ),
      ...(validUntil === null ? [{ path: 'validUntil', message: sentences.daysMissing }] : []),
      ...(validUntil !== null && validUntil < of.day ? [{ path: 'validUntil', message: sentences.dayOver }] : []),
    ];
    if (faults.length > 0) throw badInput(...faults);
    if (before.blockedBy) throw conflict(sentences[before.blockedBy]);
    if (!(await ordersFor(tx, { memberId, siteId }))) throw conflict(sentences.contactLeft);
    await sql`
      update quotes set state = 'sent', sent_at = ${at}, lines = ${JSON.stringify(lines)}::jsonb where id = ${id}`.execute(
      tx,
    );
    await addMessage(tx, { quoteId: id, kind: 'sent', by: { staffId: context.actor.id }, at });
    await deps.jobs.enqueue(tx, sentMail, { quoteId: id });
  });

interface Change {
  id: string;
  version: number | undefined;
  action: string;
  context: ActionContext;
}

/** Changes a quote that has not been sent, with its version and audit entry. */
function change(
  deps: ChangeDeps,
  { id, version, action, context: { actor, requestId } }: Change,
  write: (tx: Tx, locked: LockedQuote, before: Quote) => Promise<void>,
): Promise<Quote> {
  const { db, clock } = deps;
  return inTransaction(db, async (tx) => {
    const at = clock.now();
    const locked = await lockQuote(tx, id, at);
    requireVersion(version, locked.version);
    if (locked.state !== 'draft' && locked.state !== 'requested') throw conflict(sentences.notEditable);
    const before = await readQuote({ ...deps, db: tx }, id);
    await write(tx, locked, before);
    await sql`update quotes set version = version + 1 where id = ${id}`.execute(tx);
    const after = await readQuote({ ...deps, db: tx }, id);
    const values = { before: auditValuesOf(before), after: auditValuesOf(after) };
    await audit(tx, { actor, action, entity: 'quote', entityId: id, ...values, at, requestId });
    return after;
  });
}

/**
 * Makes a new revision of a quote that was sent, as a draft with the same lines, the costs and the site's prices of today; from now on the
 * former cannot be accepted. Throws 409 if it was ordered or replaced meanwhile.
 */
export function reviseQuote(deps: ChangeDeps, id: string, { actor, requestId }: ActionContext): Promise<Quote> {
  const { db, clock } = deps;
  return inTransaction(db, async (tx) => {
    const at = clock.now();
    const locked = await lockQuote(tx, id, at);
    if (!['sent', 'expired', 'declined'].includes(locked.state)) throw conflict(sentences.notRevisable);
    await sql`update quotes set state = 'replaced', version = version + 1 where id = ${id}`.execute(tx);
    const newest = newId(at.getTime());
    const stored = await readStored({ ...deps, db: tx }, id);
    const { lines } = await linesAsOfToday(tx, stored.lines, locked.of);
    await sql`
      insert into quotes (id, number, revision, account_id, site_id, member_id, staff_id, state, valid_until, note, lines,
        discount_cents, shipping_cents, total_cents, replaces_id, searched, created_at)
      select ${newest}::uuid, number, revision + 1, account_id, site_id, member_id, ${actor.id}::uuid, 'draft',
        case when valid_until >= ${dayOf(at)} then valid_until end, note, ${JSON.stringify(lines)}::jsonb, discount_cents, shipping_cents,
        total_cents, id,
        searched, ${at} from quotes where id = ${id}`.execute(tx);
    await addMessage(tx, { quoteId: newest, kind: 'revised', by: { staffId: actor.id }, at });
    const quote = await readQuote({ ...deps, db: tx }, newest);
    const after = { ...auditValuesOf(quote), replaces: quoteName(locked) };
    await audit(tx, { actor, action: 'revise', entity: 'quote', entityId: newest, after, at, requestId });
    return quote;
  });
}

/**
 * Deletes a draft. If it is a new revision, the former one gets its state back: declined if the customer or staff had declined it, else sent. Throws 404, and
 * 409 once it was sent.
 */
export function discardQuote(deps: ChangeDeps, id: string, { actor, requestId }: ActionContext): Promise<void> {
  const { db, clock } = deps;
  return inTransaction(db, async (tx) => {
    const at = clock.now();
    const locked = await lockQuote(tx, id, at);
    if (locked.state !== 'draft') throw conflict(sentences.notDiscardable);
    const before = auditValuesOf(await readQuote({ ...deps, db: tx }, id));
    await sql`
      update quotes f set version = f.version + 1, state = case when exists (
        select from quote_messages m where m.quote_id = f.id and m.kind = 'declined') then 'declined' else 'sent' end
      from quotes d where d.id = ${id} and f.id = d.replaces_id`.execute(tx);
    await tx.deleteFrom('quote_messages').where('quote_id', '=', id).execute();
    await tx.deleteFrom('quotes').where('id', '=', id).execute();
    await audit(tx, { actor, action: 'discard', entity: 'quote', entityId: id, before, at, requestId });
  });
}
