import { excelType } from '#lib/table-file.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { setDownloadHeaders, sendList } from '#platform/list/list-export.server.ts';
import { withTotal } from '#platform/list/table-page.server.ts';
import { dayOf } from '#lib/day.ts';
import { findBelowCost as belowCost } from './below-cost-contract.ts';
import { findBelowCost } from './below-cost.server.ts';
import { addPromo, deletePromo, type PromosDeps, restorePromo, updatePromo } from './change-promo.server.ts';
import * as contract from './contract.ts';
import * as importing from './importing/import-contract.ts';
import { checkPromoImport, writePromoImport } from './importing/import-promos.server.ts';
import { csvTemplate, excelTemplate } from './importing/import-template.server.ts';
import { listPromos, promoFile, promoOf } from './promo-list.server.ts';
import * as products from './promo-products-contract.ts';
import { listPromoProducts } from './list-promo-products.server.ts';
import { savePromoProducts } from './save-promo-products.server.ts';

export function managePromosRoutes(on: RegisterEndpoint, deps: PromosDeps): void {
  const { db, clock } = deps;

  on(contract.listPromos, async ({ query, reply }) => withTotal(reply, await listPromos(deps, query)));
  on(contract.exportPromos, ({ query: { format, ...asked }, reply }) => {
    const day = dayOf(clock.now());
    return sendList({ db, reply }, promoFile(db, asked, day), { format, day });
  });
  on(contract.readPromo, ({ params }) => promoOf(deps, params.id));
  on(contract.addPromo, ({ body, context }) => addPromo(deps, body, context));
  on(contract.updatePromo, ({ body, context }) => updatePromo(deps, body, context));
  on(contract.deletePromo, ({ params, context }) => deletePromo(deps, params.id, context));
  on(contract.restorePromo, ({ params, context }) => restorePromo(deps, params.id, context));
  on(belowCost, ({ body }) => findBelowCost(db, body));
  on(products.listPromoProducts, async ({ body, query, reply }) =>
    withTotal(reply, await listPromoProducts(db, body, query)),
  );
  on(products.savePromoProducts, ({ body, context }) => savePromoProducts(deps, body, context));

  on(importing.checkPromoImport, ({ body }) => checkPromoImport(deps, body));
  on(importing.writePromoImport, ({ body, context }) => writePromoImport(deps, body, context));
  on(importing.promoTemplate, async ({ query: { format }, reply }) => {
    const type = format === 'xlsx' ? excelType : 'text/csv; charset=utf-8';
    const file = format === 'xlsx' ? await excelTemplate() : csvTemplate();
    return setDownloadHeaders(reply, { name: `promos-template.${format}`, type }).send(file);
  });
}
