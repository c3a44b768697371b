import { ago } from '#lib/text/ago.ts';
import { formatInstant } from '#lib/day.ts';
import { formatDollars } from '#lib/money.ts';
import type { Column, Filter, RowAction } from '#ui/table/parts.ts';
import { EyeIcon, FileIcon } from '#ui/icons/icons.tsx';
import { ChecklistIcon, PrintIcon, UpDownIcon } from '#ui/icons/work-icons.tsx';
import type { OrderRow } from '../contract.ts';
import styles from './orders.module.css';
import { openPaper, saveInvoice } from '../papers/papers-of-page.ts';
import { StatusBadge } from '../status-badge.tsx';

export const toOrder = ({ id }: Pick<OrderRow, 'id'>): string => `/admin/view-order-details/${id}/`;

/** The columns of all lists of orders; `now` is the time of rendering, so that server and browser agree. */
export const columnsAt = (now: Date): readonly Column<OrderRow>[] => [
  { key: 'orderNumber', label: 'Order', sort: 'orderNumber', phone: 'name', cell: ({ orderNumber }) => orderNumber },
  {
    key: 'customer',
    label: 'Customer',
    sort: 'firstName',
    isLong: true,
    phone: 'line',
    cell: ({ firstName, lastName }) => `${firstName} ${lastName}`,
  },
  {
    key: 'lastName',
    label: 'Last name',
    sort: 'lastName',
    isLong: true,
    isHiddenAtFirst: true,
    cell: ({ lastName }) => lastName,
  },
  { key: 'companyName', label: 'Company', isLong: true, isHiddenAtFirst: true, cell: ({ companyName }) => companyName },
  { key: 'purchaseOrder', label: 'Order reference', isHiddenAtFirst: true, cell: ({ purchaseOrder }) => purchaseOrder },
  {
    key: 'orderDate',
    label: 'Ordered',
    sort: 'orderDate',
    phone: 'note',
    cell: ({ orderDate }) => <When at={new Date(orderDate)} now={now} />,
  },
  {
    key: 'orderStatus',
    label: 'Status',
    sort: 'orderStatus',
    phone: 'foot',
    cell: ({ orderStatus }) => <StatusBadge status={orderStatus} />,
  },
  {
    key: 'orderAmount',
    label: 'Amount',
    sort: 'orderAmount',
    isNumeric: true,
    phone: 'side',
    cell: ({ orderAmount }) => formatDollars(orderAmount),
  },
  {
    key: 'amountPaid',
    label: 'Paid',
    sort: 'amountPaid',
    isNumeric: true,
    isWide: true,
    cell: ({ amountPaid }) => formatDollars(amountPaid),
  },
  {
    key: 'amountRefunded',
    label: 'Refunded',
    isNumeric: true,
    isHiddenAtFirst: true,
    cell: ({ amountRefunded }) => (amountRefunded > 0 ? formatDollars(amountRefunded) : null),
  },
  {
    key: 'delivery',
    label: 'Delivery',
    isHiddenAtFirst: true,
    cell: ({ shippingMethod }) => (shippingMethod === 1 ? 'In Store Pickup' : 'Standard Delivery'),
  },
  { key: 'promoCode', label: 'Promo', isHiddenAtFirst: true, cell: ({ promoCode }) => promoCode },
];

function When({ at, now }: { at: Date; now: Date }) {
  return (
    <time dateTime={at.toISOString()} className={styles.when}>
      <span>{formatInstant(at)}</span> <small>{ago(at, now)}</small>
    </time>
  );
}

/** The filters beside the panel; a promo code in the URL adds a choice. */
export function filtersFor(query: URLSearchParams): readonly Filter[] {
  const code = query.get('promo') ?? '';
  const own = code === '' || code === 'any' || code === 'none' ? [] : [{ value: code, label: code }];
  return [
    {
      kind: 'one',
      key: 'refund',
      label: 'Refunds',
      choices: [
        { value: 'none', label: 'Nothing refunded' },
        { value: 'part', label: 'Partly refunded' },
        { value: 'all', label: 'Fully refunded' },
      ],
    },
    {
      kind: 'one',
      key: 'shippingMethod',
      label: 'Delivery',
      choices: [
        { value: '1', label: 'In Store Pickup' },
        { value: '2', label: 'Standard Delivery' },
      ],
    },
    {
      kind: 'one',
      key: 'promo',
      label: 'Promo',
      choices: [...own, { value: 'any', label: 'With a promo' }, { value: 'none', label: 'Without a promo' }],
    },
  ];
}

export function actionsOf(order: OrderRow, changeStatus: () => void): RowAction[] {
  const { id, taxInvoiceId } = order;
  return [
    { label: 'Order details', icon: <EyeIcon />, shortcut: 'V', isAlways: true, to: toOrder(order) },
    ...(taxInvoiceId === null
      ? []
      : [
          {
            label: 'Download tax invoice',
            icon: <FileIcon />,
            shortcut: 'I',
            isAlways: true,
            onSelect: () => void saveInvoice(taxInvoiceId),
          },
        ]),
    ...(order.orderStatus === 3
      ? [] // a refunded order keeps its status
      : [{ label: 'Change status', icon: <UpDownIcon />, shortcut: 'S', onSelect: changeStatus }]),
    {
      label: 'Picking list',
      icon: <ChecklistIcon />,
      startsGroup: true,
      onSelect: () => openPaper('picking-list', [id]),
    },
    { label: 'Packing slip', icon: <PrintIcon />, onSelect: () => openPaper('packing-slips', [id]) },
  ];
}
