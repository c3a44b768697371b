import type { Actor } from '#platform/access/actor.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import type { RegisterEndpoint } from '#platform/http/http.server.ts';
import type { ActionContext } from '#company/service.server.ts';
import type { InboxEndpoints } from './contract.ts';
import { changeStatus, changeStatuses, type Inbox, remove } from './service.server.ts';

export const contextOf = ({ actor, request }: { actor: Actor; request: { id: string } }): ActionContext => ({
  actor,
  requestId: request.id,
});

/** Registers the endpoints that change rows of an inbox. */
export function registerChanges(
  on: RegisterEndpoint,
  deps: Deps,
  endpoints: Pick<InboxEndpoints, 'changeStatus' | 'changeStatuses' | 'remove'>,
  inbox: Inbox<Record<string, unknown>>,
): void {
  on(endpoints.changeStatus, (call) => changeStatus(deps, inbox, call.params.id, call.body, contextOf(call)));
  on(endpoints.changeStatuses, (call) => changeStatuses(deps, inbox, call.body, contextOf(call)));
  on(endpoints.remove, (call) => remove(deps, inbox, call.body, contextOf(call)));
}
