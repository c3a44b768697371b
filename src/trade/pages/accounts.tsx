import { useState } from 'react';
import { useNavigate } from 'react-router';
import { requireAdministrator } from '#lib/api/api-context.ts';
import { type ReplyOf, urlOf } from '#lib/api/endpoint.ts';
import { dayOf, format } from '#lib/day.ts';
import { formatDollars } from '#lib/money.ts';
import { tableRowsOrPromise } from '#lib/api/table-rows.ts';
import { Button } from '#ui/button/button.tsx';
import { BuildingIcon } from '#ui/icons/back-office-icons.tsx';
import { PlusIcon } from '#ui/icons/icons.tsx';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import type { Column, Filter } from '#ui/table/table-config.ts';
import { AccountDialog } from '../accounts/account-dialog.tsx';
import { accountStatuses, exportAccounts, listAccounts, statusLabels } from '../accounts/contract.ts';
import { StatusBadge } from '../accounts/status-badge.tsx';
import type { Route } from './+types/accounts';

type AccountRow = ReplyOf<typeof listAccounts>[number];

export const handle = { crumb: 'Trade accounts' };

export const meta = backOfficeMeta('Trade accounts');

export function loader({ context, url }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageAccounts');
  return tableRowsOrPromise(context, listAccounts, { url, otherwise: 'Unable to load the trade accounts.' });
}

const columns: readonly Column<AccountRow>[] = [
  { key: 'name', label: 'Company', sort: 'name', phone: 'name', isLong: true, cell: ({ name }) => name },
  { key: 'number', label: 'Number', sort: 'number', isNumeric: true, isWide: true, cell: ({ number }) => number },
  {
    key: 'status',
    label: 'Status',
    sort: 'status',
    phone: 'side',
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  { key: 'sites', label: 'Sites', isNumeric: true, isWide: true, cell: ({ siteCount }) => siteCount },
  {
    key: 'exposure',
    label: 'Exposure',
    sort: 'exposure',
    isNumeric: true,
    phone: 'line',
    phoneLabel: 'Exposure',
    cell: ({ exposure }) => formatDollars(exposure),
  },
  {
    key: 'limit',
    label: 'Credit limit',
    isNumeric: true,
    isWide: true,
    cell: ({ creditLimit }) => formatDollars(creditLimit),
  },
  {
    key: 'overdue',
    label: 'Overdue',
    isNumeric: true,
    phone: 'line',
    phoneLabel: 'Overdue',
    cell: ({ overdue }) => (overdue > 0 ? formatDollars(overdue) : '–'),
  },
  {
    key: 'yearSales',
    label: 'Sales, 12 months',
    sort: 'yearSales',
    isNumeric: true,
    isWide: true,
    cell: ({ yearSales }) => (yearSales > 0 ? formatDollars(yearSales) : '–'),
  },
  {
    key: 'created',
    label: 'Created Date',
    sort: 'createdDate',
    isHiddenAtFirst: true,
    cell: ({ createdDate }) => format(dayOf(new Date(createdDate))),
  },
];

const filters: readonly Filter[] = [
  {
    kind: 'one',
    key: 'status',
    label: 'Status',
    choices: accountStatuses.map((value) => ({ value, label: statusLabels[value] })),
  },
];

const toAccount = ({ id }: AccountRow): string => `/admin/accounts/${id}/`;

export default function Accounts({ loaderData }: Route.ComponentProps) {
  const [isAdding, setAdding] = useState(false);
  const navigate = useNavigate();
  const add = (
    <Button size="small" onClick={() => setAdding(true)}>
      <PlusIcon />
      Add a trade account
    </Button>
  );
  return (
    <>
      <PageHead title="Trade accounts" actions={add}>
        Companies that order for their sites and pay by invoice.
      </PageHead>
      <DataTable
        {...loaderData}
        list="trade-accounts"
        things={['trade account', 'trade accounts']}
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        toRow={toAccount}
        usualSort="name"
        searchLabel="Search company, number or ABN"
        filters={filters}
        exportTo={(kind, shown) =>
          urlOf(exportAccounts.path, {
            query: {
              search: shown.get('search'),
              status: shown.getAll('status'),
              sort: shown.get('sort'),
              format: kind,
            },
          })
        }
        empty={{
          title: 'No trade accounts yet',
          text: 'Companies apply with the form “Apply for a trade account”, or you add them here.',
          icon: <BuildingIcon />,
          action: add,
        }}
      />
      {isAdding && (
        <AccountDialog close={() => setAdding(false)} done={({ id }) => navigate(`/admin/accounts/${id}/`)} />
      )}
    </>
  );
}
