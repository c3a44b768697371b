import { cents } from '#lib/money.ts';
import { newId } from '#lib/uuid.ts';
import { createPurchaseOrder, endPurchaseOrder } from '#purchasing/change-purchase-orders.server.ts';
import type { PurchaseOrder } from '#purchasing/contract.ts';
import { receiveDelivery } from '#purchasing/receive-delivery.server.ts';
import { moveStock } from '#stock/ledger/manual-movement.server.ts';
import { checkStockTake, writeStockTake } from '#stock/take/stock-take.server.ts';
import { directions } from '#catalogue/products/variations/stock-movement-contract.ts';
import type { Random } from './random.server.ts';
import type { ShelfItem } from './shelf.server.ts';
import { by, type World } from './world.server.ts';

/** The stock of each supplier's goods is reviewed once in this many orders. */
const reviewEvery = 46;
/** Orders placed in a day, on average. */
const ordersInDay = 2.9;
/** The rise of a supplier's prices over the whole time: 0.045 is 4.5 %. */
const priceRise = 0.045;
const mostLines = 16;

/** Adds purchase orders and their deliveries, stock takes, and goods that are lost. */
export async function addWarehouse(world: World): Promise<void> {
  const { timeline, orders, deps } = world;
  const random = world.random.part('warehouse');
  const suppliers = await deps.db
    .selectFrom('suppliers as s')
    .leftJoin('reorder_terms as t', 't.supplier_id', 's.id')
    .select(['s.id', 't.lead_days as leadDays'])
    .orderBy('s.name')
    .execute();
  for (const [index, { id, leadDays }] of suppliers.entries()) {
    const first = 4 + (index * reviewEvery) / suppliers.length;
    for (let place = first; place < orders; place += reviewEvery)
      timeline.at(place, () => reorder(world, { supplierId: id, lead: (leadDays ?? 7) * ordersInDay, random }));
  }
  for (const share of [0.16, 0.41, 0.66, 0.93]) timeline.at(share * orders, () => takeStock(world, random));
  for (let count = 0; count < 16; count++) timeline.at(random.share() * orders, () => loseGoods(world, random));
}

interface Review {
  supplierId: string;
  /** How long a delivery takes, measured in orders placed meanwhile. */
  lead: number;
  random: Random;
}

const isShort = ({ onHand, due, usual }: ShelfItem): boolean => usual > 0 && onHand + due <= Math.max(2, usual * 0.55);

/** Rounds up to full cartons of cheap goods; expensive ones come singly. */
const inCartons = (units: number, price: number): number => {
  const carton = price < 2_000 ? 12 : price < 10_000 ? 4 : 1;
  return Math.max(1, Math.ceil(units / carton)) * carton;
};

async function reorder(world: World, { supplierId, lead, random }: Review): Promise<void> {
  const { shelf, deps, content, timeline } = world;
  const short = shelf.items.filter((item) => item.supplierId === supplierId && isShort(item)).slice(0, mostLines);
  if (short.length < 2) return;
  const rise = 1 + (priceRise * timeline.now()) / world.orders;
  const lines = short.map((item) => ({
    itemId: item.id,
    quantity: inCartons(item.usual * 1.1 - item.onHand - item.due, item.price),
    purchasePrice: cents(Math.round(item.cost * rise * (0.985 + 0.03 * random.share()))),
  }));
  const note = random.happens(0.4) ? random.one(content.texts.purchaseNotes) : '';
  const order = await createPurchaseOrder(deps, { supplierId, note, lines }, by(world, 'stock'));
  for (const { itemId, quantity } of lines) shelf.item(itemId).due += quantity;
  const arrives = lead * (0.85 + 0.5 * random.share());
  if (random.happens(0.04)) timeline.after(arrives * 0.4, () => cancel(world, order));
  else if (random.happens(0.24)) timeline.after(arrives, () => receiveInTwo(world, order, random));
  else timeline.after(arrives, () => receive(world, order, { isOver: random.happens(0.05) }));
}

