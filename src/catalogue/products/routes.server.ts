import type { Deps } from '#platform/deps.server.ts';
import type { RegisterEndpoint } from '#platform/http/http.server.ts';
import { dropCachedTotals, withTotal } from '#platform/list/table-page.server.ts';
import {
  createProduct,
  deleteProduct,
  getManagedProduct,
  listManagedProducts,
  restoreProduct,
  updateProduct,
} from './contract.ts';
import { changeInBulk } from './bulk/bulk.server.ts';
import { changePrices, changeProducts, duplicateProduct, previewPrices, undoProducts } from './bulk/bulk-contract.ts';
import { createProduct as create } from './edit/create.server.ts';
import type { ProductsDeps } from './deps.server.ts';
import { readImages, readProduct } from './stored/detail.server.ts';
import { addProductDocument, arrangeProductDocuments } from './documents/contract.ts';
import { addDocument, arrangeDocuments } from './documents/service.server.ts';
import { duplicateProduct as duplicate } from './edit/duplicate.server.ts';
import { addImage, arrangeImages, replaceImages } from './pictures/image-set.server.ts';
import {
  addProductImage,
  arrangeProductImages,
  listProductImages,
  uploadProductImages,
} from './pictures/images-contract.ts';
import { listVariationItems, updateVariationItems } from './variations/items-contract.ts';
import { readItems, updateItems } from './variations/items.server.ts';
import { listManagedProducts as listOf } from './list/list.server.ts';
import { changePrices as reprice, previewPrices as preview } from './prices/prices.server.ts';
import { removeProduct, restoreProduct as restore } from './stored/removal.server.ts';
import { undoProducts as undo } from './edit/undo.server.ts';
import { updateProduct as update } from './edit/update.server.ts';

/** Product endpoints of the back office; those for shoppers are in `storefront`. */
export function productsRoutes(on: RegisterEndpoint, deps: ProductsDeps & Pick<Deps, 'changes'>): void {
  const { db, changes } = deps;
  changes.subscribe('catalogue', () => dropCachedTotals(db));
  on(listManagedProducts, async ({ query, reply }) => withTotal(reply, await listOf(db, query)));
  on(createProduct, ({ body, actor, request }) => create(deps, body, { actor, requestId: request.id }));
  on(updateProduct, ({ body, actor, request }) => update(deps, body, { actor, requestId: request.id }));
  imageRoutes(on, deps);
  documentRoutes(on, deps);
  itemRoutes(on, deps);
  bulkRoutes(on, deps);
  on(getManagedProduct, ({ params }) => readProduct(db, params.id));
  on(deleteProduct, ({ params, actor, request }) => removeProduct(deps, params.id, { actor, requestId: request.id }));
  on(restoreProduct, ({ params, actor, request }) => restore(deps, params.id, { actor, requestId: request.id }));
}

function imageRoutes(on: RegisterEndpoint, deps: ProductsDeps): void {
  on(listProductImages, ({ params }) => readImages(deps.db, params.id));
  on(uploadProductImages, ({ body, actor, request }) => replaceImages(deps, body, { actor, requestId: request.id }));
  on(addProductImage, ({ params, body, actor, request }) =>
    addImage(deps, { ...body, id: params.id }, { actor, requestId: request.id }),
  );
  on(arrangeProductImages, ({ params, body, actor, request }) =>
    arrangeImages(deps, { ...body, id: params.id }, { actor, requestId: request.id }),
  );
}

function documentRoutes(on: RegisterEndpoint, deps: ProductsDeps): void {
  on(addProductDocument, ({ params, body, actor, request }) =>
    addDocument(deps, { ...body, id: params.id }, { actor, requestId: request.id }),
  );
  on(arrangeProductDocuments, ({ params, body, actor, request }) =>
    arrangeDocuments(deps, { ...body, id: params.id }, { actor, requestId: request.id }),
  );
}

function itemRoutes(on: RegisterEndpoint, deps: ProductsDeps): void {
  on(listVariationItems, ({ params }) => readItems(deps.db, params.productId));
  on(updateVariationItems, ({ body, actor, request }) => updateItems(deps, body, { actor, requestId: request.id }));
}

function bulkRoutes(on: RegisterEndpoint, deps: ProductsDeps): void {
  on(changeProducts, ({ body, actor, request }) => changeInBulk(deps, body, { actor, requestId: request.id }));
  on(previewPrices, ({ body }) => preview(deps.db, body));
  on(changePrices, ({ body, actor, request }) => reprice(deps, body, { actor, requestId: request.id }));
  on(undoProducts, ({ params, actor, request }) => undo(deps, params.id, { actor, requestId: request.id }));
  on(duplicateProduct, ({ params, actor, request }) => duplicate(deps, params.id, { actor, requestId: request.id }));
}
