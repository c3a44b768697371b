import { sql } from 'kysely';
import type { AddressParts } from '#addresses/address-shape.ts';
import type { ShippingMethod } from '#storefront/cart/contract.ts';
import type { Cents } from '#lib/money.ts';
import type { Business } from '../business-details.ts';

/** A buyer or recipient; the recipient of a pick-up has no address. */
export type Person = { firstName: string; lastName: string; email: string; mobile: string } & Partial<AddressParts>;

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
}

/** The columns of `StoredOrder` from `orders o`, for a `select` or an update's `returning`. */
export const orderColumns = sql`o.id, o.number, o.status, o.user_id as "userId", o.first_name as "firstName",
  o.last_name as "lastName", o.email, o.billing, o.shipping, o.shipping_method as "shippingMethod",
  o.sub_total_cents as "subTotal", o.discount_cents as discount, o.shipping_fee_cents as "shippingFee",
  o.total_cents as total, o.gst_cents as gst, o.amount_paid_cents as "amountPaid",
  o.amount_refunded_cents as "amountRefunded", o.promo_code as "promoCode", o.ip_address as "ipAddress",
  o.card_brand as "cardBrand", o.card_last4 as "cardLastFour", o.placed_at as "placedAt", o.version,
  (select coalesce(json_agg(json_build_object('id', i.id, 'name', i.product_name, 'code', i.product_code,
    'url', i.product_url, 'label', i.label, 'imageKey', i.image_key, 'quantity', i.quantity, 'price', i.price_cents,
    'discount', i.discount_cents) order by i.position), '[]') from order_items i where i.order_id = o.id) as items`;
