import { readRecord, type RecordDeps, saveRecord as saveStoredRecord } from '#company/stored-record.server.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { withTotal } from '#platform/list/table-page.server.ts';
import { contentFaults } from '../content/content-faults.server.ts';
import { withPageIds } from '../content/own-links.server.ts';
import { menusRecord } from '../content/menus.server.ts';
import { shownPage } from '../content/show-page.server.ts';
import * as contract from './contract.ts';
import * as records from './edit-records.server.ts';
import * as editing from './edit-pages.server.ts';
import * as lists from './list-pages.server.ts';
import { linksTo } from './page-links.server.ts';
import * as links from './outside-links-contract.ts';
import { readDeadLinks, requestCheck } from './outside-links.server.ts';
import * as menus from './records-contract.ts';
import * as publishing from './publish-pages.server.ts';
import { readStoredPage, type SiteEditDeps } from './stored-page.server.ts';

const contentOf = ({ body }: { body: unknown }): unknown => (body as { content?: unknown } | null)?.content; // any JSON value

export function siteEditRoutes(on: RegisterEndpoint, deps: SiteEditDeps & RecordDeps & Pick<Deps, 'jobs'>): void {
  recordRoutes(on, deps);
  on(links.listDeadLinks, () => readDeadLinks(deps.db));
  on(links.checkLinksNow, () => requestCheck(deps));
  const { db } = deps;
  on(contract.listPages, async ({ query, reply }) => withTotal(reply, await lists.readPages(db, query)));
  on(contract.readPage, ({ params }) => readStoredPage(db, params.id));
  on(
    contract.createPage,
    ({ body, context }) => editing.createPage(deps, body, context),
    ({ body }) => contentFaults(body).map(({ path, message }) => ({ path: path.replace('content.', ''), message })),
  );
  on(
    contract.savePage,
    ({ params, body, context }) => editing.savePage(deps, { ...body, id: params.id }, context),
    (given) => contentFaults(contentOf(given)),
  );
  on(contract.previewPage, ({ params, body }) => shownPage(deps, { id: params.id, content: body.content }));
  on(contract.publishPage, ({ params, body: { version, at }, context }) =>
    publishing.publishPage(deps, { id: params.id, version, at: at ? new Date(at) : null }, context),
  );
  on(contract.cancelPublishing, ({ params, context }) => publishing.cancelPublishing(deps, params.id, context));
  on(contract.unpublishPage, ({ params, body, context }) =>
    publishing.unpublishPage(deps, { id: params.id, version: body.version }, context),
  );
  on(contract.discardChanges, ({ params, body, context }) =>
    editing.discardChanges(deps, { id: params.id, version: body.version }, context),
  );
  on(contract.listVersions, ({ params }) => lists.readVersions(db, params.id));
  on(contract.readVersion, ({ params }) => lists.readVersion(db, params));
  on(contract.restoreVersion, ({ params, body, context }) =>
    lists.restoreVersion(deps, { ...params, version: body.version }, context),
  );
  on(contract.listLinks, ({ params }) => linksTo(db, params.id));
  on(contract.removePage, ({ params, query, context }) =>
    publishing.removePage(deps, { id: params.id, isConfirmed: query.confirmed === 'true' }, context),
  );
  on(contract.restorePage, ({ params, context }) => publishing.restorePage(deps, params.id, context));
  on(contract.siteChoices, () => lists.readChoices(deps));
}

function recordRoutes(on: RegisterEndpoint, deps: SiteEditDeps & RecordDeps): void {
  on(menus.readMenus, () => readRecord(deps, menusRecord));
  on(menus.saveMenus, async ({ body, context }) =>
    saveStoredRecord(deps, menusRecord, { update: await withPageIds(deps.db, body), context }),
  );
  on(menus.listRecords, ({ params }) => records.listRecords(deps.db, params.kind));
  on(menus.createRecord, ({ params, body, context }) => records.createRecord(deps, { ...params, ...body }, context));
  on(menus.saveRecord, ({ params, body, context }) => records.saveRecord(deps, { ...params, ...body }, context));
  on(menus.removeRecord, ({ params, context }) => records.removeRecord(deps, params, context));
  on(menus.restoreRecord, ({ params, context }) => records.restoreRecord(deps, params, context));
  on(menus.orderRecords, ({ params, body, context }) => records.orderRecords(deps, { ...params, ...body }, context));
}
