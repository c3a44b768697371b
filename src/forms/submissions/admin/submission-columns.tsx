import { dayOf, format, formatInstant } from '#lib/day.ts';
import type { Column, Filter } from '#ui/table/parts.ts';
import type { FormChoice, SubmissionRow } from './contract.ts';
import { statuses } from '#inbox/contract.ts';
import { StatusBadge } from '#inbox/status-badge.tsx';

/** The sender's name or address, if known. */
export const senderOf = ({ senderName, senderEmail }: Pick<SubmissionRow, 'senderName' | 'senderEmail'>): string =>
  senderName || senderEmail || 'Not named';

const sender: Column<SubmissionRow> = {
  key: 'sender',
  label: 'Sender',
  sort: 'sender',
  phone: 'name',
  cell: senderOf,
};
const form: Column<SubmissionRow> = {
  key: 'form',
  label: 'Form',
  isLong: true,
  phone: 'line',
  cell: ({ formName }) => formName,
};
const status: Column<SubmissionRow> = {
  key: 'status',
  label: 'Status',
  sort: 'status',
  phone: 'side',
  cell: (row) => <StatusBadge status={row.status} />,
};

/** The columns of the list; fewer beside the reading pane. */
export const columnsOf = (isReading: boolean): readonly Column<SubmissionRow>[] =>
  isReading
    ? [
        sender,
        form,
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
        sender,
        {
          key: 'email',
          label: 'Email',
          isLong: true,
          isWide: true,
          cell: ({ senderEmail }) => senderEmail || null,
        },
        form,
        {
          key: 'sent',
          label: 'Sent',
          sort: 'createdDate',
          phone: 'foot',
          cell: ({ createdDate }) => formatInstant(new Date(createdDate)),
        },
        {
          key: 'version',
          label: 'Version',
          isNumeric: true,
          isWide: true,
          cell: ({ formVersion }) => formVersion,
        },
        status,
      ];

/** The list's filters. */
export const filtersOf = (forms: readonly FormChoice[]): readonly Filter[] => [
  {
    kind: 'one',
    key: 'formId',
    label: 'Form',
    choices: forms.map(({ id, formName, isArchived }) => ({
      value: id,
      label: isArchived ? `${formName} (archived)` : formName,
    })),
  },
  {
    kind: 'many',
    key: 'status',
    label: 'Status',
    choices: statuses.map(({ value, name }) => ({ value: String(value), label: name })),
  },
  { kind: 'days', key: 'sent', label: 'Sent', from: 'startDate', to: 'endDate' },
];
