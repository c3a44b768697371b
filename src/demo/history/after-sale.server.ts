import type { CheckoutDecision } from '#orders/place/checkout.server.ts';
import { changeStatus } from '#orders/status/change-status.server.ts';
import { orderStatuses } from '#orders/contract.ts';
import { addNote } from '#orders/admin/notes.server.ts';
import { refundBody } from '#orders/refund/refund-contract.ts';
import { refund } from '#orders/refund/refund-order.server.ts';
import { deliver } from './deliveries.server.ts';
import type { Random } from './random.server.ts';
import { by, type World } from './world.server.ts';

interface PlacedOrder {
  orderId: string;
  /** Whether the bank refuses refunds to its card. */
  isFailing: boolean;
  /** An order on account is not cancelled, as its account would still owe it; goods that come back are refunded. */
  isOnAccount?: boolean;
  lines: number;
}

const { picking, completed, cancelled } = orderStatuses;

/** The order that a checkout has placed. */
export function placedId(decision: CheckoutDecision): string {
  if (decision.kind === 'placed') return decision.orderId;
  throw new Error(`An order was not placed: ${JSON.stringify(decision)}`);
}

/** Plans what the staff do with an order: they pick and complete it, or cancel it; they may add a note, or pay some of it back. */
export function followOrder(world: World, order: PlacedOrder): void {
  const { timeline } = world;
  const random = world.random.part(`order ${Math.floor(timeline.now())}`);
  const setStatus = (status: number) => async () => {
    await changeStatus(
      world.deps,
      { orderId: order.orderId, orderStatus: status, version: undefined, notify: false },
      by(world, 'orders'),
    );
  };
  if (random.happens(0.14))
    timeline.after(0.2 + random.share(), async () => {
      await addNote(
        world.deps,
        { orderId: order.orderId, text: random.one(world.content.texts.orderNotes) },
        by(world, 'orders'),
      );
    });
  if (!order.isOnAccount && random.happens(0.03)) {
    timeline.after(0.5 + 2 * random.share(), async () => {
      await setStatus(cancelled.value)();
      await putBack(world, order.orderId);
    });
    return;
  }
  const picked = 2 + 3 * random.share();
  // Marking orders as being picked became usual only recently.
  if (timeline.now() > 0.8 * world.orders || random.happens(0.2)) timeline.after(picked, setStatus(picking.value));
  const done = picked + 1 + 4 * random.share();
  // Deliveries in parts, with proof, are new, too.
  if (order.isOnAccount && timeline.now() > 0.8 * world.orders)
    deliver(world, { orderId: order.orderId, packed: picked, sent: done });
  else timeline.after(done, setStatus(completed.value));
  if (order.isFailing || random.happens(0.06))
    timeline.after(done + 6 + 20 * random.share() * (order.isFailing ? 0 : 1), () => payBack(world, order, random));
}

/** Puts the goods of a cancelled or wholly refunded order back on the shelf. */
async function putBack({ deps, shelf }: World, orderId: string): Promise<void> {
  const lines = await deps.db
    .selectFrom('order_items')
    .select(['item_id', 'quantity'])
    .where('order_id', '=', orderId)
    .execute();
  for (const { item_id, quantity } of lines) shelf.item(item_id).onHand += quantity;
}

/** Refunds a whole order, one line of it, or a small amount for goodwill. */
async function payBack(world: World, { orderId, isFailing, lines }: PlacedOrder, random: Random): Promise<void> {
  const { deps, content, shelf } = world;
  const reason = random.one(content.texts.refundReasons);
  const kind = isFailing
    ? 'whole'
    : random.weighted([
        { name: 'whole', weight: 3 },
        { name: 'line', weight: 5 },
        { name: 'amount', weight: 2 },
      ]).name;
  if (kind === 'amount') {
    await refund(
      deps,
      { orderId, key: undefined, body: refundBody.parse({ reason, amount: random.whole(1, 4) * 2.5 }) },
      by(world, 'orders'),
    );
    return;
  }
  if (kind === 'whole' || lines === 1) {
    await refund(deps, { orderId, key: undefined, body: refundBody.parse({ reason }) }, by(world, 'orders'));
    if (!isFailing) await putBack(world, orderId);
    return;
  }
  const line = await deps.db
    .selectFrom('order_items')
    .select(['id', 'item_id as itemId', 'quantity'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .executeTakeFirstOrThrow();
  const quantity = random.whole(1, line.quantity);
  const restock = random.happens(0.6);
  const body = refundBody.parse({ reason, lines: [{ orderItemId: line.id, quantity, restock }] });
  await refund(deps, { orderId, key: undefined, body }, by(world, 'orders'));
  if (restock) shelf.item(line.itemId).onHand += quantity;
}
