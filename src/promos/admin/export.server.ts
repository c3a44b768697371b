import type { Db } from '#platform/db/db.server.ts';
import type { ListFile } from '#platform/list/list-export.server.ts';
import { type Day, dayOf } from '#lib/day.ts';
import type { PromosQuery } from './contract.ts';
import { filtered, inOrder, rowsOf, type StoredPromo, statusOf } from './list.server.ts';
import { statusWords } from './status-words.ts';

const yesNo = (is: boolean): string => (is ? 'Yes' : 'No');

/** The filtered list as a file, in the list's sort order. */
export const promoFile = (db: Db, { sort, ...filter }: PromosQuery, today: Day): ListFile<StoredPromo> => ({
  name: 'Promos',
  query: inOrder(rowsOf(filtered(db, filter, today)), sort),
  columns: [
    { header: 'Code', kind: 'text', width: 24, of: ({ code }) => code },
    { header: 'Description', kind: 'text', width: 40, of: ({ description }) => description },
    {
      header: 'Discount Percentage',
      kind: 'number',
      of: ({ percentage }) => (percentage === null ? null : Number(percentage)),
    },
    { header: 'Discount Amount', kind: 'money', of: ({ amount }) => amount },
    { header: 'Minimum Spend', kind: 'money', of: ({ minimumSpend }) => minimumSpend },
    { header: 'Applicable To All', kind: 'text', of: ({ isForAll }) => yesNo(isForAll) },
    { header: 'Expiry Date', kind: 'date', of: ({ expiryDay }) => expiryDay },
    { header: 'One-Time Use', kind: 'text', of: ({ isOneTime }) => yesNo(isOneTime) },
    { header: 'Status', kind: 'text', of: (row) => statusWords[statusOf(row, today)] },
    { header: 'Created', kind: 'date', of: (row) => dayOf(row.created_at) },
  ],
});
