import type { Actor } from '#platform/access/actor.server.ts';
import { notSignedIn } from '#platform/access/actor.server.ts';
import type { Db, Tx } from '#platform/db/db.server.ts';
import { badInput } from '#lib/api/problem.ts';
import { formatPhone } from '#lib/text/phone.ts';
import { requireSiteAccess, type SiteAccess } from '#trade/accounts/site-access.server.ts';
import { poNumberFault } from '#trade/accounts/po-number.ts';
import type { QuotedAmounts } from '#storefront/cart/pricing.server.ts';
import type { TakenApproval } from '#trade/limits/take-approval.server.ts';
import type { TakenQuote } from '#trade/limits/take-quote.server.ts';
import type { TakenRun } from '#trade/limits/take-standing-run.server.ts';
import { monthOf } from '#trade/limits/spend.server.ts';
import type { CheckoutBody } from '../checkout-contract.ts';

/** What an order of a trade account has besides. */
export interface TradeOrder {
  access: SiteAccess;
  poNumber: string;
  costCentre: string;
  isOnAccount: boolean;
  /** The approval with which the order is placed, whatever the limits. */
  approval?: TakenApproval;
  /** The quote that is accepted: the order has its prices. Only the server sets it. */
  quote?: TakenQuote & { amounts: QuotedAmounts };
  /** The day of a standing order that is ordered. Only the server sets it. */
  standing?: TakenRun;
}

/**
 * The trade order that a checkout asks for; null for an order of a person. Throws 401 or 403 if the caller may not order for the site, and
 * 400 if the PO number breaks the account's rule.
 */
export async function tradeOrderOf(
  db: Db,
  { trade, billingInfo }: CheckoutBody,
  actor: Actor | null,
): Promise<TradeOrder | null> {
  if (!trade) return null;
  if (actor === null) throw notSignedIn();
  const { siteId, costCentre, isOnAccount } = trade;
  const access = await requireSiteAccess(db, { userId: actor.id, siteId, permission: 'Order' });
  const poNumber = billingInfo.purchaseOrder ?? '';
  const fault = poNumberFault(access.account, poNumber);
  if (fault !== undefined) throw badInput({ path: 'billingInfo.purchaseOrder', message: fault });
  return { access, poNumber, costCentre: costCentre || access.site.costCentre, isOnAccount };
}

/** Who is invoiced for a trade order: the account, at its postal address, or at the site if it has none. */
export const billedAccount = ({ access: { account, site } }: TradeOrder) => ({
  companyName: account.name,
  abn: account.abn,
  ...(account.postalAddress ?? site.address),
});

interface Buyer {
  firstName: string;
  lastName: string;
  email: string;
  mobile: string;
}

/**
 * Where a trade order goes: to its site, in the name of the site's contact person if both name and phone number are known, else of the
 * buyer. `siteName` and `instructions` are for packing and the driver.
 */
export function recipientOfSite({ access: { site } }: TradeOrder, { firstName, lastName, email, mobile }: Buyer) {
  const { contactName, contactPhone, instructions, hours } = site;
  const [first = '', ...others] = contactName.split(' ');
  const hasContact = contactName !== '' && contactPhone !== '';
  const person = hasContact
    ? { firstName: first, lastName: others.join(' '), mobile: contactPhone }
    : { firstName, lastName, mobile };
  const notes = [
    !hasContact && contactName && `Ask for ${contactName}.`,
    !hasContact && contactPhone && `Phone at the site: ${formatPhone(contactPhone)}.`,
    instructions,
    hours && `Delivery hours: ${hours}.`,
  ];
  return { ...person, email, ...site.address, siteName: site.name, instructions: notes.filter(Boolean).join(' ') };
}

/** Stores which account and site an order is for. */
export async function insertTradeOrder(
  tx: Tx,
  orderId: string,
  { access, poNumber, costCentre, isOnAccount, placedAt }: TradeOrder & { placedAt: Date },
): Promise<void> {
  await tx
    .insertInto('trade_orders')
    .values({
      order_id: orderId,
      account_id: access.account.id,
      site_id: access.site.id,
      po_number: poNumber,
      cost_centre: costCentre,
      is_on_account: isOnAccount,
      member_id: access.memberId,
      counted_month: monthOf(placedAt),
      placed_at: placedAt,
    })
    .execute();
}
