import { Hidden } from '#ui/hidden.tsx';
import styles from './reports.module.css';
import type { SalesTable } from './sales-contract.ts';

interface ExportLinksProps {
  table: SalesTable;
  /** What it exports, for screen readers. */
  label: string;
  startDate: string;
  endDate: string;
}

/** Links that export a table. */
export function ExportLinks({ table, label, startDate, endDate }: ExportLinksProps) {
  const to = (format: string): string =>
    `/v1/reports/sales-file?${new URLSearchParams({ table, format, startDate, endDate })}`;
  return (
    <p className={styles.exports}>
      <a href={to('xlsx')} download>
        Excel<Hidden>: {label}</Hidden>
      </a>
      <a href={to('csv')} download>
        CSV<Hidden>: {label}</Hidden>
      </a>
    </p>
  );
}
