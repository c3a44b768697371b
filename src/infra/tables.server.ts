/** Written by scripts/tables.ts from the migrated database. Do not edit: change a migration, then `npm run tables`. */

import type { Day } from "#lib/day.ts";
import type { Cents } from "#lib/money.ts";
import type { ColumnType } from "kysely";

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Json = JsonValue;

export type JsonArray = JsonValue[];

export type JsonObject = {
  [x: string]: JsonValue | undefined;
};

export type JsonPrimitive = boolean | number | string | null;

export type JsonValue = JsonArray | JsonObject | JsonPrimitive;

export type Numeric = ColumnType<string, number | string, number | string>;

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface Addresses {
  is_alias: boolean;
  number: string;
  number_first: number;
  number_last: number;
  pid: string;
  postcode: number;
  street_id: number;
  unit: string;
  unit_key: string;
}

export interface AddressImports {
  edition: string;
  id: Generated<boolean>;
  progress: Json;
}

export interface AddressStreets {
  address_count: number;
  id: number;
  locality: string;
  name: string;
  name_key: string;
  pid: string;
  postcode: number;
  state: string;
  telling: string[];
  words: string;
}

export interface AddressWords {
  word: string;
}

export interface AuditLog {
  action: string;
  actor_id: string | null;
  actor_name: string;
  after: Json | null;
  at: Timestamp;
  before: Json | null;
  entity: string;
  entity_id: string;
  id: string;
  request_id: string | null;
  title: Generated<string | null>;
}

export interface Categories {
  created_at: Timestamp;
  id: string;
  level: number;
  name: string;
  parent_id: string | null;
  path: string[];
  position: Generated<number>;
  url: string;
  version: Generated<number>;
}

export interface CategoryListings {
  category_id: string;
  code_key: string;
  is_in_stock: boolean;
  name_key: string;
  price_cents: Cents;
  product_id: string;
}

export interface CheckoutAttempts {
  answer: Json | null;
  created_at: Timestamp;
  fingerprint: Buffer;
  key: string;
  order_id: string | null;
}

export interface Counters {
  name: string;
  value: number;
}

export interface Enquiries {
  company: string;
  created_at: Timestamp;
  email: string;
  id: string;
  is_suspected_spam: Generated<boolean>;
  message: string;
  mobile: string;
  name: string;
  phone: string;
  user_id: string | null;
}

export interface ItemOptions {
  item_id: string;
  option_id: string;
  variation_id: string;
}

export interface ListingCounts {
  category_id: string;
  in_stock_count: number;
  option: string;
  product_count: number;
}

export interface Listings {
  code_key: string;
  is_in_stock: boolean;
  name_key: string;
  name_length: number;
  options: string[];
  price_cents: Cents;
  product_id: string;
  room: Generated<string>;
  terms: number[];
}

export interface MailedLinks {
  created_at: Timestamp;
  email: string;
  ended_at: Timestamp | null;
  expires_at: Timestamp;
  hash: Buffer;
  id: string;
  kind: string;
  previous_email: string | null;
  user_id: string;
}

export interface ManagedProducts {
  code_key: string;
  created_at: Timestamp;
  has_variations: boolean;
  is_active: boolean;
  is_out_of_stock: boolean;
  name_key: string;
  product_id: string;
  supplier_id: string;
  words: string;
}

export interface OrderItems {
  discount_cents: Cents;
  id: string;
  image_key: string | null;
  item_id: string;
  label: string;
  order_id: string;
  position: number;
  price_cents: Cents;
  product_code: string;
  product_id: string;
  product_name: string;
  product_url: string;
  quantity: number;
  returned_quantity: Generated<number>;
}

export interface Orders {
  amount_paid_cents: Generated<Cents>;
  amount_refunded_cents: Generated<Cents>;
  billing: Json;
  card_brand: string | null;
  card_last4: string | null;
  discount_cents: Cents;
  email: string;
  first_name: string;
  gst_cents: Cents;
  id: string;
  ip_address: string;
  last_name: string;
  number: string | null;
  payment: string;
  payment_provider: string;
  payment_reference: string | null;
  placed_at: Timestamp;
  promo_code: string | null;
  promo_id: string | null;
  registration_hash: string | null;
  settled_at: Timestamp | null;
  shipping: Json;
  shipping_fee_cents: Cents;
  shipping_method: number;
  status: Generated<number>;
  sub_total_cents: Cents;
  total_cents: Cents;
  user_id: string | null;
  version: Generated<number>;
}

export interface PaymentEvents {
  event_id: string;
  provider: string;
  received_at: Timestamp;
  type: string;
}

export interface ProductCards {
  brief: string;
  detail: string;
  product_id: string;
  rest: string;
}

export interface ProductCategories {
  category_id: string;
  position: Generated<number>;
  product_id: string;
}

export interface ProductChanges {
  created_at: Timestamp;
  created_by: string | null;
  id: string;
  kind: string;
  rows: Json;
  undone_at: Timestamp | null;
}

export interface ProductImages {
  alternative_text: Generated<string>;
  file_key: string;
  id: string;
  is_primary: Generated<boolean>;
  name: string;
  position: number;
  product_id: string;
  size: number;
}

export interface ProductItems {
  archived_at: Timestamp | null;
  average_cost_cents: Generated<Numeric>;
  code: string | null;
  created_at: Timestamp;
  id: string;
  label: Generated<string>;
  on_hand: Generated<number>;
  position: Generated<number>;
  price_cents: Cents | null;
  product_id: string;
}

