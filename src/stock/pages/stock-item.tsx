import { Link } from '#ui/link.tsx';
import { HistoryPanel } from '#history/history-panel.tsx';
import { requireAdministrator, api, loadOrPageError } from '#lib/api/api-context.ts';
import { formatInstant } from '#lib/day.ts';
import { urlOf } from '#lib/api/endpoint.ts';
import { formatDollars } from '#lib/money.ts';
import { tableRowsOrPromise } from '#lib/api/table-rows.ts';
import { Badge, type Tone } from '#ui/feedback/badge.tsx';
import { Button, LinkButton } from '#ui/button/button.tsx';
import { cx } from '#ui/classes.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import type { Column, Filter } from '#ui/table/table-config.ts';
import { TruckIcon } from '#ui/icons/icons.tsx';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import { PencilIcon, StockIcon } from '#ui/icons/back-office-icons.tsx';
import { getStockItem, orderPath, type StockRowOnPage, stockSentences, usuallyLowAt } from '../contract.ts';
import {
  directionName,
  directionNames,
  ledgerSentences,
  listMovements,
  type MovementOnPage,
} from '../ledger/movement-list-contract.ts';
import styles from '../stock.module.css';
import { formatSignedUnits, formatUnits } from '../format-units.ts';
import { useStockDialogs } from '../use-stock-dialogs.tsx';
import type { Route } from './+types/stock-item';

const nameOf = ({ productName, variation }: StockRowOnPage): string =>
  [productName, variation].filter(Boolean).join(', ');

export const handle = {
  crumb: (data?: { item: StockRowOnPage }) => (data ? nameOf(data.item) : 'Item'),
  above: [{ label: 'Stock', to: '/admin/manage-product-stocks/' }],
};

export const meta: Route.MetaFunction = (args) =>
  backOfficeMeta(`Stock of ${args.loaderData ? nameOf(args.loaderData.item) : 'an item'}`)(args);

/** 20 rows: the specification's default for tables whose size it does not state. */
const usualSize = 20;

export async function loader({ context, url, params }: Route.LoaderArgs) {
  const { claims } = requireAdministrator(context, url, 'ManageCartStock');
  const input = { params: { id: params.itemId } };
  const [item, table] = await Promise.all([
    loadOrPageError(stockSentences.load, api(context)(getStockItem, input)),
    tableRowsOrPromise(context, listMovements, { url, otherwise: ledgerSentences.load, usualSize, input }),
  ]);
  return {
    item,
    table,
    maySeeOrders: claims.includes('ManageCartOrders'),
    maySeeProducts: claims.includes('ManageCartProducts'),
  };
}

const tones: readonly Tone[] = ['success', 'info', 'warning'];

const columnsOf = (maySeeOrders: boolean): readonly Column<MovementOnPage>[] => [
  {
    key: 'at',
    label: 'Date',
    phone: 'name',
    cell: ({ at }) => (
      <time dateTime={at} className={styles.date}>
        {formatInstant(new Date(at))}
      </time>
    ),
  },
  {
    key: 'direction',
    label: 'Direction',
    phone: 'line',
    cell: ({ direction }) => <Badge tone={tones[direction]}>{directionName(direction)}</Badge>,
  },
  {
    key: 'quantity',
    label: 'Quantity',
    isNumeric: true,
    phone: 'side',
    cell: ({ direction, quantity }) => (
      <span className={cx(styles.signed, direction === 0 ? styles.plus : styles.minus)}>
        {formatSignedUnits(direction === 0 ? quantity : -quantity)}
      </span>
    ),
  },
  {
    key: 'onHandAfter',
    label: 'On hand after',
    isNumeric: true,
    phone: 'note',
    phoneLabel: 'On hand after',
    cell: ({ onHandAfter }) => formatUnits(onHandAfter),
  },
  { key: 'reason', label: 'Reason', isLong: true, phone: 'line', cell: ({ reason }) => reason || null },
  {
    key: 'purchasePrice',
    label: 'Purchase Price',
    isNumeric: true,
    isWide: true,
    cell: ({ purchasePrice }) => (purchasePrice === null ? null : formatDollars(purchasePrice)),
  },
  {
    key: 'by',
    label: 'Who',
    isLong: true,
    phone: 'line',
    cell: ({ by, direction }) => by || (direction === 1 ? 'Customer' : 'System'),
  },
  {
    key: 'order',
    label: 'Order',
    isWide: true,
    phone: 'line',
    cell: ({ orderId, orderNumber }) =>
      orderId && orderNumber && maySeeOrders ? (
        <Link to={`/admin/view-order-details/${orderId}/`}>{orderNumber}</Link>
      ) : (
        orderNumber || null
      ),
  },
];

const filters: readonly Filter[] = [
  { kind: 'days', key: 'days', label: 'Date', from: 'startDate', to: 'endDate' },
  {
    kind: 'one',
    key: 'direction',
    label: 'Direction',
    choices: directionNames.map((label, value) => ({ value: String(value), label })),
  },
];

function Level({ item: { isOutOfStock, isLow } }: { item: StockRowOnPage }) {
  if (isOutOfStock) return <Badge tone="danger">Out of Stock</Badge>;
  return isLow ? <Badge tone="warning">Low</Badge> : null;
}

export default function StockItem({ loaderData }: Route.ComponentProps) {
  const { item, table, maySeeOrders, maySeeProducts } = loaderData;
  const { dialogs, updateDetails, updateStock } = useStockDialogs([item]);
  const facts = [
    item.productCode,
    `${formatUnits(item.stockOnHand)} on hand`,
    `low at ${item.lowStockAt ?? usuallyLowAt}`,
    item.supplier,
  ];
  return (
    <>
      <PageHead
        title={nameOf(item)}
        badge={<Level item={item} />}
        actions={
          <>
            {item.supplierId !== null && (
              <LinkButton look="quiet" size="small" to={orderPath(item)} prefetch="intent">
                <TruckIcon />
                Order from supplier
              </LinkButton>
            )}
            <Button look="quiet" size="small" onClick={() => updateDetails(item)}>
              <PencilIcon />
              Update Details
            </Button>
            <Button size="small" onClick={() => updateStock(item)}>
              <StockIcon />
              Update Stock
            </Button>
          </>
        }
      >
        {facts.filter(Boolean).join(' · ')}
      </PageHead>
      <DataTable
        {...table}
        list="stock-movements"
        things={['movement', 'movements']}
        columns={columnsOf(maySeeOrders)}
        keyOf={({ id }) => id}
        nameOf={({ at }) => formatInstant(new Date(at))}
        usualSort="-at"
        usualSize={usualSize}
        filters={filters}
        exportTo={(format, query) =>
          urlOf('/v1/manage-product-stocks/items/{id}/movements/download', {
            params: { id: item.id },
            query: { ...Object.fromEntries(query), format },
          })
        }
        empty={{
          title: 'No stock movements yet',
          text: 'Additions, sales and removals are listed here.',
          icon: <StockIcon />,
        }}
      />
      {maySeeProducts && <HistoryPanel entity="product" id={item.productId} version={item.version} />}
      {dialogs}
    </>
  );
}
