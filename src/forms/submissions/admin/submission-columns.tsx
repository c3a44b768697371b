import { sentColumn, sentFilter, statusColumn, statusFilter } from '#inbox/columns.tsx';
import type { Column, Filter } from '#ui/table/table-config.ts';
import type { FormChoice, SubmissionRow } from './contract.ts';

/** The submitter's name, or else their e-mail address. */
export const senderOf = ({ senderName, senderEmail }: Pick<SubmissionRow, 'senderName' | 'senderEmail'>): string =>
  senderName || senderEmail || 'Unknown';

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
const email: Column<SubmissionRow> = {
  key: 'email',
  label: 'Email',
  isLong: true,
  isWide: true,
  cell: ({ senderEmail }) => senderEmail || null,
};
const version: Column<SubmissionRow> = {
  key: 'version',
  label: 'Version',
  isNumeric: true,
  isWide: true,
  cell: ({ formVersion }) => formVersion,
};

/** The columns of the list; fewer beside the reading pane. */
export const columnsOf = (isReading: boolean): readonly Column<SubmissionRow>[] =>
  isReading
    ? [sender, form, sentColumn(isReading), statusColumn]
    : [sender, email, form, sentColumn(isReading), version, statusColumn];

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
  statusFilter,
  sentFilter,
];
