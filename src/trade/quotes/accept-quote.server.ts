import { badInput, conflict } from '#lib/api/problem.ts';
import { readSettings } from '#company/settings.server.ts';
import { fingerprintOf } from '#platform/process/derived-keys.server.ts';
import { sentences as orders } from '#orders/contract.ts';
import { nothingToPay, onAccount } from '#orders/payment/payment-provider.ts';
import { place } from '#orders/place/place-order.server.ts';
import { siteCheckout } from '#orders/place/site-checkout.server.ts';
import { applyChargeResult, type OrderDeps } from '#orders/place/settle-waiting-orders.server.ts';
import { poNumberFault } from '../accounts/po-number.ts';
import { ordersFor, readSiteAccess, type SiteAccess } from '../accounts/site-access.server.ts';
import { readApprovers } from '../limits/approval-reasons.server.ts';
import { limitSentences } from '../limits/limit-sentences.ts';
import { readStored, type StoredQuote } from './read-quotes.server.ts';
import { sentences } from './shapes.ts';
import type { Author } from './store-quotes.server.ts';

interface Acceptance {
  id: string;
  by: Author;
  /** The person of the account in whose name the order is. */
  memberId: string;
  poNumber: string;
  /** What staff note about it. */
  text?: string;
  /** Where the request came from, which the order stores. */
  ip: string;
}

/**
 * Accepts a quote and places its order on account at the quoted prices, once: its id makes the order's idempotency key, and the state is
 * checked by the update that uses the quote. Throws 409 if the quote is not open, or with the reasons if stock, credit, budget or limit do
 * not allow the order; then nothing has changed. Budgets and limits do not hold up an approver who accepts what somebody else asked for.
 */
export async function acceptQuote(deps: OrderDeps, acceptance: Acceptance): Promise<void> {
  const { db, env, clock } = deps;
  const key = `quote ${acceptance.id}`; // no client's key has a space
  const { id, by, memberId, poNumber, text = '', ip } = acceptance;
  const quote = await readStored(deps, id);
  requireOpen(quote);
  const access = await accessOf(deps, quote, memberId);
  const fault = poNumberFault(access.account, poNumber);
  if (fault !== undefined) throw badInput({ path: 'poNumber', message: fault });
  const { body, userId } = await siteCheckout(deps, { ...quote, memberId, poNumber });
  const isApproved = 'memberId' in by && access.permissions.includes('Approve') && quote.memberId !== memberId;
  const amounts = {
    prices: new Map(quote.lines.map(({ itemId, price }) => [itemId, price])),
    discount: quote.discount,
    shippingFee: quote.shippingFee,
  };
  const placed = await place(db, {
    key,
    fingerprint: fingerprintOf(env, 'quotes', id),
    body,
    delivery: (await readSettings(deps)).delivery,
    userId,
    trade: {
      access,
      poNumber,
      costCentre: access.site.costCentre,
      isOnAccount: true,
      quote: { id, by, text, poNumber, isApproved, amounts },
    },
    passwordHash: null,
    ip,
    provider: 'account',
    hasPaymentMethod: true,
    now: clock.now(),
  });
  if (placed.kind === 'taken') throw conflict(sentences.gone);
  if (placed.kind === 'refused') throw conflict(await reasonsOf(deps, placed, { access, memberId }));
  const charge = { key, orderId: placed.orderId, amount: placed.total, provider: 'account' } as const;
  await applyChargeResult(deps, charge, placed.total === 0 ? nothingToPay : onAccount);
}

/** Throws 409 with the reason why a quote cannot be accepted. */
function requireOpen({ state }: StoredQuote): void {
  if (state === 'sent') return;
  if (state === 'expired') throw conflict(sentences.expired);
  if (state === 'replaced') throw conflict(sentences.replaced);
  throw conflict(state === 'draft' || state === 'requested' ? sentences.notSent : sentences.answered);
}

async function accessOf({ db }: OrderDeps, { siteId }: StoredQuote, memberId: string): Promise<SiteAccess> {
  const access = await readSiteAccess(db, { memberId, siteId });
  if (!access) throw conflict(sentences.siteArchived);
  if (!(await ordersFor(db, { memberId, siteId }))) throw conflict(sentences.contactLeft);
  if (access.account.status === 'closed') throw conflict(orders.accountClosed);
  return access;
}

async function reasonsOf(
  { db }: OrderDeps,
  { reasons, needsApproval }: { reasons: string[]; needsApproval?: true },
  { access, memberId }: { access: SiteAccess; memberId: string },
): Promise<string> {
  if (!needsApproval) return reasons.join(' ');
  const which = { accountId: access.account.id, siteId: access.site.id, memberId };
  const approvers = await readApprovers(db, { ...which, also: 'AcceptQuotes' });
  return [...reasons, limitSentences.acceptors(approvers.map(({ name }) => name))].join(' ');
}
