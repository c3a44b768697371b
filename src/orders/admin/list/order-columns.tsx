import { methodName } from '#storefront/cart/delivery-methods.ts';
import { ago } from '#lib/text/time-ago.ts';
import { formatInstant } from '#lib/day.ts';
import { formatDollars } from '#lib/money.ts';
import type { Column, Filter, RowAction } from '#ui/table/table-config.ts';
import { EyeIcon, FileIcon } from '#ui/icons/icons.tsx';
import { ChecklistIcon, PrintIcon, UpDownIcon } from '#ui/icons/back-office-icons.tsx';
import type { OrderRow } from '../contract.ts';
import styles from './orders.module.css';
import { openPaper, saveInvoice } from '../papers/open-and-download.ts';
import { StatusBadge } from '../status-badge.tsx';

const sorted = (key: string) => ({ key, sort: key });
const personName = ({ firstName, lastName }: OrderRow): string => `${firstName} ${lastName}`;
const refunded = ({ amountRefunded }: OrderRow) => (amountRefunded > 0 ? formatDollars(amountRefunded) : null);

export const toOrder = ({ id }: Pick<OrderRow, 'id'>): string => `/admin/view-order-details/${id}/`;

const hidden = { isHiddenAtFirst: true } as const;
const dollars = { isNumeric: true } as const;

/**
 * The columns of every list of orders. `now` comes from the loader, so that server and browser render the same text.
 */
export const columnsAt = (now: Date): readonly Column<OrderRow>[] => [
  { ...sorted('orderNumber'), label: 'Order', phone: 'name', cell: ({ orderNumber }) => orderNumber },
  { key: 'customer', label: 'Customer', sort: 'firstName', isLong: true, phone: 'line', cell: personName },
  { ...sorted('lastName'), label: 'Last name', isLong: true, ...hidden, cell: ({ lastName }) => lastName },
  { key: 'companyName', label: 'Company', isLong: true, ...hidden, cell: ({ companyName }) => companyName },
  { key: 'purchaseOrder', label: 'PO number', ...hidden, cell: ({ purchaseOrder }) => purchaseOrder },
  { ...sorted('orderDate'), label: 'Ordered', phone: 'note', cell: (row) => <When at={row.orderDate} now={now} /> },
  { ...sorted('orderStatus'), label: 'Status', phone: 'foot', cell: (row) => <StatusBadge status={row.orderStatus} /> },
  {
    ...sorted('orderAmount'),
    label: 'Amount',
    ...dollars,
    phone: 'side',
    cell: (row) => formatDollars(row.orderAmount),
  },
  {
    ...sorted('amountPaid'),
    label: 'Paid',
    ...dollars,
    isWide: true,
    cell: (row) => (row.isOnAccount ? 'On account' : formatDollars(row.amountPaid)),
  },
  { key: 'amountRefunded', label: 'Refunded', ...dollars, ...hidden, cell: refunded },
  { key: 'delivery', label: 'Delivery', ...hidden, cell: ({ shippingMethod }) => methodName(shippingMethod) },
  { key: 'promoCode', label: 'Promo', ...hidden, cell: ({ promoCode }) => promoCode },
];

function When({ at, now }: { at: string; now: Date }) {
  return (
    <time dateTime={at} className={styles.when}>
      <span>{formatInstant(new Date(at))}</span> <small>{ago(new Date(at), now)}</small>
    </time>
  );
}

/** The filters above the table; a promo code in the URL is added to the choices of the promo filter. */
export function filtersFor(query: URLSearchParams): readonly Filter[] {
  const code = query.get('promo') ?? '';
  const own = code === '' || code === 'any' || code === 'none' ? [] : [{ value: code, label: code }];
  return [
    {
      kind: 'one',
      key: 'refund',
      label: 'Refunds',
      choices: [
        { value: 'none', label: 'Not refunded' },
        { value: 'part', label: 'Partly refunded' },
        { value: 'all', label: 'Fully refunded' },
      ],
    },
    {
      kind: 'one',
      key: 'shippingMethod',
      label: 'Delivery',
      choices: [1, 2].map((method) => ({ value: String(method), label: methodName(method) })),
    },
    {
      kind: 'one',
      key: 'promo',
      label: 'Promo',
      choices: [...own, { value: 'any', label: 'With a promo' }, { value: 'none', label: 'Without a promo' }],
    },
  ];
}

const invoice = { label: 'Download tax invoice', icon: <FileIcon />, shortcut: 'I' };
const pickingList = { label: 'Picking list', icon: <ChecklistIcon /> };

export function actionsOf(order: OrderRow, changeStatus: () => void): RowAction[] {
  const { id, taxInvoiceId } = order;
  return [
    { label: 'Order details', icon: <EyeIcon />, shortcut: 'V', isAlways: true, to: toOrder(order) },
    ...(taxInvoiceId === null ? [] : [{ ...invoice, isAlways: true, onSelect: () => void saveInvoice(taxInvoiceId) }]),
    ...(order.orderStatus === 3
      ? [] // a refunded order keeps its status
      : [{ label: 'Change status', icon: <UpDownIcon />, shortcut: 'S', onSelect: changeStatus }]),
    { ...pickingList, startsGroup: true, onSelect: () => openPaper('picking-list', [id]) },
    { label: 'Packing slip', icon: <PrintIcon />, onSelect: () => openPaper('packing-slips', [id]) },
  ];
}
