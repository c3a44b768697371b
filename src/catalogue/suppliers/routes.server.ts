import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
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
} from './suppliers.server.ts';

export function suppliersRoutes(on: RegisterEndpoint, deps: SuppliersDeps): void {
  on(listSuppliers, async ({ query, reply }) => withTotal(reply, await readSuppliers(deps.db, query)));
  on(listSupplierNames, () => readSupplierNames(deps.db));
  on(readEndpoint, ({ params }) => readSupplier(deps.db, params.id));
  on(addEndpoint, ({ body, context }) => addSupplier(deps, body, context));
  on(updateEndpoint, ({ body, context }) => updateSupplier(deps, body, context));
  on(deleteEndpoint, ({ params, context }) => deleteSupplier(deps, params.id, context));
}
