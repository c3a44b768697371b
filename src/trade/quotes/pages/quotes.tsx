import { useState } from 'react';
import { useNavigate } from 'react-router';
import { requireAdministrator } from '#lib/api/api-context.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { tableRowsOrPromise } from '#lib/api/table-rows.ts';
import { day, dayOf, format } from '#lib/day.ts';
import { formatDollars } from '#lib/money.ts';
import { Button } from '#ui/button/button.tsx';
import { FileIcon, PlusIcon } from '#ui/icons/icons.tsx';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import type { Column, Filter } from '#ui/table/table-config.ts';
import { BeginDialog } from '../begin-dialog.tsx';
import { listQuotes } from '../contract.ts';
import { quoteName, quoteStates, sentences, stateLabels } from '../shapes.ts';
import { StateBadge } from '../state-badge.tsx';
import type { Route } from './+types/quotes';

type QuoteRow = ReplyOf<typeof listQuotes>[number];

export const handle = { crumb: 'Quotes' };

export const meta = backOfficeMeta('Quotes');

export function loader({ context, url }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageAccounts');
  return tableRowsOrPromise(context, listQuotes, { url, otherwise: sentences.loadAll });
}

const columns: readonly Column<QuoteRow>[] = [
  { key: 'number', label: 'Quote', phone: 'name', cell: quoteName },
  { key: 'state', label: 'State', phone: 'side', cell: ({ state }) => <StateBadge state={state} /> },
  { key: 'company', label: 'Company', isLong: true, phone: 'line', cell: ({ accountName }) => accountName },
  { key: 'site', label: 'Site', isLong: true, phone: 'line', cell: ({ siteName }) => siteName },
  { key: 'contact', label: 'Person', isLong: true, isWide: true, cell: ({ contact }) => contact },
  {
    key: 'total',
    label: 'Total',
    sort: 'total',
    isNumeric: true,
    phone: 'note',
    cell: ({ total }) => formatDollars(total),
  },
  {
    key: 'validUntil',
    label: 'Valid until',
    isWide: true,
    phone: 'line',
    phoneLabel: 'Valid until',
    cell: ({ validUntil }) => (validUntil === null ? null : format(day(validUntil))),
  },
  {
    key: 'created',
    label: 'Created Date',
    sort: 'createdDate',
    cell: ({ createdDate }) => format(dayOf(new Date(createdDate))),
  },
];

const filters: readonly Filter[] = [
  {
    kind: 'many',
    key: 'state',
    label: 'State',
    choices: quoteStates.map((value) => ({ value, label: stateLabels[value] })),
  },
];

const pathOf = (id: string): string => `/admin/quotes/${id}`;

export default function Quotes({ loaderData }: Route.ComponentProps) {
  const [isBeginning, setBeginning] = useState(false);
  const navigate = useNavigate();
  const begin = (
    <Button size="small" onClick={() => setBeginning(true)}>
      <PlusIcon />
      New quote
    </Button>
  );
  return (
    <>
      <PageHead title="Quotes" actions={begin}>
        What trade accounts have asked for, and what was offered to them.
      </PageHead>
      <DataTable
        {...loaderData}
        list="quotes"
        things={['quote', 'quotes']}
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={quoteName}
        toRow={({ id }) => pathOf(id)}
        usualSort="-createdDate"
        searchLabel="Search number, company or person"
        filters={filters}
        empty={{
          title: 'No quotes yet',
          text: 'The people of trade accounts ask for one from their cart, or you begin one here.',
          icon: <FileIcon />,
          action: begin,
        }}
      />
      {isBeginning && <BeginDialog close={() => setBeginning(false)} done={(id) => navigate(pathOf(id))} />}
    </>
  );
}
