import type { ReactNode } from 'react';
import { day, format } from '#lib/day.ts';
import { formatDollars } from '#lib/money.ts';
import { type SimpleColumn, SimpleTable } from '#ui/layout/simple-table.tsx';
import styles from './ledger.module.css';
import { entryName, type LedgerRowOnPage } from './shapes.ts';

interface LedgerEntriesProps {
  rows: readonly LedgerRowOnPage[];
  /** Shown at the end of a row. */
  action?: (row: LedgerRowOnPage) => ReactNode;
  /** Shown beside what an entry has paid, or what has paid it. */
  allocationAction?: (row: LedgerRowOnPage, other: LedgerRowOnPage['allocations'][number]) => ReactNode;
}

/** The other entry of an allocation, by its document. A write-off has that of its invoice, so it is named as what it is. */
const otherName = (row: LedgerRowOnPage, { kind, document }: LedgerRowOnPage['allocations'][number]): string => {
  if (kind === 'writeOff') return row.amount > 0 ? 'the write-off' : 'the write-off taken back';
  return document || entryName(kind, -row.amount).toLowerCase();
};

/** Entries of an account's ledger, newest first, with the balance after each. */
export function LedgerEntries({ rows, action, allocationAction }: LedgerEntriesProps) {
  const columns: SimpleColumn<LedgerRowOnPage>[] = [
    {
      label: 'Entry',
      cell: ({ kind, amount, document }) => `${entryName(kind, amount)} ${document}`.trim(),
      about: ({ site, note }) => [site, note].filter(Boolean).join(', '),
    },
    { label: 'Date', cell: ({ onDay }) => format(day(onDay)) },
    {
      label: 'Allocated',
      isWide: true,
      cell: (row) => (
        <ul className={styles.lines}>
          {row.allocations.map((other) => (
            <li key={other.entryId}>
              {`${formatDollars(other.amount)} ${row.amount > 0 ? 'by' : 'to'} ${otherName(row, other)}`}
              {allocationAction?.(row, other)}
            </li>
          ))}
          {row.open !== 0 && <li>{`${formatDollars(Math.abs(row.open))} open`}</li>}
        </ul>
      ),
    },
    { label: 'Amount', cell: ({ amount }) => formatDollars(amount) },
    { label: 'Balance', cell: ({ balance }) => formatDollars(balance) },
  ];
  if (action) columns.push({ label: 'Change', isActions: true, cell: action });
  return <SimpleTable label="Ledger" columns={columns} rows={rows} keyOf={({ id }) => id} none="No entries yet." />;
}
