import type { Deps } from '#platform/deps.server.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { setDownloadHeaders } from '#platform/list/list-export.server.ts';
import { withTotal } from '#platform/list/table-page.server.ts';
import type { IconDeps } from '#company/brand-icons.server.ts';
import { readSupplierNames } from '#catalogue/suppliers/suppliers.server.ts';
import * as contract from './contract.ts';
import * as deliveries from './delivery-contract.ts';
import { updatePurchaseOrder } from './edit-purchase-order.server.ts';
import { createPurchaseOrder, endPurchaseOrder } from './change-purchase-orders.server.ts';
import { readPurchaseOrder, readPurchaseOrders } from './read-purchase-orders.server.ts';
import { mailPurchaseOrder as mailEndpoint } from './mail-contract.ts';
import { mailPurchaseOrder } from './mail-purchase-order.server.ts';
import { purchaseOrderPdf } from './purchase-order-pdf.server.ts';
import { receiveDelivery } from './receive-delivery.server.ts';
import * as reordering from './reorder-contract.ts';
import { searchItems, lowSuppliers, orderSuggestionsOf, updateTerms } from './reorder-suggestions.server.ts';

export function purchasingRoutes(on: RegisterEndpoint, deps: IconDeps): void {
  const { db } = deps;
  on(reordering.listPurchaseSuppliers, () => readSupplierNames(db));
  on(reordering.listLowSuppliers, () => lowSuppliers(db));
  on(reordering.readReorder, ({ params }) => orderSuggestionsOf(deps, params.supplierId));
  on(reordering.updateTerms, ({ params, body, context }) => updateTerms(deps, { ...params, ...body }, context));
  on(contract.listPurchaseOrders, async ({ query, reply }) => withTotal(reply, await readPurchaseOrders(db, query)));
  on(contract.readPurchaseOrder, ({ params }) => readPurchaseOrder(db, params.id));
  on(contract.createPurchaseOrder, ({ body, context }) => createPurchaseOrder(deps, body, context));
  on(contract.updatePurchaseOrder, ({ body, params, context }) =>
    updatePurchaseOrder(deps, { ...body, ...params }, context),
  );
  on(reordering.findPurchaseItems, ({ params, query }) => searchItems(db, params.supplierId, query.search));
  on(deliveries.receivePurchaseOrder, ({ params, body, context }) =>
    receiveDelivery(deps, { ...params, ...body }, context),
  );
  on(contract.cancelPurchaseOrder, ({ params, body, context }) =>
    endPurchaseOrder(deps, 'cancelled', { ...params, ...body }, context),
  );
  on(deliveries.closePurchaseOrder, ({ params, body, context }) =>
    endPurchaseOrder(deps, 'closed', { ...params, ...body }, context),
  );
  on(contract.downloadPurchaseOrder, async ({ params, reply }) => {
    const order = await readPurchaseOrder(db, params.id);
    const bytes = await purchaseOrderPdf(order, deps);
    return setDownloadHeaders(reply, { name: `${order.number}.pdf`, type: 'application/pdf' }).send(bytes);
  });
}

/** The endpoint that e-mails orders to suppliers; separate, because it needs the job queue. */
export function purchaseMailRoutes(on: RegisterEndpoint, deps: Pick<Deps, 'db' | 'clock' | 'jobs'>): void {
  on(mailEndpoint, async ({ params, body, context }) => ({
    message: await mailPurchaseOrder(deps, { ...params, ...body }, context),
  }));
}
