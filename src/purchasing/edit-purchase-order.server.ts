import { audit } from '#platform/db/audit.server.ts';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { type Cents, format } from '#lib/money.ts';
import { badInput, conflict, type Fault, Problem, requireVersion } from '#lib/api/problem.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { type PurchaseEdit, type PurchaseOrder, sentences } from './contract.ts';
import { addLines, lockPurchaseOrder, type PurchasingDeps } from './change-purchase-orders.server.ts';
import { readPurchaseOrder } from './read-purchase-orders.server.ts';

/**
 * Sets the lines and the note of an open order: lines with an id are changed, lines without one are added, and lines that
 * are left out are removed. Once units of a line have been received, the line can't be removed, its price can't change, and
 * its quantity can't be less than what was received. Throws `Problem` 404; 400 for items of another supplier; 409 if the
 * order is not open, `version` is outdated, or the lines conflict with received goods.
 */
export function updatePurchaseOrder(
  { db, clock }: PurchasingDeps,
  { id, version, note, lines }: PurchaseEdit & { id: string },
  { actor, requestId }: ActionContext,
): Promise<PurchaseOrder> {
  return inTransaction(db, async (tx) => {
    const { state, version: storedVersion } = await lockPurchaseOrder(tx, id);
    requireVersion(version, storedVersion);
    if (state !== 'open') throw conflict(sentences.notOpenToEdit);
    const before = await readPurchaseOrder(tx, id);
    const plan = planEdit(before, lines);
    const at = clock.now();
    await applyPlan(tx, before, { plan, at });
    await tx
      .updateTable('purchase_orders')
      .set({
        note: note ?? before.note,
        state: isFullyReceived(plan) ? 'received' : 'open',
        version: storedVersion + 1,
      })
      .where('id', '=', id)
      .execute();
    const after = await readPurchaseOrder(tx, id);
    const entry = { action: 'update', entity: 'purchase-order', entityId: id, at, requestId };
    await audit(tx, { actor, ...entry, ...auditValues(before, after) });
    return after;
  });
}

/** Whether the edit removed all outstanding units, so that nothing more is expected. */
const isFullyReceived = ({ changed, added }: Plan): boolean =>
  added.length === 0 && changed.every(({ requested, stored }) => requested.quantity <= stored.received);

type Line = PurchaseOrder['lines'][number];
type RequestedLine = PurchaseEdit['lines'][number];

interface Plan {
  /** The requested lines, each with the stored line that it changes. */
  changed: { requested: RequestedLine; stored: Line }[];
  added: { place: number; itemId: string; quantity: number; purchasePrice: Cents }[];
  removed: Line[];
}

/**
 * Compares the requested lines with the stored ones. Throws `Problem` with all faults: 400 for lines that the order does
 * not have and for duplicate items, 409 for conflicts with received goods.
 */
function planEdit({ lines: stored }: PurchaseOrder, requested: readonly RequestedLine[]): Plan {
  const plan: Plan = { changed: [], added: [], removed: [] };
  const invalid: Fault[] = [];
  const conflicts: Fault[] = [];
  for (const [place, line] of requested.entries()) {
    const { id, itemId, quantity, purchasePrice } = line;
    const known = stored.find((one) => one.id === id);
    if (known) {
      plan.changed.push({ requested: line, stored: known });
      conflicts.push(
        ...conflictsOf(known, line).map(({ path, message }) => ({ path: `lines.${place}.${path}`, message })),
      );
    } else if (id) invalid.push({ path: `lines.${place}.id`, message: sentences.lineGone });
    else if (itemId) plan.added.push({ place, itemId, quantity, purchasePrice });
  }
  plan.removed = stored.filter(({ id }) => !requested.some((line) => line.id === id));
  for (const { name, received } of plan.removed) {
    if (received > 0) conflicts.push({ path: 'lines', message: sentences.lineReceived(name, received) });
  }
  const remainingItems = new Set(plan.changed.map((one) => one.stored.itemId));
  for (const { place, itemId } of plan.added) {
    if (remainingItems.has(itemId)) invalid.push({ path: `lines.${place}.itemId`, message: sentences.itemTwice });
  }
  if (invalid.length > 0) throw badInput(...invalid);
  const [first] = conflicts;
  if (first) throw new Problem(409, first.message, conflicts);
  return plan;
}

function conflictsOf({ received, quantity, purchasePrice }: Line, requested: RequestedLine): Fault[] {
  const faults: Fault[] = [];
  // If more was received than ordered, the line may keep the ordered quantity.
  if (requested.quantity < Math.min(received, quantity))
    faults.push({ path: 'quantity', message: sentences.belowReceived(received) });
  if (received > 0 && requested.purchasePrice !== purchasePrice)
    faults.push({ path: 'purchasePrice', message: sentences.priceFixed });
  return faults;
}

async function applyPlan(
  tx: Tx,
  { id, supplierId }: PurchaseOrder,
  { plan, at }: { plan: Plan; at: Date },
): Promise<void> {
  const { changed, added, removed } = plan;
  for (const { requested, stored } of changed) {
    if (lineText({ ...stored, ...requested }) === lineText(stored)) continue;
    await tx
      .updateTable('purchase_order_lines')
      .set({ quantity: requested.quantity, purchase_price_cents: requested.purchasePrice })
      .where('id', '=', stored.id)
      .execute();
  }
  if (removed.length > 0) {
    const ids = removed.map((line) => line.id);
    await tx.deleteFrom('purchase_order_lines').where('id', 'in', ids).execute();
  }
  if (added.length === 0) return;
  if (supplierId === null) throw conflict(sentences.supplierGone);
  await addLines(tx, { orderId: id, supplierId, lines: added, at });
}

/** `Flat Mop (FM-9): 10 at $2.00` */
const lineText = ({ name, code, quantity, purchasePrice }: Omit<Line, 'id' | 'itemId'>): string =>
  `${name} (${code}): ${quantity} at ${format(purchasePrice)}`;

/** Values for the history; only the lines that differ are included. */
function auditValues(before: PurchaseOrder, after: PurchaseOrder): { before: object; after: object } {
  const values = (one: PurchaseOrder, other: PurchaseOrder) => {
    const known = new Map(other.lines.map((line) => [line.id, lineText(line)]));
    const lines = one.lines.filter((line) => known.get(line.id) !== lineText(line)).map(lineText);
    return { name: one.number, state: one.state, note: one.note, total: format(one.total), lines };
  };
  return { before: values(before, after), after: values(after, before) };
}
