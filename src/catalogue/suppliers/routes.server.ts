import type { RegisterEndpoint } from '#platform/http/http.server.ts';
import { withTotal } from '#platform/list/table-page.server.ts';
import {
  addSupplier as addEndpoint,
  deleteSupplier as deleteEndpoint,
  listSupplierNames,
  listSuppliers,
  readSupplier as readEndpoint,
  updateSupplier as updateEndpoint,
} from './contract.ts';
import {
  addSupplier,
  deleteSupplier,
  readSupplier,
  readSupplierNames,
  readSuppliers,
  type SuppliersDeps,
  updateSupplier,
} from './service.server.ts';

export function suppliersRoutes(on: RegisterEndpoint, deps: SuppliersDeps): void {
  on(listSuppliers, async ({ query, reply }) => withTotal(reply, await readSuppliers(deps.db, query)));
  on(listSupplierNames, () => readSupplierNames(deps.db));
  on(readEndpoint, ({ params }) => readSupplier(deps.db, params.id));
  on(addEndpoint, ({ body, actor, request }) => addSupplier(deps, body, { actor, requestId: request.id }));
  on(updateEndpoint, ({ body, actor, request }) => updateSupplier(deps, body, { actor, requestId: request.id }));
  on(deleteEndpoint, ({ params, actor, request }) => deleteSupplier(deps, params.id, { actor, requestId: request.id }));
}
