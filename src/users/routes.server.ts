import type { AccountsJobDeps } from '#accounts/sign-in/sessions.server.ts';
import type { ActionContext, Actor } from '#platform/access/actor.server.ts';
import type { RegisterEndpoint } from '#platform/http/http.server.ts';
import { sendList } from '#platform/list/list-export.server.ts';
import { withTotal } from '#platform/list/table-page.server.ts';
import { dayOf } from '#lib/day.ts';
import { claims } from '#lib/api/endpoint.ts';
import { archiveUser, archiveUsers, restoreUser, restoreUsers } from './archiving.server.ts';
import { createUser, updateUser } from './editing.server.ts';
import * as contract from './contract.ts';
import { userFile } from './export.server.ts';
import { listUsers, userOf } from './service.server.ts';

const context = ({ actor, request }: { actor: Actor; request: { id: string } }): ActionContext => ({
  actor,
  requestId: request.id,
});

export function usersRoutes(on: RegisterEndpoint, deps: AccountsJobDeps): void {
  const { db, clock } = deps;

  on(contract.filterUsers, async ({ actor, query, body, reply }) =>
    withTotal(reply, await listUsers(db, actor, { filter: body, asked: query })),
  );
  on(contract.exportUsers, ({ query: { format, sort, ...filter }, reply }) =>
    sendList({ db, reply }, userFile(db, filter, sort), { format, day: dayOf(clock.now()) }),
  );
  on(contract.readUser, ({ actor, params }) => userOf(db, actor, params.id));
  on(contract.createUser, (call) => createUser(deps, call.body, context(call)));
  on(contract.updateUser, (call) => updateUser(deps, call.body, context(call)));
  on(contract.archiveUser, (call) => archiveUser(deps, call.params.id, context(call)));
  on(contract.restoreUser, (call) => restoreUser(deps, call.params.id, context(call)));
  on(contract.archiveUsers, (call) => archiveUsers(deps, call.body, context(call)));
  on(contract.restoreUsers, (call) => restoreUsers(deps, call.body.ids, context(call)));
  on(contract.readClaims, () => claims.map((id) => ({ id, value: contract.claimLabels[id] })));
}
