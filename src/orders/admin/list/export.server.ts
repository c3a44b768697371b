import type { Db } from '#platform/db/db.server.ts';
import type { ListFile } from '#platform/list/list-export.server.ts';
import { formatAbn } from '#lib/text/company.ts';
import { dayOf } from '#lib/day.ts';
import { statusName } from '#orders/contract.ts';
import type { OrderFilter, OrderList } from '../contract.ts';
import { filtered, inOrder, rowsOf, type StoredRow } from './list.server.ts';

/** The filtered list as a file, in the list's sort order. */
export const orderFile = (db: Db, filter: OrderFilter, sort: OrderList['sort']): ListFile<StoredRow> => ({
  name: 'Orders',
  query: inOrder(rowsOf(filtered(db, filter)), sort),
  columns: [
    { header: 'Order number', kind: 'text', of: ({ number }) => number },
    { header: 'Ordered', kind: 'date', of: ({ placedAt }) => dayOf(placedAt) },
    { header: 'First name', kind: 'text', of: ({ firstName }) => firstName },
    { header: 'Last name', kind: 'text', of: ({ lastName }) => lastName },
    { header: 'Email', kind: 'text', width: 32, of: ({ email }) => email },
    { header: 'Company', kind: 'text', width: 28, of: ({ companyName }) => companyName },
    { header: 'ABN', kind: 'text', of: ({ abn }) => formatAbn(abn ?? '') },
    { header: 'Order reference', kind: 'text', of: ({ purchaseOrder }) => purchaseOrder },
    { header: 'Status', kind: 'text', of: ({ status }) => statusName(status) },
    { header: 'Delivery', kind: 'text', of: ({ shippingMethod }) => methodName(shippingMethod) },
    { header: 'Promo', kind: 'text', of: ({ promoCode }) => promoCode },
    { header: 'Amount', kind: 'money', of: ({ orderAmount }) => orderAmount },
    { header: 'Paid', kind: 'money', of: ({ amountPaid }) => amountPaid },
    { header: 'Refunded', kind: 'money', of: ({ amountRefunded }) => amountRefunded },
    { header: 'Invoice', kind: 'text', of: ({ invoiceNumber }) => invoiceNumber },
  ],
});

const methodName = (method: number): string => (method === 1 ? 'In Store Pickup' : 'Standard Delivery');
