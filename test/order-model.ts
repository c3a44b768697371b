import { sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import type { StockModel } from './shelf.ts';
import type { Goods } from './warehouse.ts';
import type { OrderNow, RefundNow } from './sold.ts';

interface ModelLine {
  id: string;
  product: Goods;
  quantity: number;
  /** Units restocked or written off. */
  returned: number;
  /** In cents, after discount. */
  total: number;
}

/** A one-time promo, and the order that uses it. */
export interface ModelPromo {
  holder: OrderModel | undefined;
}

/** The expected effects of one order on goods, money and promo, updated with each response of the API. */
export class OrderModel {
  readonly order: OrderNow;
  readonly lines: ModelLine[];
  status = 0;
  refunded = 0;
  /** The latest response for each of its refunds, by id. */
  readonly refunds = new Map<string, RefundNow>();
  readonly #shelf: StockModel;
  /** The promo used, if any. */
  readonly #promo: ModelPromo | undefined;

  constructor(
    order: OrderNow,
    goods: Goods[],
    { shelf, promo }: { shelf: StockModel; promo?: ModelPromo | undefined },
  ) {
    this.order = order;
    this.#shelf = shelf;
    this.#promo = promo;
    if (promo) promo.holder = this;
    this.lines = order.orderItems.map(({ orderItemId, quantity, total }, place) => {
      const product = goods[place];
      if (!product) throw new Error('A line has no product.');
      shelf.sell(product.id, quantity);
      return { id: orderItemId, product, quantity, returned: 0, total: Math.round(total * 100) };
    });
  }

  get holdsPromo(): boolean {
    return this.#promo?.holder === this;
  }

  /** Whether the order may have this status (contract, section 5). */
  mayBecome(to: number): boolean {
    if (to === this.status) return true;
    if (this.status === 3) return false;
    if (this.status !== 2) return true;
    const isRefunding = [...this.refunds.values()].some(({ state }) => state !== 'withdrawn');
    const isPromoGone = this.#promo !== undefined && this.#promo.holder !== undefined;
    return !isRefunding && !isPromoGone && this.lines.every((line) => this.#isThere(line));
  }

  #isThere({ product, quantity }: ModelLine): boolean {
    return product.isEndless || this.#shelf.onHand(product.id) >= quantity;
  }

  /** Records an accepted change of status. */
  changed(to: number): void {
    if (to === this.status) return;
    if (to === 2) {
      for (const line of this.lines) {
        this.#shelf.add(line.product.id, line.quantity - line.returned);
        line.returned = line.quantity;
      }
      if (this.#promo && this.holdsPromo) this.#promo.holder = undefined;
    } else if (this.status === 2) {
      for (const line of this.lines) {
        this.#shelf.sell(line.product.id, line.quantity);
        line.returned = 0;
      }
      if (this.#promo) this.#promo.holder = this;
    }
    this.status = to;
  }

  /** Records the response for a refund; `refund.lines` say how many units are restocked once it is done. */
  answered(refund: RefundNow): void {
    const isDone = this.refunds.get(refund.id)?.state === 'done';
    this.refunds.set(refund.id, refund);
    if (isDone || refund.state !== 'done') return;
    this.refunded += Math.round(refund.amount * 100);
    for (const { orderItemId, quantity, restock } of refund.lines) {
      const line = this.lines.find((one) => one.id === orderItemId);
      if (!line) throw new Error('A refund has a line of another order.');
      const units = Math.min(quantity, line.quantity - line.returned);
      line.returned += units;
      if (restock) this.#shelf.add(line.product.id, units);
    }
    if (this.refunded === Math.round(this.order.amountPaid * 100)) this.status = 3;
  }

  /** How many of its refunds are done. */
  get paidBack(): number {
    return [...this.refunds.values()].filter(({ state }) => state === 'done').length;
  }
}

export interface StoredNow {
  status: number;
  refunded: number;
  doneRefunds: number;
  doneGst: number;
  charged: number;
  paidBack: number;
  holdsPromo: boolean;
  notes: number;
  /** Whether refunds, done and pending, exceed neither the money nor the units, and nothing was restocked twice. */
  isWithin: boolean;
}

/** The stored state of an order, including the provider's tables. */
export async function storedNow(db: Db, orderId: string): Promise<StoredNow> {
  const { rows } = await sql<StoredNow>`
    select o.status, o.amount_refunded_cents as refunded,
      coalesce((select sum(amount_cents) from refunds r where r.order_id = o.id and r.state = 'done'), 0)::bigint as "doneRefunds",
      coalesce((select sum(gst_cents) from refunds r where r.order_id = o.id and r.state = 'done'), 0)::bigint as "doneGst",
      c.amount_cents as charged,
      coalesce((select sum(amount_cents) from test_refunds t where t.reference = c.reference), 0)::bigint as "paidBack",
      exists (select from redemptions p where p.order_id = o.id and p.released_at is null) as "holdsPromo",
      (select count(*) from adjustment_notes n join refunds r on r.id = n.refund_id where r.order_id = o.id)::int as notes,
      o.amount_paid_cents >= coalesce((select sum(amount_cents) from refunds r where r.order_id = o.id and r.state <> 'withdrawn'), 0)
        and not exists (select from order_items i where i.order_id = o.id and (i.returned_quantity > i.quantity
          or i.quantity < (select sum(l.quantity) from refund_lines l join refunds r on r.id = l.refund_id
            where l.order_item_id = i.id and r.state <> 'withdrawn'))) as "isWithin"
    from orders o join checkout_attempts a on a.order_id = o.id join test_charges c on c.key = a.key
    where o.id = ${orderId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('There is no such order.');
  return row;
}

/** Stock on hand of products' only items, by the column and by the ledger. */
export async function shelvesOf(
  db: Db,
  products: readonly { id: string }[],
): Promise<Map<string, { onHand: number; ledger: number }>> {
  const { rows } = await sql<{ id: string; onHand: number; ledger: number }>`
    select i.product_id as id, i.on_hand as "onHand", (select coalesce(sum(case direction when 0 then quantity else -quantity end), 0)::int
      from stock_movements m where m.item_id = i.id) as ledger
    from product_items i where i.product_id = any(${products.map(({ id }) => id)}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}
