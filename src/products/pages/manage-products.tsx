import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { listCategories } from '#categories/contract.ts';
import { administrator, api } from '#lib/api-context.ts';
import { dayOf, format } from '#lib/day.ts';
import { tableRows } from '#lib/table-rows.ts';
import { listSuppliers } from '#suppliers/contract.ts';
import { listViews } from '#table-views/contract.ts';
import { useTableViews } from '#table-views/use-table-views.ts';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table/data-table.tsx';
import type { Choice, Column, Filter, RowAction } from '#ui/data-table/parts.ts';
import { PlusIcon, TrashIcon } from '#ui/icons.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { BoxIcon, ExternalIcon, PencilIcon } from '#ui/work-icons.tsx';
import { categoryChoices } from '../category-choices.ts';
import { listManagedProducts, type ProductRow, productSentences } from '../contract.ts';
import { CreateDialog } from '../create-dialog.tsx';
import { DeleteQuestion } from '../delete-question.tsx';
import { OnlineBadge } from '../online-badge.tsx';
import type { Route } from './+types/manage-products';

export const handle = { crumb: 'Products' };

export const meta: Route.MetaFunction = () => [{ title: 'Spruce | Products' }, { name: 'robots', content: 'noindex' }];

export async function loader({ context, url }: Route.LoaderArgs) {
  administrator(context, url, 'ManageCartProducts');
  const ask = api(context);
  const [table, categories, suppliers, views] = await Promise.all([
    tableRows(context, listManagedProducts, { url, otherwise: productSentences.load }),
    ask(listCategories),
    ask(listSuppliers),
    ask(listViews, { query: { list: 'products' } }),
  ]);
  return {
    table,
    views,
    categories: categoryChoices(categories),
    suppliers: suppliers.map(({ id, name }): Choice => ({ value: id, label: name })),
  };
}

const columns: readonly Column<ProductRow>[] = [
  {
    key: 'productName',
    label: 'Product Name',
    sort: 'productName',
    phone: 'name',
    cell: ({ productName }) => productName,
  },
  {
    key: 'productCode',
    label: 'Product Code',
    sort: 'productCode',
    phone: 'line',
    cell: ({ productCode }) => productCode || '–',
  },
  {
    key: 'createdDate',
    label: 'Created Date',
    sort: 'createdDate',
    cell: ({ createdDate }) => format(dayOf(new Date(createdDate))),
  },
  {
    key: 'hasVariations',
    label: 'Has Variations',
    sort: 'hasVariations',
    cell: ({ hasVariations }) => (hasVariations ? 'Yes' : 'No'),
  },
  {
    key: 'productSupplier',
    label: 'Product Supplier',
    sort: 'productSupplier',
    phone: 'line',
    cell: ({ productSupplier }) => productSupplier || '–',
  },
  {
    key: 'displayedOnline',
    label: 'Displayed Online',
    sort: 'displayedOnline',
    phone: 'foot',
    cell: ({ displayedOnline, isShown }) => <OnlineBadge isActive={displayedOnline} isShown={isShown} />,
  },
];

const yesOrNo: readonly Choice[] = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

const filtersOf = (categories: readonly Choice[], suppliers: readonly Choice[]): Filter[] => [
  { kind: 'one', key: 'displayedOnline', label: 'Displayed Online', choices: yesOrNo },
  { kind: 'one', key: 'outOfStock', label: 'Out of Stock', choices: yesOrNo },
  { kind: 'one', key: 'hasVariations', label: 'Has Variations', choices: yesOrNo },
  { kind: 'one', key: 'category', label: 'Category', choices: categories },
  { kind: 'one', key: 'supplier', label: 'Supplier', choices: suppliers },
];

const detailsOf = ({ id }: ProductRow): string => `/admin/update-product-details/${id}/`;

/** Everything that is sold. */
export default function ManageProducts({ loaderData }: Route.ComponentProps) {
  const { table, categories, suppliers, views } = loaderData;
  const { revalidate } = useRevalidator();
  const [isCreating, setCreating] = useState(false);
  const [leaving, setLeaving] = useState<ProductRow>();
  const tableViews = useTableViews('products', views);
  const create = (
    <Button size="small" onClick={() => setCreating(true)}>
      <PlusIcon />
      Create a Product
    </Button>
  );
  const actions = (row: ProductRow): RowAction[] => [
    { label: 'Edit', icon: <PencilIcon />, shortcut: 'E', isAlways: true, to: detailsOf(row) },
    ...(row.isShown
      ? [{ label: 'View in shop', icon: <ExternalIcon />, to: `/shopping/product-detail/${row.productUrl}` }]
      : []),
    {
      label: 'Delete',
      icon: <TrashIcon />,
      isAlways: true,
      isDangerous: true,
      startsGroup: true,
      onSelect: () => setLeaving(row),
    },
  ];
  return (
    <>
      <PageHead title="Products" actions={create}>
        Everything that is sold: names, prices, pictures and variations.
      </PageHead>
      <DataTable
        {...table}
        list="products"
        things={['product', 'products']}
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={({ productName }) => productName}
        toRow={detailsOf}
        usualSort="productName"
        searchLabel="Search names and codes"
        filters={filtersOf(categories, suppliers)}
        actions={actions}
        views={tableViews}
        empty={{
          title: 'No products yet',
          text: 'Create one, or import a file of many.',
          icon: <BoxIcon />,
          action: create,
        }}
      />
      {isCreating && <CreateDialog categories={categories} close={() => setCreating(false)} />}
      <DeleteQuestion product={leaving} close={() => setLeaving(undefined)} done={revalidate} />
    </>
  );
}
