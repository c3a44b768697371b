import type { On } from '#infra/http.server.ts';
import * as contract from './contract.ts';
import { createView, deleteView, type TableViewsDeps, updateView, viewsOf } from './service.server.ts';

export function tableViewsRoutes(on: On, deps: TableViewsDeps): void {
  on(contract.listViews, ({ actor, query }) => viewsOf(deps, actor, query.list));
  on(contract.createView, ({ actor, body }) => createView(deps, actor, body));
  on(contract.updateView, ({ actor, params, body }) => updateView(deps, actor, { ...body, ...params }));
  on(contract.deleteView, ({ actor, params }) => deleteView(deps, actor, params.id));
}
