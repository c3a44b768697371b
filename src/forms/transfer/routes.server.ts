import type { Deps } from '#infra/deps.server.ts';
import type { On } from '#infra/http.server.ts';
import { withTotal } from '#infra/table-page.server.ts';
import { listForms } from './list-contract.ts';
import { readForms } from './list.server.ts';

/** Forms in and out, for administrators. */
export function transferRoutes(on: On, deps: Deps): void {
  on(listForms, async ({ query, reply }) => withTotal(reply, await readForms(deps.db, query)));
}
