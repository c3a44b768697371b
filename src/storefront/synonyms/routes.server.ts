import type { RegisterEndpoint } from '#platform/http/http.server.ts';
import { withTotal } from '#platform/list/table-page.server.ts';
import { addSynonyms, deleteMiss, deleteSynonyms, listMisses, listSynonyms, updateSynonyms } from './contract.ts';
import { dismissMiss, readMisses } from './searches-without-results.server.ts';
import { addGroup, deleteGroup, readGroups, type SynonymsDeps, updateGroup } from './service.server.ts';

export function synonymsRoutes(on: RegisterEndpoint, deps: SynonymsDeps): void {
  on(listSynonyms, async ({ query, reply }) => withTotal(reply, await readGroups(deps.db, query)));
  on(addSynonyms, ({ body, actor, request }) => addGroup(deps, body, { actor, requestId: request.id }));
  on(updateSynonyms, ({ body, actor, request }) => updateGroup(deps, body, { actor, requestId: request.id }));
  on(deleteSynonyms, ({ params, actor, request }) => deleteGroup(deps, params.id, { actor, requestId: request.id }));
  on(listMisses, () => readMisses(deps.db));
  on(deleteMiss, async ({ body }) => {
    await dismissMiss(deps.db, body.phrase);
    return {};
  });
}
