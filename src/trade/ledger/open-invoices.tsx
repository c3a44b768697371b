import type { ReactNode } from 'react';
import { day, format } from '#lib/day.ts';
import { formatDollars } from '#lib/money.ts';
import { countText } from '#lib/text/count-text.ts';
import { Link } from '#ui/link.tsx';
import { type SimpleColumn, SimpleTable } from '#ui/layout/simple-table.tsx';
import styles from './ledger.module.css';
import type { OpenInvoiceOnPage } from './shapes.ts';

interface OpenInvoicesProps {
  invoices: readonly OpenInvoiceOnPage[];
  /** The page of an order. */
  orderPath: (orderId: string) => string;
  /** Shown in front of the number, such as a check box. */
  choose?: ((invoice: OpenInvoiceOnPage) => ReactNode) | undefined;
  /** Shown at the end of a row. */
  action?: ((invoice: OpenInvoiceOnPage) => ReactNode) | undefined;
}

/** The invoices that have to be paid: not those of cancelled orders. */
export const payableOf = (invoices: readonly OpenInvoiceOnPage[]): OpenInvoiceOnPage[] =>
  invoices.filter(({ isCancelled }) => !isCancelled);

/** What is open of invoices, in dollars. */
export const totalOf = (invoices: readonly OpenInvoiceOnPage[]): number =>
  invoices.reduce((sum, { open }) => sum + Math.round(open * 100), 0) / 100;

/** The open invoices of an account, the oldest due first. Those of cancelled orders cannot be chosen. */
export function OpenInvoices({ invoices, orderPath, choose, action }: OpenInvoicesProps) {
  const total = totalOf(payableOf(invoices));
  const columns: SimpleColumn<OpenInvoiceOnPage>[] = [
    {
      label: 'Invoice',
      sum: 'To pay',
      cell: (invoice) => (
        <div className={styles.check}>
          {!invoice.isCancelled && choose?.(invoice)}
          {invoice.orderId === null ? (
            invoice.document
          ) : (
            <Link to={orderPath(invoice.orderId)}>{invoice.document}</Link>
          )}
        </div>
      ),
      about: ({ site, poNumber, isCancelled }) =>
        [site, poNumber && `PO ${poNumber}`, isCancelled && 'order cancelled, nothing to pay']
          .filter(Boolean)
          .join(', '),
    },
    { label: 'Date', isWide: true, cell: ({ onDay }) => format(day(onDay)) },
    {
      label: 'Due',
      cell: ({ dueDay, daysOverdue, isCancelled }) => (
        <span className={daysOverdue > 0 && !isCancelled ? styles.late : undefined}>{format(day(dueDay))}</span>
      ),
      about: ({ daysOverdue, isCancelled }) =>
        daysOverdue > 0 && !isCancelled ? `${countText(daysOverdue, 'day')} overdue` : '',
    },
    { label: 'Reference', isText: true, cell: ({ reference }) => reference },
    { label: 'Amount', isWide: true, cell: ({ amount }) => formatDollars(amount) },
    { label: 'Open', sum: formatDollars(total), cell: ({ open }) => formatDollars(open) },
  ];
  if (action) columns.push({ label: 'Change', isActions: true, cell: action });
  return (
    <SimpleTable
      label="Open invoices"
      columns={columns}
      rows={invoices}
      keyOf={({ entryId }) => entryId}
      none="Nothing is open."
    />
  );
}
