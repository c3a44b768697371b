import { dayOf, format, formatInstant } from '#lib/day.ts';
import { Badge, type Tone } from '#ui/feedback/badge.tsx';
import type { Column, Filter } from '#ui/table/table-config.ts';
import { statuses, statusName } from './contract.ts';

const tones: Record<number, Tone> = { 0: 'warning', 1: 'info', 2: 'success' };

/** The status of a submission or an enquiry. */
export function StatusBadge({ status }: { status: number }) {
  return <Badge tone={tones[status] ?? 'neutral'}>{statusName(status)}</Badge>;
}

/** When a row was sent; beside the reading pane, only the day. */
export const sentColumn = (isReading: boolean): Column<{ createdDate: string }> => ({
  key: 'sent',
  label: 'Sent',
  sort: 'createdDate',
  phone: 'foot',
  cell: ({ createdDate }) => (isReading ? format(dayOf(new Date(createdDate))) : formatInstant(new Date(createdDate))),
});

export const statusColumn: Column<{ status: number }> = {
  key: 'status',
  label: 'Status',
  sort: 'status',
  phone: 'side',
  cell: (row) => <StatusBadge status={row.status} />,
};

export const statusFilter: Filter = {
  kind: 'many',
  key: 'status',
  label: 'Status',
  choices: statuses.map(({ value, name: label }) => ({ value: String(value), label })),
};

export const sentFilter: Filter = { kind: 'days', key: 'sent', label: 'Sent', from: 'startDate', to: 'endDate' };