async function cancel(world: World, order: PurchaseOrder): Promise<void> {
  await endPurchaseOrder(world.deps, 'cancelled', { id: order.id }, by(world, 'stock'));
  for (const { itemId, quantity } of order.lines) if (itemId !== null) world.shelf.item(itemId).due -= quantity;
}

/** Adds a delivery of some lines, or of all that is outstanding. With `isOver`, the supplier sends two units too many. */
async function receive(
  world: World,
  order: PurchaseOrder,
  { lines = order.lines, isOver = false }: { lines?: PurchaseOrder['lines']; isOver?: boolean },
): Promise<void> {
  const { deps, shelf } = world;
  const delivered = lines.map(({ id, itemId, quantity, purchasePrice }, index) => ({
    itemId,
    line: { lineId: id, quantity: quantity + (isOver && index === 0 ? 2 : 0), purchasePrice },
  }));
  const overReason = isOver ? 'The supplier sent two more and charges nothing for their way back.' : undefined;
  const receipt = {
    id: order.id,
    receiptId: newId(deps.clock.now().getTime()),
    lines: delivered.map(({ line }) => line),
    overReason,
  };
  await receiveDelivery(deps, receipt, by(world, 'stock'));
  for (const { itemId, line } of delivered) {
    if (itemId === null) continue;
    const item = shelf.item(itemId);
    item.onHand += line.quantity;
    item.due = Math.max(item.due - line.quantity, 0);
  }
}

/** Receives most of a purchase order first, and the rest later or never. */
async function receiveInTwo(world: World, order: PurchaseOrder, random: Random): Promise<void> {
  const { timeline, content, deps, shelf } = world;
  const cut = Math.max(1, Math.floor(order.lines.length * 0.6));
  const rest = order.lines.slice(cut);
  await receive(world, order, { lines: order.lines.slice(0, cut) });
  if (random.happens(0.7)) {
    timeline.after(12 + 14 * random.share(), () => receive(world, order, { lines: rest }));
    return;
  }
  const reason = random.one(content.texts.shortReasons);
  timeline.after(30, async () => {
    await endPurchaseOrder(deps, 'closed', { id: order.id, reason }, by(world, 'stock'));
    for (const { itemId, quantity } of rest) if (itemId !== null) shelf.item(itemId).due -= quantity;
  });
}

/** Counts some items; now and then a unit or two is missing, or there are more than expected. */
async function takeStock(world: World, random: Random): Promise<void> {
  const { deps, shelf } = world;
  const first = random.whole(0, shelf.items.length - 1);
  const counted = shelf.items.filter((_item, index) => (index - first + shelf.items.length) % shelf.items.length < 48);
  const rows = counted.map((item) => {
    const slip = random.happens(0.16) ? random.one([-2, -1, -1, 1]) : 0;
    return { item, count: Math.max(item.onHand + slip, 0) };
  });
  const file = ['code,counted', ...rows.map(({ item, count }) => `${item.code},${count}`)].join('\n');
  const { countedAt, seen } = await checkStockTake(deps, { file });
  await writeStockTake(deps, { file, countedAt, seen }, by(world, 'stock'));
  for (const { item, count } of rows) item.onHand = count;
}

async function loseGoods(world: World, random: Random): Promise<void> {
  const item = random.one(world.shelf.items.filter(({ onHand, price }) => onHand > 12 && price < 4_000));
  const quantity = random.whole(1, 4);
  const movement = {
    productId: item.productId,
    productVariationItemId: item.hasVariations ? item.id : null,
    inventoryDirection: directions.remove,
    quantity,
    reason: random.one(world.content.texts.damages),
    purchasePrice: null,
  };
  await moveStock(world.deps, movement, by(world, 'stock'));
  item.onHand -= quantity;
}
