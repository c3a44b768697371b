import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { withTotal } from '#platform/list/table-page.server.ts';
import { addSynonyms, deleteMiss, deleteSynonyms, listMisses, listSynonyms, updateSynonyms } from './contract.ts';
import { dismissMiss, readMisses } from './searches-without-results.server.ts';
import { addGroup, deleteGroup, readGroups, type SynonymsDeps, updateGroup } from './synonym-groups.server.ts';

export function synonymsRoutes(on: RegisterEndpoint, deps: SynonymsDeps): void {
  on(listSynonyms, async ({ query, reply }) => withTotal(reply, await readGroups(deps.db, query)));
  on(addSynonyms, ({ body, context }) => addGroup(deps, body, context));
  on(updateSynonyms, ({ body, context }) => updateGroup(deps, body, context));
  on(deleteSynonyms, ({ params, context }) => deleteGroup(deps, params.id, context));
  on(listMisses, () => readMisses(deps.db));
  on(deleteMiss, async ({ body }) => {
    await dismissMiss(deps.db, body.phrase);
    return {};
  });
}
