import { sentColumn, sentFilter, statusColumn, statusFilter } from '#inbox/columns.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import type { Column, Filter } from '#ui/table/table-config.ts';
import type { EnquiryRow } from './inbox-contract.ts';
import styles from './inbox.module.css';

const name: Column<EnquiryRow> = {
  key: 'name',
  label: 'From',
  sort: 'name',
  phone: 'name',
  cell: (row) => row.name,
};
const company: Column<EnquiryRow> = {
  key: 'company',
  label: 'Company',
  sort: 'company',
  isLong: true,
  phone: 'line',
  cell: (row) => row.company,
};
const message: Column<EnquiryRow> = {
  key: 'message',
  label: 'Message',
  isLong: true,
  isWide: true,
  cell: (row) => <span className={styles.beginning}>{row.message}</span>,
};
const email: Column<EnquiryRow> = {
  key: 'email',
  label: 'Email',
  isLong: true,
  isHiddenAtFirst: true,
  cell: (row) => row.email,
};
const status: Column<EnquiryRow> = {
  ...statusColumn,
  cell: (row) => (row.isSuspectedSpam ? <SpamBadge /> : statusColumn.cell(row)),
};

export const SpamBadge = () => <Badge tone="danger">Suspected spam</Badge>;

/** The list's columns; while the reading pane is open, there are fewer. */
export const columnsOf = (isReading: boolean): readonly Column<EnquiryRow>[] => [
  name,
  company,
  ...(isReading ? [] : [message, email]),
  sentColumn(isReading),
  status,
];

export const filters: readonly Filter[] = [
  statusFilter,
  {
    kind: 'one',
    key: 'spam',
    label: 'Suspected spam',
    none: 'Hidden',
    choices: [
      { value: 'all', label: 'Included' },
      { value: 'only', label: 'Only' },
    ],
  },
  sentFilter,
];
