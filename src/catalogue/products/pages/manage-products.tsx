import { useState } from 'react';
import { useNavigate, useRevalidator, useSearchParams } from 'react-router';
import { listCategories } from '#catalogue/categories/contract.ts';
import { requireAdministrator, api } from '#lib/api/api-context.ts';
import { call } from '#lib/api/api.ts';
import { urlOf } from '#lib/api/endpoint.ts';
import { tableRowsOrPromise } from '#lib/api/table-rows.ts';
import { listSupplierNames } from '#catalogue/suppliers/contract.ts';
import { listViews } from '#saved-views/contract.ts';
import { useTableViews } from '#saved-views/use-table-views.ts';
import { attempt } from '#ui/feedback/attempt.ts';
import { Button } from '#ui/button/button.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import {
  type BulkAction,
  type Choice,
  type Filter,
  type RowAction,
  type Selection,
  yesOrNo,
} from '#ui/table/table-config.ts';
import { deleteAction } from '#ui/table/row-actions.tsx';
import { EyeIcon, PlusIcon, TagIcon, TrashIcon, UploadIcon } from '#ui/icons/icons.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import { BoxIcon, CopyIcon, ExternalIcon, PencilIcon, UndoIcon } from '#ui/icons/back-office-icons.tsx';
import type { duplicateProduct } from '../bulk/bulk-contract.ts';
import { categoryChoices } from '../list/category-choices.ts';
import { listManagedProducts, type ProductRowOnPage as ProductRow, productSentences } from '../contract.ts';
import { CreateDialog } from '../edit/create-product-dialog.tsx';
import { DeleteProduct } from '../edit/delete-product-question.tsx';
import { exportProducts } from '../import-export-contract.ts';
import { useImports } from '../import/page/imports-provider.tsx';
import { type ProductSelection, selectionOf, filterOf } from '../bulk/product-selection.ts';
import { PriceDialog } from '../bulk/price-change-dialog.tsx';
import { useBulkChanges } from '../bulk/use-bulk-changes.ts';
import { productColumns } from '../list/product-columns.tsx';
import type { Route } from './+types/manage-products';

export const handle = { crumb: 'Products' };

export const meta = backOfficeMeta('Products');

export async function loader({ context, url }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageCartProducts');
  const ask = api(context);
  const [table, categories, suppliers, views] = await Promise.all([
    tableRowsOrPromise(context, listManagedProducts, { url, otherwise: productSentences.load }),
    ask(listCategories),
    ask(listSupplierNames),
    ask(listViews, { query: { list: 'products' } }),
  ]);
  return {
    table,
    views,
    categories: categoryChoices(categories),
    suppliers: suppliers.map(({ id, name }): Choice => ({ value: id, label: name })),
  };
}

const filtersOf = (categories: readonly Choice[], suppliers: readonly Choice[]): Filter[] => [
  { kind: 'one', key: 'displayedOnline', label: 'Displayed Online', choices: yesOrNo },
  { kind: 'one', key: 'outOfStock', label: 'Out of Stock', choices: yesOrNo },
  { kind: 'one', key: 'hasVariations', label: 'Has Variations', choices: yesOrNo },
  { kind: 'one', key: 'category', label: 'Category', choices: categories },
  { kind: 'one', key: 'supplier', label: 'Supplier', choices: suppliers },
  { kind: 'one', key: 'archived', label: 'Archived', choices: [{ value: 'true', label: 'Yes' }], none: 'No' },
];

const detailsOf = ({ id }: ProductRow): string => `/admin/update-product-details/${id}/`;

function rowActions(row: ProductRow, { duplicate, remove }: Record<'duplicate' | 'remove', () => void>): RowAction[] {
  const toShop = `/shopping/product-detail/${row.productUrl}`;
  return [
    { label: 'Edit', icon: <PencilIcon />, shortcut: 'E', isAlways: true, to: detailsOf(row) },
    ...(row.isShown ? [{ label: 'View in shop', icon: <ExternalIcon />, to: toShop }] : []),
    { label: 'Duplicate', icon: <CopyIcon />, onSelect: duplicate },
    deleteAction(remove),
  ];
}

