import { auditAll } from '#platform/db/audit.server.ts';
import type { Tx } from '#platform/db/db.server.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { setOnHand } from '#stock/ledger/set-on-hand.server.ts';
import type { StepWithIds } from './import-step.server.ts';

const reason = 'Import';

/** Adds stock movements for items whose stock in the file differs, each with an audit entry for its product. */
export async function applyStock(
  tx: Tx,
  steps: readonly StepWithIds[],
  { context, at }: { context?: ActionContext | undefined; at: Date },
): Promise<void> {
  const changed = steps.flatMap((step) =>
    step.items.flatMap(({ id, file, stored }) => {
      if (file.stock === undefined || file.stock === (stored?.stock ?? 0)) return [];
      const counted = { itemId: id, quantity: file.stock, purchasePrice: file.purchasePrice ?? null };
      return [{ counted, step, code: file.code }];
    }),
  );
  const moved = await setOnHand(
    tx,
    changed.map(({ counted }) => counted),
    { reason, at, by: context?.actor.id ?? null },
  );
  const byItem = new Map(changed.map((one) => [one.counted.itemId, one]));
  const entries = moved.flatMap(({ itemId, before, after }) => {
    const change = byItem.get(itemId);
    if (!change) return [];
    const { step, code } = change;
    const item = { name: step.file.name ?? step.stored?.name, item: code };
    return [
      {
        ...context,
        actor: context?.actor ?? null,
        action: 'stock',
        entity: 'product',
        entityId: step.id,
        at,
        before: { ...item, stockOnHand: before },
        after: { ...item, stockOnHand: after, reason },
      },
    ];
  });
  await auditAll(tx, entries);
}
