import type { ActionContext, Actor } from '#platform/access/actor.server.ts';
import { excelType } from '#lib/table-file.ts';
import type { RegisterEndpoint } from '#platform/http/http.server.ts';
import { setDownloadHeaders, sendList } from '#platform/list/list-export.server.ts';
import { withTotal } from '#platform/list/table-page.server.ts';
import { dayOf } from '#lib/day.ts';
import { deletePromo, restorePromo } from './archive-promo.server.ts';
import { findBelowCost } from './below-cost.server.ts';
import { addPromo, type PromosDeps, updatePromo } from './change-promo.server.ts';
import * as contract from './contract.ts';
import { promoFile } from './export.server.ts';
import * as importing from './importing/import-contract.ts';
import { checkPromoImport, writePromoImport } from './importing/import.server.ts';
import { csvTemplate, excelTemplate } from './importing/template.server.ts';
import { listPromos, promoOf } from './list.server.ts';
import * as products from './products-contract.ts';
import { listPromoProducts } from './products.server.ts';
import { savePromoProducts } from './selection.server.ts';

const context = ({ actor, request }: { actor: Actor; request: { id: string } }): ActionContext => ({
  actor,
  requestId: request.id,
});

export function managePromosRoutes(on: RegisterEndpoint, deps: PromosDeps): void {
  const { db, clock } = deps;

  on(contract.listPromos, async ({ query, reply }) => withTotal(reply, await listPromos(deps, query)));
  on(contract.exportPromos, ({ query: { format, ...asked }, reply }) => {
    const day = dayOf(clock.now());
    return sendList({ db, reply }, promoFile(db, asked, day), { format, day });
  });
  on(contract.readPromo, ({ params }) => promoOf(deps, params.id));
  on(contract.addPromo, (call) => addPromo(deps, call.body, context(call)));
  on(contract.updatePromo, (call) => updatePromo(deps, call.body, context(call)));
  on(contract.deletePromo, (call) => deletePromo(deps, call.params.id, context(call)));
  on(contract.restorePromo, (call) => restorePromo(deps, call.params.id, context(call)));
  on(contract.findBelowCost, ({ body }) => findBelowCost(db, body));
  on(products.listPromoProducts, async ({ body, query, reply }) =>
    withTotal(reply, await listPromoProducts(db, body, query)),
  );
  on(products.savePromoProducts, (call) => savePromoProducts(deps, call.body, context(call)));

  on(importing.checkPromoImport, ({ body }) => checkPromoImport(deps, body));
  on(importing.writePromoImport, (call) => writePromoImport(deps, call.body, context(call)));
  on(importing.promoTemplate, async ({ query: { format }, reply }) => {
    const type = format === 'xlsx' ? excelType : 'text/csv; charset=utf-8';
    const file = format === 'xlsx' ? await excelTemplate() : csvTemplate();
    return setDownloadHeaders(reply, { name: `promos-template.${format}`, type }).send(file);
  });
}
