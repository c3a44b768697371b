import type { AccountsJobDeps } from '#accounts/sign-in/sessions.server.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { sendList } from '#platform/list/list-export.server.ts';
import { withTotal } from '#platform/list/table-page.server.ts';
import { dayOf } from '#lib/day.ts';
import { claims } from '#lib/api/endpoint.ts';
import { archiveUser, archiveUsers, restoreUser, restoreUsers } from './archive-users.server.ts';
import { createUser, updateUser } from './save-user.server.ts';
import * as contract from './contract.ts';
import { userFile } from './export-users.server.ts';
import { listUsers, userOf } from './read-users.server.ts';

export function usersRoutes(on: RegisterEndpoint, deps: AccountsJobDeps): void {
  const { db, clock } = deps;

  on(contract.filterUsers, async ({ actor, query, body, reply }) =>
    withTotal(reply, await listUsers(db, actor, body, query)),
  );
  on(contract.exportUsers, ({ query: { format, sort, ...filter }, reply }) =>
    sendList({ db, reply }, userFile(db, filter, sort), { format, day: dayOf(clock.now()) }),
  );
  on(contract.readUser, ({ actor, params }) => userOf(db, actor, params.id));
  on(contract.createUser, ({ body, context }) => createUser(deps, body, context));
  on(contract.updateUser, ({ body, context }) => updateUser(deps, body, context));
  on(contract.archiveUser, ({ params, context }) => archiveUser(deps, params.id, context));
  on(contract.restoreUser, ({ params, context }) => restoreUser(deps, params.id, context));
  on(contract.archiveUsers, ({ body, context }) => archiveUsers(deps, body, context));
  on(contract.restoreUsers, ({ body, context }) => restoreUsers(deps, body.ids, context));
  on(contract.readClaims, () => claims.map((id) => ({ id, value: contract.claimLabels[id] })));
}
