import { type Actor, requireAccess } from '#platform/access/actor.server.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import * as contract from './contract.ts';
import { createView, deleteView, type TableViewsDeps, updateView, listViewsOf } from './table-views.server.ts';

export function tableViewsRoutes(on: RegisterEndpoint, deps: TableViewsDeps): void {
  on(contract.listViews, ({ actor, query }) => {
    requireListClaim(actor, query.list);
    return listViewsOf(deps, actor, query.list);
  });
  on(contract.createView, ({ actor, body }) => {
    requireListClaim(actor, body.list);
    return createView(deps, actor, body);
  });
  on(contract.updateView, ({ actor, params, body }) => updateView(deps, actor, { ...body, ...params }));
  on(contract.deleteView, ({ actor, params }) => deleteView(deps, actor, params.id));
}

/** Views reveal data from a list, so they require the list's claim. */
const requireListClaim = (actor: Actor, list: contract.ViewedList): void =>
  requireAccess(actor, contract.listClaims[list]);
