import { sql } from 'kysely';
import { type AddressParts, addressParts } from '#addresses/address-shape.ts';
import { fullAddress } from '#addresses/full-address.ts';
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
  companyName: string;
  abn: string;
  postalAddress: unknown;
  siteAddress: AddressParts;
  siteContact: string;
  sitePhone: string;
}

/**
 * An order that the program places, as a checkout would send it: billed to the account, delivered to the site. Throws 409 if neither the
 * person nor the site nor the account has a phone number.
 */
export async function siteCheckout(
  { db }: { db: Db },
  { siteId, memberId, poNumber, lines, total }: SiteOrder,
): Promise<{ body: CheckoutBody; userId: string }> {
  const { rows } = await sql<Buyer>`
    select u.id as "userId", u.first_name as "firstName", u.last_name as "lastName", u.email,
      array[u.mobile, s.contact_phone, a.phone] as phones, a.name as "companyName", a.abn, a.postal_address as "postalAddress",
      s.address as "siteAddress", s.contact_name as "siteContact", s.contact_phone as "sitePhone"
    from trade_members m join users u on u.id = m.user_id join trade_sites s on s.id = ${siteId}
    join trade_accounts a on a.id = s.account_id where m.id = ${memberId}`.execute(db);
  const buyer = rows[0] as Buyer; // `ordersFor` has found them
  const mobile = buyer.phones.find(isPhone);
  if (mobile === undefined) throw conflict(accountSentences.phoneMissing);
  const { firstName, lastName, email, companyName, abn, siteAddress } = buyer;
  const person = { firstName, lastName, email, mobile };
  const billed = addressParts.safeParse(buyer.postalAddress).data ?? siteAddress;
  const body: CheckoutBody = {
    billingInfo: { ...person, ...billed, companyName, abn, purchaseOrder: poNumber, fullAddress: fullAddress(billed) },
    shippingInfo: {
      shippingMethod: shippingMethods.delivery,
      sameAsCheckoutDetails: false,
      ...person,
      ...recipientAt(buyer),
      ...siteAddress,
      fullAddress: fullAddress(siteAddress),
    },
    cartItems: lines.map(({ productId, itemId, isVariation, quantity: qty }) => ({
      id: productId,
      variationItemId: isVariation ? itemId : null,
      qty,
    })),
    expectedTotal: total,
  };
  return { body, userId: buyer.userId };
}

/** The site's contact person, if it names one. */
function recipientAt({ siteContact, sitePhone }: Buyer): { firstName?: string; lastName?: string; mobile?: string } {
  const [first = '', ...rest] = siteContact.split(' ');
  const isFull = first !== '' && rest.length > 0;
  return {
    ...(isFull && { firstName: first, lastName: rest.join(' ') }),
    ...(isPhone(sitePhone) && { mobile: sitePhone }),
  };
}
