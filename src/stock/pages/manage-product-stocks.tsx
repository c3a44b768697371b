import { useState } from 'react';
import { useLocation } from 'react-router';
import { requireAdministrator, api } from '#lib/api/api-context.ts';
import { call } from '#lib/api/api.ts';
import { download } from '#lib/api/download.ts';
import { urlOf } from '#lib/api/endpoint.ts';
import { formatDollars } from '#lib/money.ts';
import { tableRowsOrPromise } from '#lib/api/table-rows.ts';
import { categoryChoices } from '#catalogue/products/list/category-choices.ts';
import { Thumbnail } from '#catalogue/products/thumbnail.tsx';
import { listViews } from '#saved-views/contract.ts';
import { useTableViews } from '#saved-views/use-table-views.ts';
import { useAttempt } from '#ui/feedback/attempt.ts';
import { Button, LinkButton } from '#ui/button/button.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import { type Choice, type Column, type Filter, type RowAction, yesOrNo } from '#ui/table/table-config.ts';
import { useLoadedRows } from '#ui/table/use-loaded-rows.ts';
import { ClockIcon, TruckIcon, UploadIcon } from '#ui/icons/icons.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import { DownloadIcon, PencilIcon, StockIcon } from '#ui/icons/back-office-icons.tsx';
import { orderPath, type StockRowOnPage, stockOverview, stockSentences, viewStocks } from '../contract.ts';
import { StockLevel } from '../stock-level.tsx';
import styles from '../stock.module.css';
import { TakeDialog } from '../take/stock-take-dialog.tsx';
import { ThresholdCell } from '../threshold-cell.tsx';
import { useStockDialogs } from '../use-stock-dialogs.tsx';
import type { Route } from './+types/manage-product-stocks';

export const handle = { crumb: 'Stock' };

export const meta = backOfficeMeta('Stock');

const noOverview = { low: 0, out: 0, suppliers: [], categories: [] };

export async function loader({ context, url }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageCartStock');
  const ask = api(context);
  const [table, overview, views] = await Promise.all([
    tableRowsOrPromise(context, viewStocks, { url, otherwise: stockSentences.load }),
    ask(stockOverview).catch(() => noOverview), // the table shows the error
    ask(listViews, { query: { list: 'stock' } }).catch(() => []),
  ]);
  const { low, out, suppliers, categories } = overview;
  return {
    table,
    views,
    low,
    out,
    categories: categoryChoices(categories),
    suppliers: suppliers.map(({ id, name }): Choice => ({ value: id, label: name })),
  };
}

const columns: readonly Column<StockRowOnPage>[] = [
  {
    key: 'productName',
    label: 'Product Name',
    sort: 'productName',
    phone: 'name',
    cell: ({ productName, variation, image }) => (
      <span className={styles.product}>
        <Thumbnail image={image} />
        <span>
          {productName}
          {variation && <small>{variation}</small>}
        </span>
      </span>
    ),
  },
  {
    key: 'productCode',
    label: 'Product Code',
    sort: 'productCode',
    phone: 'line',
    cell: ({ productCode }) => productCode || null,
  },
  {
    key: 'supplier',
    label: 'Supplier',
    sort: 'supplier',
    isWide: true,
    isLong: true,
    cell: ({ supplier }) => supplier || null,
  },
  {
    key: 'sellingPrice',
    label: 'Selling Price',
    sort: 'sellingPrice',
    isNumeric: true,
    phone: 'side',
    cell: ({ sellingPrice }) => (sellingPrice === null ? null : formatDollars(sellingPrice)),
  },
  {
    key: 'stockOnHand',
    label: 'Stock on Hand',
    sort: 'stockOnHand',
    isNumeric: true,
    phone: 'foot',
    phoneLabel: 'On hand',
    cell: (row) => <StockLevel {...row} />,
  },
  {
    key: 'lowStockAt',
    label: 'Low at',
    isNumeric: true,
    isWide: true,
    cell: (row) => <ThresholdCell row={row} />,
  },
];

const filtersOf = (categories: readonly Choice[], suppliers: readonly Choice[]): Filter[] => [
  {
    kind: 'one',
    key: 'stock',
    label: 'Stock',
    choices: [
      { value: 'low', label: 'Low' },
      { value: 'out', label: 'Out of Stock' },
    ],
  },
  { kind: 'one', key: 'supplier', label: 'Supplier', choices: suppliers },
  { kind: 'one', key: 'category', label: 'Category', choices: categories },
  { kind: 'one', key: 'displayedOnline', label: 'Displayed Online', choices: yesOrNo },
];

