import type { Deps } from '#infra/deps.server.ts';
import type { On } from '#infra/http.server.ts';
import { updateItemInventory } from '#products/movement-contract.ts';
import { moveStock } from './movements.server.ts';

export function stockRoutes(on: On, deps: Pick<Deps, 'db' | 'clock'>): void {
  on(updateItemInventory, ({ body, actor, request }) => moveStock(deps, body, { actor, requestId: request.id }));
}
