import { sql } from 'kysely';
import type { AddressParts } from '#addresses/address-shape.ts';
import { conflict } from '#lib/api/problem.ts';
import type { Cents } from '#lib/money.ts';
import { isPhone } from '#lib/text/phone.ts';
import type { Db } from '#platform/db/db.server.ts';
import { shippingMethods } from '#storefront/cart/delivery-methods.ts';
import { accountSentences } from '#trade/accounts/sentences.ts';
import type { CheckoutBody } from '../checkout-contract.ts';

/** What a site orders in the name of one of its people, whom `ordersFor` has found. */
interface SiteOrder {
  siteId: string;
  memberId: string;
  poNumber: string;
  lines: readonly { productId: string; itemId: string; isVariation: boolean; quantity: number }[];
  /** What the order may cost; another total refuses it. */
  total: Cents;
}

interface Buyer {
  userId: string;
  firstName: string;
  lastName: string;
  email: string;
  phones: string[];
  siteAddress: AddressParts;
}

/**
 * An order that the program places, as a checkout would send it: it is billed to the account and delivered to the site. Throws 409 if neither the
 * person nor the site nor the account has a phone number.
 */
export async function siteCheckout(
  { db }: { db: Db },
  { siteId, memberId, poNumber, lines, total }: SiteOrder,
): Promise<{ body: CheckoutBody; userId: string }> {
  const { rows } = await sql<Buyer>`
    select u.id as "userId", u.first_name as "firstName", u.last_name as "lastName", u.email,
      array[u.mobile, s.contact_phone, a.phone] as phones, s.address as "siteAddress"
    from trade_members m join users u on u.id = m.user_id join trade_sites s on s.id = ${siteId}
    join trade_accounts a on a.id = s.account_id where m.id = ${memberId}`.execute(db);
  const buyer = rows[0] as Buyer; // `ordersFor` has found them
  const mobile = buyer.phones.find(isPhone);
  if (mobile === undefined) throw conflict(accountSentences.phoneMissing);
  const { firstName, lastName, email, siteAddress } = buyer;
  const body: CheckoutBody = {
    billingInfo: { firstName, lastName, email, mobile, ...siteAddress, purchaseOrder: poNumber },
    shippingInfo: { shippingMethod: shippingMethods.delivery, sameAsCheckoutDetails: true },
    cartItems: lines.map(({ productId, itemId, isVariation, quantity: qty }) => ({
      id: productId,
      variationItemId: isVariation ? itemId : null,
      qty,
    })),
    expectedTotal: total,
  };
  return { body, userId: buyer.userId };
}
