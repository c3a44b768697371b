import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { sendList, setDownloadHeaders } from '#platform/list/list-export.server.ts';
import { withTotal } from '#platform/list/table-page.server.ts';
import { dayOf } from '#lib/day.ts';
import { excelType } from '#lib/table-file.ts';
import type { Deps } from '#platform/deps.server.ts';
import { requireSiteAccess } from '../accounts/site-access.server.ts';
import { readSitePrices } from './contract.ts';
import * as importing from './importing/import-contract.ts';
import { checkPriceImport, writePriceImport } from './importing/import-prices.server.ts';
import { csvTemplate, excelTemplate, priceFile } from './importing/price-files.server.ts';
import { listsOf } from './item-price.ts';
import { sitePrices } from './site-prices.server.ts';
import {
  addPriceList,
  archivePriceList,
  type PriceListsDeps,
  restorePriceList,
  updatePriceList,
} from './lists/change-price-lists.server.ts';
import { removePrice, savePrice } from './lists/change-prices.server.ts';
import * as lists from './lists/contract.ts';
import * as prices from './lists/prices-contract.ts';
import { readPriceList, readPriceListNames, readPriceLists } from './lists/read-price-lists.server.ts';
import { readPrices, requireList, searchItems } from './lists/read-prices.server.ts';

/** What the people of trade accounts pay. */
export function sitePricesRoutes(on: RegisterEndpoint, { db, clock }: Pick<Deps, 'db' | 'clock'>): void {
  on(readSitePrices, async ({ body: { siteId, ids }, actor }) => {
    const access = await requireSiteAccess(db, { userId: actor.id, siteId });
    return sitePrices(db, ids, { lists: listsOf(access), day: dayOf(clock.now()) });
  });
}

export function priceListsRoutes(on: RegisterEndpoint, deps: PriceListsDeps): void {
  const { db, clock } = deps;
  const today = () => dayOf(clock.now());

  on(lists.listPriceLists, async ({ query, reply }) => withTotal(reply, await readPriceLists(deps, query)));
  on(lists.listPriceListNames, () => readPriceListNames(db));
  on(lists.readPriceList, ({ params }) => readPriceList(deps, params.id));
  on(lists.addPriceList, ({ body, context }) => addPriceList(deps, body, context));
  on(lists.updatePriceList, ({ params, body, context }) => updatePriceList(deps, { ...body, ...params }, context));
  on(lists.archivePriceList, ({ params, context }) => archivePriceList(deps, params.id, context));
  on(lists.restorePriceList, ({ params, context }) => restorePriceList(deps, params.id, context));

  on(prices.listPrices, async ({ params, query, reply }) =>
    withTotal(reply, await readPrices(db, params.id, { ...query, today: today() })),
  );
  on(prices.exportPrices, async ({ params, query: { format, ...asked }, reply }) => {
    await requireList(db, params.id);
    return sendList({ db, reply }, priceFile(db, params.id, { ...asked, today: today() }), { format, day: today() });
  });
  on(prices.findItems, ({ params, query }) => searchItems(db, params.id, query.search));
  on(prices.savePrice, ({ params, body, context }) => savePrice({ ...deps, listId: params.id, context }, body));
  on(prices.removePrice, ({ params, body, context }) => removePrice({ ...deps, listId: params.id, context }, body));

  on(importing.checkPriceImport, ({ params, body }) => checkPriceImport(deps, { ...body, listId: params.id }));
  on(importing.writePriceImport, ({ params, body, context }) =>
    writePriceImport(deps, { ...body, listId: params.id }, context),
  );
  on(importing.priceTemplate, async ({ query: { format }, reply }) => {
    const type = format === 'xlsx' ? excelType : 'text/csv; charset=utf-8';
    const file = format === 'xlsx' ? await excelTemplate() : csvTemplate();
    return setDownloadHeaders(reply, { name: `prices-template.${format}`, type }).send(file);
  });
}
