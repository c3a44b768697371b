import type { Deps } from '#platform/deps.server.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { dropCachedTotals } from '#platform/list/cached-totals.server.ts';
import { withTotal } from '#platform/list/table-page.server.ts';
import {
  createProduct,
  deleteProduct,
  getManagedProduct,
  listManagedProducts,
  restoreProduct,
  updateProduct,
} from './contract.ts';
import { changeInBulk } from './bulk/bulk-changes.server.ts';
import { changePrices, changeProducts, duplicateProduct, previewPrices, undoProducts } from './bulk/bulk-contract.ts';
import { createProduct as create } from './edit/create-product.server.ts';
import type { ProductsDeps } from './deps.server.ts';
import { readImages, readProduct } from './records/read-product.server.ts';
import { addProductDocument, arrangeProductDocuments } from './documents/contract.ts';
import { addDocument, arrangeDocuments } from './documents/change-documents.server.ts';
import { duplicateProduct as duplicate } from './edit/duplicate-product.server.ts';
import { addImage, arrangeImages, replaceImages } from './pictures/change-images.server.ts';
import {
  addProductImage,
  arrangeProductImages,
  listProductImages,
  uploadProductImages,
} from './pictures/images-contract.ts';
import { listVariationItems, updateVariationItems } from './variations/items-contract.ts';
import { readItems, updateItems } from './variations/variation-items.server.ts';
import { listManagedProducts as listOf } from './list/list-products.server.ts';
import { changePrices as reprice, previewPrices as preview } from './prices/change-prices.server.ts';
import { removeProduct, restoreProduct as restore } from './records/remove-and-restore.server.ts';
import { undoProducts as undo } from './edit/undo-bulk-change.server.ts';
import { updateProduct as update } from './edit/update-product.server.ts';

export function productsRoutes(on: RegisterEndpoint, deps: ProductsDeps & Pick<Deps, 'changes'>): void {
  const { db, changes } = deps;
  changes.subscribe('catalogue', () => dropCachedTotals(db));
  on(listManagedProducts, async ({ query, reply }) => withTotal(reply, await listOf(db, query)));
  on(createProduct, ({ body, context }) => create(deps, body, context));
  on(updateProduct, ({ body, context }) => update(deps, body, context));
  imageRoutes(on, deps);
  documentRoutes(on, deps);
  itemRoutes(on, deps);
  bulkRoutes(on, deps);
  on(getManagedProduct, ({ params }) => readProduct(db, params.id));
  on(deleteProduct, ({ params, context }) => removeProduct(deps, params.id, context));
  on(restoreProduct, ({ params, context }) => restore(deps, params.id, context));
}

function imageRoutes(on: RegisterEndpoint, deps: ProductsDeps): void {
  on(listProductImages, ({ params }) => readImages(deps.db, params.id));
  on(uploadProductImages, ({ body, context }) => replaceImages(deps, body, context));
  on(addProductImage, ({ params, body, context }) => addImage(deps, { ...body, id: params.id }, context));
  on(arrangeProductImages, ({ params, body, context }) => arrangeImages(deps, { ...body, id: params.id }, context));
}

function documentRoutes(on: RegisterEndpoint, deps: ProductsDeps): void {
  on(addProductDocument, ({ params, body, context }) => addDocument(deps, { ...body, id: params.id }, context));
  on(arrangeProductDocuments, ({ params, body, context }) =>
    arrangeDocuments(deps, { ...body, id: params.id }, context),
  );
}

function itemRoutes(on: RegisterEndpoint, deps: ProductsDeps): void {
  on(listVariationItems, ({ params }) => readItems(deps.db, params.productId));
  on(updateVariationItems, ({ body, context }) => updateItems(deps, body, context));
}

function bulkRoutes(on: RegisterEndpoint, deps: ProductsDeps): void {
  on(changeProducts, ({ body, context }) => changeInBulk(deps, body, context));
  on(previewPrices, ({ body }) => preview(deps.db, body));
  on(changePrices, ({ body, context }) => reprice(deps, body, context));
  on(undoProducts, ({ params, context }) => undo(deps, params.id, context));
  on(duplicateProduct, ({ params, context }) => duplicate(deps, params.id, context));
}
