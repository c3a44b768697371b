import type { Deps } from '#platform/deps.server.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import type { InboxEndpoints } from './contract.ts';
import { changeStatus, changeStatuses, deleteRows, type Inbox } from './change-rows.server.ts';

/** Registers the endpoints that change rows of an inbox. */
export function registerChanges(
  on: RegisterEndpoint,
  deps: Deps,
  endpoints: Pick<InboxEndpoints, 'changeStatus' | 'changeStatuses' | 'remove'>,
  inbox: Inbox<Record<string, unknown>>,
): void {
  on(endpoints.changeStatus, ({ params, body, context }) => changeStatus(deps, inbox, params.id, body, context));
  on(endpoints.changeStatuses, ({ body, context }) => changeStatuses(deps, inbox, body, context));
  on(endpoints.remove, ({ body, context }) => deleteRows(deps, inbox, body, context));
}
