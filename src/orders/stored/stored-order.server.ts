import { type RawBuilder, sql } from 'kysely';
import type { AddressParts } from '#addresses/address-shape.ts';
import type { ShippingMethod } from '#storefront/cart/contract.ts';
import type { Day } from '#lib/day.ts';
import type { Cents } from '#lib/money.ts';
import type { TradingTerms } from '#trade/trading-terms.ts';
import type { Business } from '../business-details.ts';

/**
 * A buyer or recipient; the recipient of a pick-up has no address. Orders of trade accounts go to a site, with instructions for the
 * driver; a site's contact person may have a first name only.
 */
export type Person = { firstName: string; lastName: string; email: string; mobile: string } & Partial<AddressParts> & {
    siteName?: string;
    instructions?: string;
  };

/** An order line as it was sold; later changes to the product do not affect it. */
export interface StoredItem {
  id: string;
  name: string;
  code: string;
  url: string;
  /** "Small / Blue", '' for a plain product. */
  label: string;
  imageKey: string | null;
  quantity: number;
  price: Cents;
  /** Discount on the whole line. */
  discount: Cents;
}

/** What an order of a trade account has besides. */
export interface TradeDetails {
  accountId: string;
  accountNumber: number;
  accountName: string;
  /** Where the account gets its invoices; '' where the buyer gets them. */
  accountsEmail: string;
  site: string;
  poNumber: string;
  costCentre: string;
  isOnAccount: boolean;
  /** The account's current ones. */
  terms: TradingTerms;
  /** When its invoice is due; null until it is placed, and for an order that is paid by card. */
  dueDay: Day | null;
  /** What is still open of that invoice; null without one. */
  open: Cents | null;
  /** `Q-1001 revision 2`; null if it was not placed by accepting a quote. */
  quote: string | null;
  quoteId: string | null;
}

/** An order with its items; amounts in cents. */
export interface StoredOrder {
  id: string;
  /** Null until it is paid. */
  number: string | null;
  status: number;
  userId: string | null;
  firstName: string;
  lastName: string;
  email: string;
  billing: Person & Business;
  shipping: Person;
  shippingMethod: ShippingMethod;
  subTotal: Cents;
  discount: Cents;
  shippingFee: Cents;
  total: Cents;
  gst: Cents;
  amountPaid: Cents;
  amountRefunded: Cents;
  promoCode: string | null;
  ipAddress: string;
  cardBrand: string | null;
  cardLastFour: string | null;
  placedAt: Date;
  version: number;
  items: StoredItem[];
  /** Null for an order of a person. */
  trade: TradeDetails | null;
}

/** The `TradeDetails` of an order of a table or alias. */
export const tradeOf = (orders: string): RawBuilder<TradeDetails | null> => sql`(
  select json_build_object('accountId', a.id, 'accountNumber', a.number, 'accountName', a.name, 'accountsEmail', a.accounts_email, 'site', s.name,
    'poNumber', t.po_number, 'costCentre', t.cost_centre, 'isOnAccount', t.is_on_account, 'terms', json_build_object('kind', a.terms_kind, 'days', a.terms_days),
    'dueDay', i.due_day, 'open', i.open,
    'quote', q.number || case when q.revision > 1 then ' revision ' || q.revision else '' end, 'quoteId', q.id)
  from trade_orders t join trade_accounts a on a.id = t.account_id join trade_sites s on s.id = t.site_id
  left join quotes q on q.order_id = t.order_id
  left join lateral (
    select e.due_day, coalesce(p.open_cents, 0)::bigint as open from account_entries e left join open_entries p on p.entry_id = e.id
    where e.order_id = t.order_id and e.kind = 'invoice') i on true
  where t.order_id = ${sql.ref(`${orders}.id`)})`;

/** The columns of `StoredOrder` from `orders o`, for a `select` or an update's `returning`. */
export const orderColumns = sql`o.id, o.number, o.status, o.user_id as "userId", o.first_name as "firstName",
  o.last_name as "lastName", o.email, o.billing, o.shipping, o.shipping_method as "shippingMethod",
  o.sub_total_cents as "subTotal", o.discount_cents as discount, o.shipping_fee_cents as "shippingFee",
  o.total_cents as total, o.gst_cents as gst, o.amount_paid_cents as "amountPaid",
  o.amount_refunded_cents as "amountRefunded", o.promo_code as "promoCode", o.ip_address as "ipAddress",
  o.card_brand as "cardBrand", o.card_last4 as "cardLastFour", o.placed_at as "placedAt", o.version,
  (select coalesce(json_agg(json_build_object('id', i.id, 'name', i.product_name, 'code', i.product_code,
    'url', i.product_url, 'label', i.label, 'imageKey', i.image_key, 'quantity', i.quantity, 'price', i.price_cents,
    'discount', i.discount_cents) order by i.position), '[]') from order_items i where i.order_id = o.id) as items, ${tradeOf('o')} as trade`;
