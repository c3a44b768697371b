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

export interface AccountCardPayments {
  account_id: string;
  cents: Cents;
  created_at: Timestamp;
  entry_id: string | null;
  entry_ids: string[];
  fingerprint: Buffer;
  id: string;
  key: string;
  provider: string;
  reason: Generated<string>;
  settled_at: Timestamp | null;
  state: Generated<string>;
  user_id: string;
}

export interface AccountEntries {
  account_id: string;
  actor_id: string | null;
  at: Timestamp;
  cents: Cents;
  document: Generated<string>;
  due_day: Day | null;
  id: string;
  is_bounced: Generated<boolean>;
  kind: string;
  note: Generated<string>;
  on_day: Day;
  order_id: string | null;
  site_id: string | null;
}

export interface AccountingExportDocuments {
  entry_id: string;
  export_id: string;
  is_again: boolean;
  position: number;
}

export interface AccountingExports {
  account_code: string;
  amounts: string;
  document_count: number;
  end_day: Day;
  gst_cents: Cents;
  id: string;
  made_at: Timestamp;
  made_by: string;
  number: number;
  program: string;
  start_day: Day;
  total_cents: Cents;
}

export interface AccountReminders {
  account_id: string;
  asked_at: Timestamp;
  asked_by: string | null;
  email: string;
  id: string;
  sent_at: Timestamp | null;
}

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

export interface AdjustmentLines {
  amount_cents: Cents;
  note_id: string;
  order_item_id: string;
  units_restocked: number;
}

export interface AdjustmentNotes {
  amount_cents: Cents;
  cancels_id: string | null;
  content: Json;
  delivery_cents: Cents;
  file_key: string | null;
  gst_cents: Cents;
  id: string;
  issued_at: Timestamp;
  number: string;
  refund_id: string;
}

export interface Allocations {
  actor_id: string | null;
  at: Timestamp;
  cents: Cents;
  credit_id: string;
  debit_id: string;
  id: string;
  on_day: Day;
}

export interface ApprovalEvents {
  approval_id: string;
  at: Timestamp;
  id: string;
  kind: string;
  member_id: string;
  note: Generated<string>;
}

export interface ApprovalRules {
  account_id: string;
  category_id: string | null;
  cents: Cents | null;
  created_at: Timestamp;
  id: string;
  kind: string;
  site_id: string | null;
}

export interface Approvals {
  account_id: string;
  body: Json;
  created_at: Timestamp;
  decided_at: Timestamp | null;
  hash: string;
  id: string;
  key: string;
  member_id: string;
  order_id: string | null;
  reasons: string[];
  site_id: string;
  snapshot: Json;
  state: Generated<string>;
  total_cents: Cents;
}

