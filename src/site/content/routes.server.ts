import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import * as contract from './contract.ts';
import { showPage } from './show-page.server.ts';
import type { RecordDeps } from '#company/stored-record.server.ts';
import * as menus from './menus-contract.ts';
import { showMenus } from './menus.server.ts';

export function siteRoutes(on: RegisterEndpoint, deps: RecordDeps): void {
  on(contract.showPage, ({ query }) => showPage(deps, query.path));
  on(menus.showMenus, () => showMenus(deps));
}
