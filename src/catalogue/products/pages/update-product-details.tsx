import { useCallback, useState } from 'react';
import { type ShouldRevalidateFunctionArgs, useNavigate, useRevalidator, useSearchParams } from 'react-router';
import { listCategories } from '#catalogue/categories/contract.ts';
import { HistoryPanel } from '#history/history-panel.tsx';
import { requireAdministrator, api, loadOrPageError } from '#lib/api/api-context.ts';
import { listSupplierNames } from '#catalogue/suppliers/contract.ts';
import { Confirm } from '#ui/overlay/confirm.tsx';
import type { Choice } from '#ui/table/table-config.ts';
import { LeaveGuard } from '#ui/form/leave-guard.tsx';
import { Tabs } from '#ui/layout/tabs.tsx';
import { categoryChoices } from '../list/category-choices.ts';
import { getManagedProduct, productSentences } from '../contract.ts';
import { DeleteProduct } from '../edit/delete-product-question.tsx';
import { ArchivedNote, ReadOnly } from '../editor/archived-note.tsx';
import { DetailsTab } from '../editor/details/details-tab.tsx';
import { DocumentsTab } from '../editor/documents/documents-tab.tsx';
import { ImagesTab } from '../editor/pictures/images-tab.tsx';
import { ProductHead } from '../editor/product-head.tsx';
import { VariationsTab } from '../editor/variations/variations-tab.tsx';
import type { Item, Product } from '../editor/product-types.ts';
import { mostImages } from '../pictures/images-contract.ts';
import { listVariationItems } from '../variations/items-contract.ts';
import { backOfficeMeta } from '#ui/layout/page-head.tsx';
import type { Route } from './+types/update-product-details';

export const handle = {
  crumb: (data?: { product: Product }) => data?.product.productName ?? 'Product',
  above: [{ label: 'Products', to: '/admin/manage-products/' }],
};

export const meta: Route.MetaFunction = (args) =>
  backOfficeMeta(args.loaderData?.product.productName ?? 'Product')(args);

export async function loader({ context, url, params }: Route.LoaderArgs) {
  const { claims } = requireAdministrator(context, url, 'ManageCartProducts');
  const ask = api(context);
  const id = params.productId;
  const [product, items, categories, suppliers] = await Promise.all([
    loadOrPageError(productSentences.loadDetails, ask(getManagedProduct, { params: { id } })),
    ask(listVariationItems, { params: { productId: id } }),
    ask(listCategories),
    ask(listSupplierNames),
  ]);
  return {
    product,
    items,
    categories: categoryChoices(categories),
    suppliers: suppliers.map(({ id: value, name }): Choice => ({ value, label: name })),
    mayMoveStock: claims.includes('ManageCartStock'),
  };
}

/** Switching tabs needs no request, because the loader reads the data of all tabs. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  defaultShouldRevalidate && (currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search);

const tabIds = ['details', 'images', 'variations', 'documents'] as const;
type TabId = (typeof tabIds)[number];

export default function UpdateProductDetails({ loaderData }: Route.ComponentProps) {
  const { categories, suppliers, mayMoveStock } = loaderData;
  const [stored, setStored] = useState<{ from: Product; product: Product; items: Item[] }>();
  // Until the loader runs again, what was saved on this page is newer than the loader's data.
  const isNewer = stored?.from === loaderData.product;
  const product = isNewer ? stored.product : loaderData.product;
  const items = isNewer ? stored.items : loaderData.items;
  const [search, setSearch] = useSearchParams();
  const tabParameter = search.get('tab');
  const tab: TabId = tabIds.find((id) => id === tabParameter) ?? 'details';
  const [isDirty, setDirty] = useState(false);
  const [pendingTab, setPendingTab] = useState<TabId>();
  const [isDeleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const show = (id: TabId): void => {
    setDirty(false);
    setPendingTab(undefined);
    setSearch(id === 'details' ? {} : { tab: id }, { replace: true, preventScrollReset: true });
  };
  const pick = (id: TabId): void => (isDirty && id !== tab ? setPendingTab(id) : show(id));
  const onDirty = useCallback((is: boolean) => setDirty(is), []);
  // Unsaved input stays, because tabs reset it only for another version of the product.
  const onReached = (now: Product, nowItems: Item[] = items): void =>
    setStored({ from: loaderData.product, product: now, items: nowItems });
  const onItems = (nowItems: Item[]): void => onReached(product, nowItems);
  const onSaved = (now: Product, nowItems?: Item[]): void => {
    onReached(now, nowItems);
    void revalidate();
  };
  const common = { product, onDirty, onSaved, onReached };
  return (
    <>
      <ProductHead product={product} items={items} mayOrder={mayMoveStock} onDelete={() => setDeleting(true)} />
      {product.isArchived && <ArchivedNote id={product.id} onSaved={onSaved} />}
      <Tabs
        label="Product"
        current={tab}
        onPick={pick}
        tabs={[
          { id: 'details', label: 'Update Details', isChanged: isDirty && tab === 'details' },
          {
            id: 'images',
            label: 'Manage Product Images',
            note: `${product.images.length} of ${mostImages}`,
            isChanged: isDirty && tab === 'images',
          },
          { id: 'variations', label: 'Manage Product Variations', isChanged: isDirty && tab === 'variations' },
          {
            id: 'documents',
            label: 'Manage Documents',
            note: String(product.documents.length),
            isChanged: isDirty && tab === 'documents',
          },
        ]}
      >
        <ReadOnly isOn={product.isArchived}>
          {tab === 'details' && (
            <DetailsTab {...common} {...{ categories, suppliers }} toVariations={() => pick('variations')} />
          )}
          {tab === 'images' && <ImagesTab {...common} />}
          {tab === 'documents' && <DocumentsTab {...common} />}
          {tab === 'variations' && (
            <VariationsTab {...common} {...{ categories, suppliers, items, mayMoveStock, onItems }} />
          )}
        </ReadOnly>
        <HistoryPanel entity="product" id={product.id} version={product.version} />
      </Tabs>
      <Confirm
        isOpen={pendingTab !== undefined}
        title="Unsaved changes"
        confirm="Leave this Tab"
        cancel="Stay on this Tab"
        isDangerous
        onConfirm={() => pendingTab && show(pendingTab)}
        onCancel={() => setPendingTab(undefined)}
      >
        <p>{productSentences.leaveQuestion}</p>
      </Confirm>
      <LeaveGuard isDirty={isDirty} />
      <DeleteProduct
        product={isDeleting ? product : undefined}
        close={() => setDeleting(false)}
        done={async () => navigate('/admin/manage-products/')}
      />
    </>
  );
}
