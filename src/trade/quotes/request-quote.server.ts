import type { z } from 'zod';
import { dayOf } from '#lib/day.ts';
import { conflict } from '#lib/api/problem.ts';
import type { Actor } from '#platform/access/actor.server.ts';
import { inTransaction } from '#platform/db/db.server.ts';
import type { OrderDeps } from '#orders/place/settle-waiting-orders.server.ts';
import { sentences as orders } from '#orders/contract.ts';
import { requireSiteAccess } from '../accounts/site-access.server.ts';
import { listsOf } from '../prices/item-price.ts';
import type { requestQuote as contract } from './own-contract.ts';
import { requestMail, staffAddresses } from './quote-mails.server.ts';
import { freezeLines, subTotalOf, wantedOf } from './quote-lines.server.ts';
import { readSettings } from '#company/settings.server.ts';
import { deliveryFee } from '#storefront/cart/pricing.server.ts';
import { addMessage, insertQuote } from './store-quotes.server.ts';

interface Request {
  key: string;
  body: z.output<(typeof contract)['shapes']['body']>;
  actor: Actor;
}

/** Stores what a customer asks a quote for, with the cart's delivery fee, and tells the company. A repeated key returns the first request. */
export async function requestQuote(
  deps: OrderDeps,
  { key: sentKey, body, actor }: Request,
): Promise<{ id: string; number: string }> {
  const { db, clock, jobs } = deps;
  const { siteId, items, message } = body;
  const { account, memberId, ...access } = await requireSiteAccess(db, {
    userId: actor.id,
    siteId,
    permission: 'RequestQuotes',
  });
  if (account.status === 'closed') throw conflict(orders.accountClosed);
  const at = clock.now();
  const lists = listsOf({ ...access, account });
  const lines = await freezeLines(db, await wantedOf(db, items), { lists, day: dayOf(at) });
  const [addresses, { delivery }] = await Promise.all([staffAddresses(deps), readSettings(deps)]);
  const shippingFee = deliveryFee(delivery, subTotalOf(lines)); // as in the cart; staff may change it
  const key = `${actor.id}:${sentKey}`;
  return inTransaction(db, async (tx) => {
    const quote = {
      accountId: account.id,
      siteId,
      memberId,
      staffId: null,
      state: 'requested',
      lines,
      shippingFee,
      key,
    } as const;
    const added = await insertQuote(tx, quote, at);
    if (!added)
      return tx.selectFrom('quotes').select(['id', 'number']).where('key', '=', key).executeTakeFirstOrThrow();
    await addMessage(tx, { quoteId: added.id, kind: 'requested', by: { memberId }, text: message, at });
    for (const place of addresses.keys()) await jobs.enqueue(tx, requestMail, { quoteId: added.id, place });
    return added;
  });
}