export interface ArchivedProducts {
  code_key: string;
  created_at: Timestamp;
  has_variations: boolean;
  is_active: boolean;
  is_out_of_stock: boolean;
  name_key: string;
  product_id: string;
  supplier_id: string;
  terms: number[];
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

export interface BackOrders {
  expected_day: Day;
  order_item_id: string;
}

export interface Backups {
  app_version: string;
  beat_at: Timestamp;
  bytes: number | null;
  created_by: string | null;
  db_bytes: number | null;
  done: Generated<number>;
  error: string | null;
  file_name: string;
  files_count: number | null;
  finished_at: Timestamp | null;
  id: string;
  is_encrypted: boolean;
  kind: string;
  place: string;
  schema: string | null;
  sha256: string | null;
  started_at: Timestamp;
  step: string | null;
  total: Generated<number>;
  verified_at: Timestamp | null;
}

export interface BankLines {
  cents: Cents;
  description: string;
  entry_id: string;
  hash: Buffer;
  imported_at: Timestamp;
  on_day: Day;
}

export interface BlanketPos {
  account_id: string;
  amount_cents: Cents;
  created_at: Timestamp;
  ended_at: Timestamp | null;
  id: string;
  number: string;
  site_id: string;
  valid_to: Day | null;
  version: Generated<number>;
}

export interface Brand {
  content: Json;
  id: Generated<number>;
  updated_at: Generated<Timestamp>;
  version: Generated<number>;
}

export interface CachePurges {
  created_at: Generated<Timestamp>;
  id: Generated<number>;
  purged_at: Timestamp | null;
  tag: string;
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

export interface ChangedSalesDays {
  day: Day;
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

export interface Deliveries {
  carrier: Generated<string>;
  consignment_number: Generated<string>;
  created_at: Timestamp;
  delivered_at: Timestamp | null;
  dispatched_at: Timestamp | null;
  failed_at: Timestamp | null;
  failure: Generated<string>;
  has_photo: Generated<boolean>;
  has_signature: Generated<boolean>;
  id: string;
  link_number: Generated<number>;
  number: number;
  order_id: string;
  planned_day: Day | null;
  received_by: Generated<string>;
  report_id: string | null;
  state: string;
  version: Generated<number>;
}

export interface DeliveryLines {
  delivery_id: string;
  order_item_id: string;
  quantity: number;
}

export interface DemoRecords {
  id: string;
  kind: string;
}

export interface EmailReservations {
  email: string;
  order_id: string;
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
  status: Generated<number>;
  user_id: string | null;
  version: Generated<number>;
  words: Generated<string | null>;
}

export interface FormDrafts {
  form_id: string;
  responses: Json;
  updated_at: Timestamp;
  user_id: string;
}

export interface FormerSupplierCodes {
  account_id: string;
  code_key: string;
  confirmed_at: Timestamp;
  description: string;
  item_id: string;
}

export interface FormFiles {
  claimed_at: Timestamp | null;
  content_type: string;
  created_at: Timestamp;
  field_id: string;
  file_key: string;
  form_id: string;
  id: string;
  name: string;
  sent_from: string | null;
  size: number;
  submission_id: string | null;
  user_id: string | null;
}

export interface Forms {
  archived_at: Timestamp | null;
  closed_at: Timestamp | null;
  created_at: Timestamp;
  current_version: number;
  id: string;
  updated_at: Timestamp;
  url: string;
}

export interface FormSubmissions {
  created_at: Timestamp;
  fingerprint: Buffer | null;
  form_id: string;
  form_version: number;
  id: string;
  idempotency_key: string | null;
  responses: Json;
  sender_email: Generated<string>;
  sender_name: Generated<string>;
  status: Generated<number>;
  status_version: Generated<number>;
  updated_at: Timestamp;
  user_id: string | null;
  version: Generated<number>;
  words: string | null;
}

export interface FormVersions {
  created_at: Timestamp;
  created_by: string | null;
  definition: Json;
  form_id: string;
  form_name: string;
  version: number;
}

export interface ImportColumns {
  chosen_at: Timestamp;
  column_name: string | null;
  header: string;
  list: string;
}

export interface ItemOptions {
  item_id: string;
  option_id: string;
  variation_id: string;
}

export interface KnownOrderWords {
  word: string;
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

export interface ListPrices {
  cents: Cents;
  item_id: string;
  min_quantity: Generated<number>;
  price_list_id: string;
  valid_from: Generated<Day>;
  valid_to: Day | null;
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

export interface Maintenance {
  id: Generated<number>;
  is_on: boolean;
  reason: Generated<string>;
  since: Timestamp;
  switched_by: string;
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
  terms: number[];
}

export interface Nodes {
  beat_at: Timestamp;
  id: string;
  role: string;
  schema_max: string;
  schema_min: string;
  started_at: Timestamp;
  version: string;
}

export interface OpenEntries {
  account_id: string;
  due_day: Day;
  entry_id: string;
  on_day: Generated<Day>;
  open_cents: Cents;
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

export interface OrderListItems {
  item_id: string;
  list_id: string;
  multiple: Generated<number>;
  note: Generated<string>;
  par: number | null;
  position: number;
}

export interface OrderLists {
  account_id: string;
  archived_at: Timestamp | null;
  created_at: Timestamp;
  id: string;
  name: string;
  position: number;
  site_id: string;
  version: Generated<number>;
}

export interface OrderMails {
  asked_at: Timestamp;
  asked_by: string;
  id: string;
  kind: string;
  order_id: string;
  sent_at: Timestamp | null;
}

export interface OrderMultiples {
  item_id: string;
  price_list_id: string;
  units: number;
}

export interface OrderNotes {
  author_id: string | null;
  author_name: string;
  created_at: Timestamp;
  edited_at: Timestamp | null;
  id: string;
  order_id: string;
  text: string;
  version: Generated<number>;
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
  words: string | null;
}

export interface OrderStatusEvents {
  actor_id: string | null;
  at: Timestamp;
  from_status: number;
  id: string;
  note: string | null;
  order_id: string;
  to_status: number;
}

export interface PaymentEvents {
  event_id: string;
  provider: string;
  received_at: Timestamp;
  type: string;
}

export interface PriceLists {
  adjust_percent: Generated<Numeric>;
  archived_at: Timestamp | null;
  created_at: Timestamp;
  id: string;
  name: string;
  parent_id: string | null;
  valid_from: Day | null;
  valid_to: Day | null;
  version: Generated<number>;
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

export interface ProductComplements {
  complement_id: string;
  position: number;
  product_id: string;
}

export interface ProductDocuments {
  created_at: Timestamp;
  id: string;
  issued_on: string | null;
  kind: string;
  name: string;
  position: number;
  product_id: string;
  sha256: string;
  size: number;
  state: Generated<string>;
  title: string;
}

export interface ProductImages {
  alternative_text: Generated<string>;
  file_key: string;
  id: string;
  is_primary: Generated<boolean>;
  name: string;
  option_id: string | null;
  position: number;
  product_id: string;
  size: number;
}

export interface ProductImportParts {
  bytes: Buffer;
  import_id: string;
  place: number;
}

export interface ProductImports {
  attempts: Generated<number>;
  beat_at: Timestamp;
  claims: string[];
  columns: Json | null;
  created_at: Timestamp;
  created_by: string;
  file_name: string;
  id: string;
  is_put_away: Generated<boolean>;
  is_writing: Generated<boolean>;
  refusal: string | null;
  report: Json | null;
  request_id: string;
  rows_done: Generated<number>;
  rows_total: Generated<number>;
  state: string;
}

export interface ProductItems {
  archived_at: Timestamp | null;
  average_cost_cents: Generated<Numeric>;
  code: string | null;
  created_at: Timestamp;
  id: string;
  is_listed: Generated<boolean>;
  is_low: Generated<boolean>;
  is_watched: Generated<boolean>;
  label: Generated<string>;
  low_stock_at: number | null;
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
  facts: Generated<Json>;
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

export interface PurchaseOrderLines {
  code: string;
  id: string;
  item_id: string | null;
  label: string;
  position: number;
  product_name: string;
  purchase_order_id: string;
  purchase_price_cents: Cents;
  quantity: number;
  received_quantity: Generated<number>;
}

export interface PurchaseOrderMails {
  asked_at: Timestamp;
  asked_by: string;
  email: string;
  id: string;
  purchase_order_id: string;
  sent_at: Timestamp | null;
}

export interface PurchaseOrders {
  closed_reason: string | null;
  created_at: Timestamp;
  created_by: string | null;
  id: string;
  note: Generated<string>;
  number: string;
  state: Generated<string>;
  supplier_id: string | null;
  supplier_name: string;
  version: Generated<number>;
}

export interface PurchaseReceipts {
  id: string;
  lines: Json;
  over_reason: string | null;
  purchase_order_id: string;
  received_at: Timestamp;
  received_by: string | null;
}

export interface QuoteMessages {
  at: Timestamp;
  id: string;
  kind: string;
  member_id: string | null;
  quote_id: string;
  staff_id: string | null;
  text: Generated<string>;
}

export interface Quotes {
  account_id: string;
  created_at: Timestamp;
  decided_at: Timestamp | null;
  discount_cents: Generated<Cents>;
  id: string;
  key: string | null;
  lines: Json;
  member_id: string;
  note: Generated<string>;
  number: string;
  order_id: string | null;
  po_number: Generated<string>;
  replaces_id: string | null;
  revision: Generated<number>;
  searched: string;
  sent_at: Timestamp | null;
  shipping_cents: Generated<Cents>;
  site_id: string;
  staff_id: string | null;
  state: string;
  total_cents: Cents;
  valid_until: Day | null;
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

export interface RefundLines {
  amount_cents: Cents;
  is_restocked: boolean;
  order_item_id: string;
  quantity: number;
  refund_id: string;
}

export interface Refunds {
  amount_cents: Cents;
  ask_after: Timestamp;
  asking_until: Timestamp | null;
  came_back_at: Timestamp | null;
  created_at: Timestamp;
  created_by: string;
  failure: string | null;
  fingerprint: Buffer;
  gst_cents: Cents | null;
  has_returned: Generated<boolean>;
  id: string;
  key: string;
  order_id: string;
  reason: string;
  retries: Generated<number>;
  settled_at: Timestamp | null;
  shipping_cents: Cents;
  state: Generated<string>;
}

export interface ReorderTerms {
  cover_days: number;
  lead_days: number;
  supplier_id: string;
  version: Generated<number>;
}

export interface RequestCounts {
  count: number;
  ends_at: Timestamp;
  key: string;
}

export interface RestoreDrills {
  at: Timestamp;
  backup_id: string | null;
  beat_at: Timestamp;
  checked: Json | null;
  error: string | null;
  finished_at: Timestamp | null;
  id: string;
  ok: boolean | null;
  seconds: number | null;
}

export interface SalesDays {
  are_goods_kept: Generated<boolean>;
  day: Day;
  delivery_cents: Cents;
  delivery_refunds_cents: Cents;
  discount_cents: Cents;
  gst_cents: Cents;
  orders: number;
  refunds_cents: Cents;
  refunds_gst_cents: Cents;
  sales_cents: Cents;
}

export interface SchemaMigrations {
  by_version: string;
  finished_at: Timestamp | null;
  ms: number | null;
  name: string;
  phase: string;
  sha256: string | null;
  started_at: Timestamp;
}

export interface SearchMisses {
  last_day: Day;
  phrase: string;
  times: number;
}

export interface SearchSynonyms {
  created_at: Timestamp;
  finds: string[];
  id: string;
  phrases: string[];
  version: Generated<number>;
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

export interface Setup {
  draft: string | null;
  finished_at: Timestamp | null;
  id: Generated<number>;
  link_id: string;
}

export interface SignInFailures {
  failed_at: Timestamp;
  subject: string;
}

export interface SiteMenus {
  content: Json;
  id: Generated<number>;
  updated_at: Generated<Timestamp>;
  version: Generated<number>;
}

export interface SiteOutsideLinks {
  checked_at: Timestamp;
  dead_since: Timestamp | null;
  places: Json;
  reason: string | null;
  url: string;
}

export interface SitePages {
  created_at: Timestamp;
  draft: Json;
  draft_path: Generated<string>;
  draft_title: Generated<string>;
  id: string;
  is_changed: Generated<boolean>;
  is_listed: Generated<boolean | null>;
  path_key: string | null;
  publish_at: Timestamp | null;
  publish_by: string | null;
  publish_failed: string | null;
  published: Json | null;
  published_at: Timestamp | null;
  published_parent: Generated<string | null>;
  published_path: Generated<string | null>;
  published_title: Generated<string | null>;
  removed_at: Timestamp | null;
  updated_at: Timestamp;
  updated_by: Generated<string>;
  version: Generated<number>;
}

export interface SitePageVersions {
  author: string;
  content: Json;
  number: number;
  page_id: string;
  published_at: Timestamp;
}

export interface SitePictures {
  alternative_text: string;
  created_at: Generated<Timestamp>;
  crop: Json | null;
  file_key: string;
  focus_x: Generated<number>;
  focus_y: Generated<number>;
  height: number;
  id: string;
  is_decorative: Generated<boolean>;
  kind: string;
  name: string;
  removed_at: Timestamp | null;
  size: number;
  version: Generated<number>;
  width: number;
  words: Generated<string>;
}

export interface SiteRecords {
  content: Json;
  id: string;
  kind: string;
  position: number;
  removed_at: Timestamp | null;
  updated_at: Timestamp;
  version: Generated<number>;
}

export interface SiteRedirects {
  page_id: string;
  path_key: string;
}

export interface SoldGoods {
  cost_cents: Numeric;
  day: Day;
  item_id: string;
  refunds_cents: Cents;
  sales_cents: Cents;
  units: number;
  units_uncosted: number;
}

export interface SoldMonths {
  cost_cents: Numeric;
  item_id: string;
  month: Day;
  refunds_cents: Cents;
  sales_cents: Cents;
  units: number;
  units_uncosted: number;
}

export interface SoldMonthsKept {
  is_kept: boolean;
  month: Day;
}

export interface StandingOrderItems {
  item_id: string;
  position: number;
  quantity: number;
  standing_order_id: string;
}

export interface StandingOrderRuns {
  approval_id: string | null;
  decided_at: Timestamp | null;
  due_on: Day;
  id: string;
  member_id: string | null;
  notified_at: Timestamp;
  order_id: string | null;
  reason: Generated<string>;
  standing_order_id: string;
  state: Generated<string>;
  tried_at: Timestamp | null;
}

export interface StandingOrders {
  account_id: string;
  created_at: Timestamp;
  ended_at: Timestamp | null;
  every: string;
  first_on: Day;
  id: string;
  list_id: string;
  member_id: string;
  needs_confirm: boolean;
  next_on: Day;
  pause_reason: Generated<string>;
  paused_at: Timestamp | null;
  po_number: Generated<string>;
  site_id: string;
  skip_on: Generated<string[]>;
  version: Generated<number>;
}

export interface StockMovements {
  average_cost_cents: Numeric | null;
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

export interface SubmissionAcknowledgements {
  created_at: Timestamp;
  email: string;
  submission_id: string;
}

export interface SubmissionPdfMails {
  asked_at: Timestamp;
  asked_by: string | null;
  id: string;
  submission_id: string;
}

export interface Suppliers {
  abn: Generated<string>;
  contact_name: Generated<string>;
  created_at: Timestamp;
  email: Generated<string>;
  id: string;
  name: string;
  notes: Generated<string>;
  payment_terms: Generated<string>;
  phone: Generated<string>;
  version: Generated<number>;
}

export interface SystemEvents {
  at: Timestamp;
  details: Json | null;
  name: string;
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
  refund_outcome: Generated<string>;
  refunded_cents: Generated<Cents>;
  refunds_asked: Generated<number>;
}

export interface TestRefunds {
  amount_cents: Cents;
  key: string;
  reference: string;
}

export interface TradeAccountNotes {
  account_id: string;
  author_id: string | null;
  author_name: string;
  created_at: Timestamp;
  edited_at: Timestamp | null;
  id: string;
  text: string;
  version: Generated<number>;
}

export interface TradeAccounts {
  abn: Generated<string>;
  accounts_email: Generated<string>;
  acn: Generated<string>;
  contact_email: Generated<string>;
  contact_name: Generated<string>;
  created_at: Timestamp;
  credit_limit_cents: Generated<Cents>;
  exposure_cents: Generated<Cents>;
  id: string;
  name: string;
  notes: Generated<string>;
  number: number;
  opened_at: Timestamp | null;
  phone: Generated<string>;
  po_pattern: Generated<string>;
  po_rule: Generated<string>;
  postal_address: Generated<Json>;
  ppsr_number: Generated<string>;
  ppsr_until: Day | null;
  price_list_id: string | null;
  status: Generated<string>;
  status_reason: Generated<string>;
  submission_id: string | null;
  terms_days: Generated<number>;
  terms_kind: Generated<string>;
  version: Generated<number>;
  year_sales_cents: Generated<Cents>;
}

export interface TradeInvitations {
  created_at: Timestamp;
  expires_at: Timestamp;
  id: string;
  member_id: string;
  used_at: Timestamp | null;
}

export interface TradeMembers {
  account_id: string;
  email: string;
  has_all_sites: Generated<boolean>;
  id: string;
  invited_at: Timestamp;
  joined_at: Timestamp | null;
  limit_cents: Cents | null;
  limit_period: Generated<string>;
  removed_at: Timestamp | null;
  role_id: string;
  user_id: string | null;
  version: Generated<number>;
}

export interface TradeMemberSites {
  member_id: string;
  site_id: string;
}

export interface TradeOrders {
  account_id: string;
  blanket_po_id: string | null;
  cost_centre: Generated<string>;
  counted_month: Day | null;
  is_on_account: boolean;
  member_id: string | null;
  order_id: string;
  placed_at: Timestamp;
  po_number: Generated<string>;
  site_id: string;
}

export interface TradeRoles {
  account_id: string | null;
  created_at: Timestamp;
  id: string;
  name: string;
  permissions: string[];
  version: Generated<number>;
}

export interface TradeSites {
  account_id: string;
  address: Json;
  archived_at: Timestamp | null;
  budget_cents: Cents | null;
  contact_name: Generated<string>;
  contact_phone: Generated<string>;
  cost_centre: Generated<string>;
  created_at: Timestamp;
  hours: Generated<string>;
  id: string;
  instructions: Generated<string>;
  name: string;
  price_list_id: string | null;
  version: Generated<number>;
}

export interface TradeSpend {
  cents: Cents;
  month: Day;
  owner_id: string;
}

export interface UnsentMails {
  area: string;
  attempts: Generated<number>;
  created_at: Timestamp;
  data: Json;
  failed_at: Timestamp | null;
  give_up_at: Timestamp;
  id: string;
  kind: string;
  next_try_at: Timestamp | null;
  reason: string | null;
  subject_id: string | null;
  trace: Json | null;
}

export interface Users {
  abn: string | null;
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

export interface WebhookDeliveries {
  attempts: Generated<number>;
  created_at: Timestamp;
  data: Json;
  delivered_at: Timestamp | null;
  id: string;
  last_reason: string | null;
  last_status: number | null;
  next_try_at: Timestamp | null;
  submission_id: string | null;
  tries_left: number;
  type: string;
  url_host: string;
}

export interface WebhookSecrets {
  created_at: Timestamp;
  created_by: string | null;
  expires_at: Timestamp | null;
  id: string;
  secret: string;
}

export interface Tables {
  account_card_payments: AccountCardPayments;
  account_entries: AccountEntries;
  account_reminders: AccountReminders;
  accounting_export_documents: AccountingExportDocuments;
  accounting_exports: AccountingExports;
  address_imports: AddressImports;
  address_streets: AddressStreets;
  address_words: AddressWords;
  addresses: Addresses;
  adjustment_lines: AdjustmentLines;
  adjustment_notes: AdjustmentNotes;
  allocations: Allocations;
  approval_events: ApprovalEvents;
  approval_rules: ApprovalRules;
  approvals: Approvals;
  archived_products: ArchivedProducts;
  audit_log: AuditLog;
  back_orders: BackOrders;
  backups: Backups;
  bank_lines: BankLines;
  blanket_pos: BlanketPos;
  brand: Brand;
  cache_purges: CachePurges;
  categories: Categories;
  category_listings: CategoryListings;
  changed_sales_days: ChangedSalesDays;
  checkout_attempts: CheckoutAttempts;
  counters: Counters;
  deliveries: Deliveries;
  delivery_lines: DeliveryLines;
  demo_records: DemoRecords;
  email_reservations: EmailReservations;
  enquiries: Enquiries;
  form_drafts: FormDrafts;
  form_files: FormFiles;
  form_submissions: FormSubmissions;
  form_versions: FormVersions;
  former_supplier_codes: FormerSupplierCodes;
  forms: Forms;
  import_columns: ImportColumns;
  item_options: ItemOptions;
  known_order_words: KnownOrderWords;
  list_prices: ListPrices;
  listing_counts: ListingCounts;
  listings: Listings;
  mailed_links: MailedLinks;
  maintenance: Maintenance;
  managed_products: ManagedProducts;
  nodes: Nodes;
  open_entries: OpenEntries;
  order_items: OrderItems;
  order_list_items: OrderListItems;
  order_lists: OrderLists;
  order_mails: OrderMails;
  order_multiples: OrderMultiples;
  order_notes: OrderNotes;
  order_status_events: OrderStatusEvents;
  orders: Orders;
  payment_events: PaymentEvents;
  price_lists: PriceLists;
  product_cards: ProductCards;
  product_categories: ProductCategories;
  product_changes: ProductChanges;
  product_complements: ProductComplements;
  product_documents: ProductDocuments;
  product_images: ProductImages;
  product_import_parts: ProductImportParts;
  product_imports: ProductImports;
  product_items: ProductItems;
  product_redirects: ProductRedirects;
  products: Products;
  promo_products: PromoProducts;
  promos: Promos;
  purchase_order_lines: PurchaseOrderLines;
  purchase_order_mails: PurchaseOrderMails;
  purchase_orders: PurchaseOrders;
  purchase_receipts: PurchaseReceipts;
  quote_messages: QuoteMessages;
  quotes: Quotes;
  redemptions: Redemptions;
  refresh_tokens: RefreshTokens;
  refund_lines: RefundLines;
  refunds: Refunds;
  reorder_terms: ReorderTerms;
  request_counts: RequestCounts;
  restore_drills: RestoreDrills;
  sales_days: SalesDays;
  schema_migrations: SchemaMigrations;
  search_misses: SearchMisses;
  search_synonyms: SearchSynonyms;
  search_terms: SearchTerms;
  sessions: Sessions;
  settings: Settings;
  setup: Setup;
  sign_in_failures: SignInFailures;
  site_menus: SiteMenus;
  site_outside_links: SiteOutsideLinks;
  site_page_versions: SitePageVersions;
  site_pages: SitePages;
  site_pictures: SitePictures;
  site_records: SiteRecords;
  site_redirects: SiteRedirects;
  sold_goods: SoldGoods;
  sold_months: SoldMonths;
  sold_months_kept: SoldMonthsKept;
  standing_order_items: StandingOrderItems;
  standing_order_runs: StandingOrderRuns;
  standing_orders: StandingOrders;
  stock_movements: StockMovements;
  submission_acknowledgements: SubmissionAcknowledgements;
  submission_pdf_mails: SubmissionPdfMails;
  suppliers: Suppliers;
  system_events: SystemEvents;
  table_views: TableViews;
  tax_invoices: TaxInvoices;
  test_charges: TestCharges;
  test_refunds: TestRefunds;
  trade_account_notes: TradeAccountNotes;
  trade_accounts: TradeAccounts;
  trade_invitations: TradeInvitations;
  trade_member_sites: TradeMemberSites;
  trade_members: TradeMembers;
  trade_orders: TradeOrders;
  trade_roles: TradeRoles;
  trade_sites: TradeSites;
  trade_spend: TradeSpend;
  unsent_mails: UnsentMails;
  users: Users;
  variation_options: VariationOptions;
  variations: Variations;
  webhook_deliveries: WebhookDeliveries;
  webhook_secrets: WebhookSecrets;
}