export interface ProductRedirects {
  old_url: string;
  product_id: string;
}

export interface Products {
  allow_sale_without_stock: Generated<boolean>;
  archived_at: Timestamp | null;
  code: Generated<string>;
  created_at: Timestamp;
  has_variations: Generated<boolean>;
  highest_price_cents: Cents | null;
  id: string;
  is_active: Generated<boolean>;
  is_consignment: Generated<boolean>;
  is_out_of_stock: Generated<boolean>;
  is_shown: Generated<boolean>;
  long_description: Generated<string>;
  name: string;
  name_key: Generated<string>;
  price_cents: Cents | null;
  search_key: Generated<string>;
  short_description: Generated<string>;
  supplier_id: string | null;
  url: string;
  version: Generated<number>;
}

export interface PromoProducts {
  product_id: string;
  promo_id: string;
}

export interface Promos {
  archived_at: Timestamp | null;
  code: string;
  created_at: Timestamp;
  description: Generated<string>;
  discount_cents: Cents | null;
  discount_percentage: Numeric | null;
  expiry_day: Day | null;
  id: string;
  is_applicable_to_all_products: Generated<boolean>;
  is_one_time_use_only: Generated<boolean>;
  minimum_spend_cents: Generated<Cents>;
  version: Generated<number>;
}

export interface Redemptions {
  is_one_time: boolean;
  order_id: string;
  promo_id: string;
  redeemed_at: Timestamp;
  released_at: Timestamp | null;
}

export interface RefreshTokens {
  created_at: Timestamp;
  expires_at: Timestamp;
  hash: Buffer;
  session_id: string;
  used_at: Timestamp | null;
}

export interface SearchTerms {
  id: Generated<number>;
  term: string;
}

export interface Sessions {
  created_at: Timestamp;
  ended_at: Timestamp | null;
  expires_at: Timestamp;
  id: string;
  ip: string | null;
  last_used_at: Timestamp;
  user_agent: string | null;
  user_id: string;
}

export interface Settings {
  content: Json;
  id: Generated<number>;
  updated_at: Generated<Timestamp>;
  version: Generated<number>;
}

export interface SignInFailures {
  failed_at: Timestamp;
  subject: string;
}

export interface StockMovements {
  created_at: Timestamp;
  created_by: string | null;
  direction: number;
  id: string;
  item_id: string;
  order_id: string | null;
  purchase_price_cents: Cents | null;
  quantity: number;
  reason: string | null;
}

export interface Suppliers {
  created_at: Timestamp;
  id: string;
  name: string;
  version: Generated<number>;
}

export interface TableViews {
  created_at: Timestamp;
  id: string;
  is_shared: Generated<boolean>;
  list: string;
  name: string;
  owner_id: string;
  query: string;
}

export interface TaxInvoices {
  content: Json;
  file_key: string | null;
  id: string;
  issued_at: Timestamp;
  number: string;
  order_id: string;
}

export interface TestCharges {
  amount_cents: Cents;
  asked: Generated<number>;
  card_brand: string;
  card_last4: string;
  created_at: Timestamp;
  key: string;
  outcome: string;
  reference: string;
  refunded_cents: Generated<Cents>;
}

export interface TestRefunds {
  amount_cents: Cents;
  key: string;
  reference: string;
}

export interface Users {
  archived_at: Timestamp | null;
  city: string | null;
  claims: Generated<string[]>;
  company_name: string | null;
  created_at: Timestamp;
  email: string;
  first_name: string;
  id: string;
  last_name: string;
  mobile: string;
  password_hash: string;
  pending_email: string | null;
  postcode: string | null;
  state: string | null;
  street_name: string | null;
  street_number: string | null;
  unit_number: string | null;
  user_type: number;
  version: Generated<number>;
}

export interface VariationOptions {
  id: string;
  label: string;
  position: number;
  variation_id: string;
}

export interface Variations {
  id: string;
  name: string;
  position: number;
  product_id: string;
}

export interface Tables {
  address_imports: AddressImports;
  address_streets: AddressStreets;
  address_words: AddressWords;
  addresses: Addresses;
  audit_log: AuditLog;
  categories: Categories;
  category_listings: CategoryListings;
  checkout_attempts: CheckoutAttempts;
  counters: Counters;
  enquiries: Enquiries;
  item_options: ItemOptions;
  listing_counts: ListingCounts;
  listings: Listings;
  mailed_links: MailedLinks;
  managed_products: ManagedProducts;
  order_items: OrderItems;
  orders: Orders;
  payment_events: PaymentEvents;
  product_cards: ProductCards;
  product_categories: ProductCategories;
  product_changes: ProductChanges;
  product_images: ProductImages;
  product_items: ProductItems;
  product_redirects: ProductRedirects;
  products: Products;
  promo_products: PromoProducts;
  promos: Promos;
  redemptions: Redemptions;
  refresh_tokens: RefreshTokens;
  search_terms: SearchTerms;
  sessions: Sessions;
  settings: Settings;
  sign_in_failures: SignInFailures;
  stock_movements: StockMovements;
  suppliers: Suppliers;
  table_views: TableViews;
  tax_invoices: TaxInvoices;
  test_charges: TestCharges;
  test_refunds: TestRefunds;
  users: Users;
  variation_options: VariationOptions;
  variations: Variations;
}
