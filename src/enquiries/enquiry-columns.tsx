import { dayOf, format, formatInstant } from '#lib/day.ts';
import { statuses } from '#inbox/contract.ts';
import { StatusBadge } from '#inbox/status-badge.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import type { Column, Filter } from '#ui/table/parts.ts';
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
const status: Column<EnquiryRow> = {
  key: 'status',
  label: 'Status',
  sort: 'status',
  phone: 'side',
  cell: (row) => (row.isSuspectedSpam ? <SpamBadge /> : <StatusBadge status={row.status} />),
};

export const SpamBadge = () => <Badge tone="danger">Suspected spam</Badge>;

/** The columns of the list; fewer while the reading pane is open. */
export const columnsOf = (isReading: boolean): readonly Column<EnquiryRow>[] =>
  isReading
    ? [
        name,
        company,
        {
          key: 'sent',
          label: 'Sent',
          sort: 'createdDate',
          phone: 'foot',
          cell: ({ createdDate }) => format(dayOf(new Date(createdDate))),
        },
        status,
      ]
    : [
        name,
        company,
        {
          key: 'message',
          label: 'Message',
          isLong: true,
          isWide: true,
          cell: ({ message }) => <span className={styles.beginning}>{message}</span>,
        },
        { key: 'email', label: 'Email', isLong: true, isHiddenAtFirst: true, cell: ({ email }) => email },
        {
          key: 'sent',
          label: 'Sent',
          sort: 'createdDate',
          phone: 'foot',
          cell: ({ createdDate }) => formatInstant(new Date(createdDate)),
        },
        status,
      ];

/** The filters of the list. */
export const filters: readonly Filter[] = [
  {
    kind: 'many',
    key: 'status',
    label: 'Status',
    choices: statuses.map(({ value, name: label }) => ({ value: String(value), label })),
  },
  {
    kind: 'one',
    key: 'spam',
    label: 'Suspected spam',
    none: 'Hidden',
    choices: [
      { value: 'all', label: 'Included' },
      { value: 'only', label: 'Alone' },
    ],
  },
  { kind: 'days', key: 'sent', label: 'Sent', from: 'startDate', to: 'endDate' },
];