const pageOf = ({ id }: StockRowOnPage): string => `/admin/manage-product-stocks/${id}/`;

/** The page of a new purchase order; if the list is filtered by supplier, for this supplier. */
function newOrderPath(search: string): string {
  const supplier = new URLSearchParams(search).get('supplier');
  return supplier ? `/admin/reorder/?supplier=${supplier}` : '/admin/reorder/';
}

type Dialogs = ReturnType<typeof useStockDialogs>;

const actionsOf = (row: StockRowOnPage, { updateDetails, updateStock }: Dialogs): RowAction[] => [
  {
    label: 'Update Details',
    icon: <PencilIcon />,
    shortcut: 'E',
    isAlways: 'words',
    onSelect: () => updateDetails(row),
  },
  { label: 'Update Stock', icon: <StockIcon />, shortcut: 'S', isAlways: 'words', onSelect: () => updateStock(row) },
  ...(row.supplierId === null
    ? []
    : [{ label: 'Order from supplier', icon: <TruckIcon />, shortcut: 'O', to: orderPath(row) }]),
  { label: 'Stock movements', icon: <ClockIcon />, startsGroup: true, to: pageOf(row) },
];

/** `Stock on hand. 12 items are low, 3 out of stock.` */
function lowInWords(low: number, out: number): string {
  const number = (count: number): string => (count > 1_000 ? '1,000+' : count.toLocaleString('en-AU'));
  if (low === 0) return 'Stock on hand. No items are low.';
  const are = low === 1 ? 'item is' : 'items are';
  return `Stock on hand. ${number(low)} ${are} low${out > 0 ? `, ${number(out)} out of stock` : ''}.`;
}

const exportPath = (query: URLSearchParams, format: 'csv' | 'xlsx'): string =>
  urlOf('/v1/manage-product-stocks/download-excel', { query: { ...Object.fromEntries(query), format } });

/** The list's filter and sort from the page's address, without the parameters that matter only to the page. */
function listQuery(search: string): URLSearchParams {
  const query = new URLSearchParams(search);
  for (const name of ['page', 'pageSize', 'view', 'refused']) query.delete(name);
  return query;
}

export default function ManageProductStocks({ loaderData }: Route.ComponentProps) {
  const { table, low, out, categories, suppliers, views } = loaderData;
  const { rows } = useLoadedRows<StockRowOnPage>(table);
  const dialogs = useStockDialogs(rows);
  const { isBusy, attempt } = useAttempt();
  const saveExcel = () =>
    attempt(async () => {
      await download(exportPath(listQuery(window.location.search), 'xlsx'));
      notify({ text: stockSentences.exported });
    }, stockSentences.download);
  const [showsStockTake, setShowsStockTake] = useState(false);
  const { search } = useLocation();
  /** Opens the dialog that updates the stock of the item whose code was typed or scanned. */
  const openCode = async (code: string): Promise<void> => {
    const query = { code, page: '1', pageSize: '1' };
    const items = await call<typeof viewStocks>('GET /v1/manage-product-stocks/view', { query }).catch(() => []);
    if (items[0]) dialogs.updateStock(items[0]);
  };
  return (
    <>
      <PageHead
        title="Stock"
        actions={
          <>
            <LinkButton look="quiet" size="small" to={newOrderPath(search)} prefetch="intent">
              <TruckIcon />
              Purchase order
            </LinkButton>
            <Button look="quiet" size="small" onClick={() => setShowsStockTake(true)}>
              <UploadIcon />
              Stock take
            </Button>
            <Button look="quiet" size="small" isBusy={isBusy} onClick={() => void saveExcel()}>
              <DownloadIcon />
              Export as Excel
            </Button>
          </>
        }
      >
        {lowInWords(low, out)}
      </PageHead>
      <DataTable
        {...table}
        list="stock"
        things={['item', 'items']}
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={({ productName, variation }) => [productName, variation].filter(Boolean).join(', ')}
        toRow={pageOf}
        usualSort="productName"
        searchLabel="Product or code"
        onSearch={(text) => void openCode(text)}
        filters={filtersOf(categories, suppliers)}
        actions={(row) => actionsOf(row, dialogs)}
        views={useTableViews('stock', views)}
        empty={{
          title: 'Product Stocks',
          text: 'Items appear here once there are products.',
          icon: <StockIcon />,
        }}
      />
      {dialogs.dialogs}
      {showsStockTake && (
        <TakeDialog listFile={exportPath(listQuery(search), 'csv')} close={() => setShowsStockTake(false)} />
      )}
    </>
  );
}