const archivedActions = (row: ProductRow, restore: () => void): RowAction[] => [
  { label: 'View', icon: <EyeIcon />, isAlways: true, to: detailsOf(row) },
  { label: 'Restore', icon: <UndoIcon />, shortcut: 'R', isAlways: true, onSelect: restore },
];

type Bulk = ReturnType<typeof useBulkChanges>;
type OpenPriceDialog = (pricing: { selection: ProductSelection; done: () => void }) => void;

function bulkActions({ change }: Bulk, isArchive: boolean, openPriceDialog: OpenPriceDialog): BulkAction[] {
  const run = (action: Parameters<Bulk['change']>[0]) => (selection: Selection, done: () => void) =>
    void change(action, selectionOf(selection)).then((isDone) => isDone && done());
  if (isArchive) return [{ label: 'Restore', icon: <UndoIcon />, run: run('restore') }];
  return [
    { label: 'Display online', icon: <EyeIcon />, run: run('activate') },
    { label: 'Hide', run: run('deactivate') },
    {
      label: 'Change prices',
      icon: <TagIcon />,
      run: (selection, done) => openPriceDialog({ selection: selectionOf(selection), done }),
    },
    {
      label: 'Archive',
      icon: <TrashIcon />,
      question: (count) => ({
        title: 'Archive products',
        text: `${count} selected. They will be removed from the shop and from all lists. Orders still show them. To see them again, use the Archived filter.`,
        confirm: 'Archive',
      }),
      run: run('archive'),
    },
  ];
}

function useDuplicate() {
  const navigate = useNavigate();
  return async (id: string): Promise<void> => {
    await attempt(async () => {
      const route = 'POST /v1/manage-products/{id}/duplicate';
      const copy = await call<typeof duplicateProduct>(route, { params: { id } });
      notify({ text: productSentences.added });
      await navigate(`/admin/update-product-details/${copy.id}/`);
    }, productSentences.add);
  };
}

export default function ManageProducts({ loaderData }: Route.ComponentProps) {
  const { table, categories, suppliers, views } = loaderData;
  const { revalidate } = useRevalidator();
  const isArchive = useSearchParams()[0].get('archived') === 'true';
  const [isCreating, setCreating] = useState(false);
  const [deleting, setDeleting] = useState<ProductRow>();
  const [pricing, setPricing] = useState<{ selection: ProductSelection; done: () => void }>();
  const bulk = useBulkChanges();
  const imports = useImports();
  const duplicate = useDuplicate();
  const tableViews = useTableViews('products', views);
  const create = (
    <Button size="small" onClick={() => setCreating(true)}>
      <PlusIcon />
      Create a Product
    </Button>
  );
  const actions = (row: ProductRow): RowAction[] =>
    row.isArchived
      ? archivedActions(row, () => void bulk.change('restore', { ids: [row.id] }))
      : rowActions(row, { duplicate: () => void duplicate(row.id), remove: () => setDeleting(row) });
  return (
    <>
      <PageHead
        title="Products"
        actions={
          <>
            <Button look="quiet" size="small" onClick={imports.choose}>
              <UploadIcon />
              Import
            </Button>
            {create}
          </>
        }
      >
        Names, prices, pictures and variations of all products.
      </PageHead>
      <DataTable
        {...table}
        list="products"
        things={['product', 'products']}
        columns={productColumns}
        keyOf={({ id }) => id}
        nameOf={({ productName }) => productName}
        toRow={detailsOf}
        usualSort="productName"
        searchLabel="Search names and codes"
        filters={filtersOf(categories, suppliers)}
        actions={actions}
        bulk={bulkActions(bulk, isArchive, setPricing)}
        exportTo={(format, shown) => urlOf(exportProducts.path, { query: { ...filterOf(shown), format } })}
        views={tableViews}
        empty={{
          title: 'No products yet',
          text: 'Create a product, or import a file.',
          icon: <BoxIcon />,
          action: create,
        }}
      />
      {isCreating && <CreateDialog categories={categories} close={() => setCreating(false)} />}
      {pricing && (
        <PriceDialog
          selection={pricing.selection}
          close={() => setPricing(undefined)}
          done={(changed, undoId) => {
            pricing.done();
            void bulk.notifyPrices(changed, undoId);
          }}
        />
      )}
      <DeleteProduct product={deleting} close={() => setDeleting(undefined)} done={revalidate} />
    </>
  );
}
