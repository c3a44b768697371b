import { type RawBuilder, sql } from 'kysely';
import type { ListFile } from '#platform/list/list-export.server.ts';
import { searchCondition } from '#platform/list/search-condition.server.ts';
import { dayOf, endOf, formatInstant, startOf } from '#lib/day.ts';
import { type InboxFilter, statusName } from './contract.ts';

/** Reduces a phone number to its digits, because numbers are stored as digits; other text is unchanged. */
function normaliseSearch(search: string | undefined): string | undefined {
  const text = (search ?? '').trim();
  return /^[\d\s()+]{8,}$/.test(text) ? text.replace(/\D/g, '') : search;
}

/** The condition of the filter that all inboxes have. */
export function inboxCondition({ status, startDate, endDate, search }: InboxFilter): RawBuilder<boolean> {
  const conditions = [
    sql`true`,
    status?.length ? sql`status in (${sql.join([...new Set(status)].sort())})` : undefined,
    startDate && sql`created_at >= ${startOf(startDate)}`,
    endDate && sql`created_at < ${endOf(endDate)}`,
    searchCondition(sql`words`, normaliseSearch(search)),
  ];
  return sql<boolean>`${sql.join(conditions.filter(Boolean), sql` and `)}`;
}

/** The columns that the exports of all inboxes begin with. */
export const sentColumns: ListFile<{ createdAt: Date; status: number }>['columns'] = [
  { header: 'Sent', kind: 'date', of: ({ createdAt }) => dayOf(createdAt) },
  { header: 'Time', kind: 'text', of: ({ createdAt }) => formatInstant(createdAt).split(', ')[1] ?? '' },
  { header: 'Status', kind: 'text', of: ({ status }) => statusName(status) },
];
