import { useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { requireAdministrator, api } from '#lib/api/api-context.ts';
import { tableRowsOrPromise } from '#lib/api/table-rows.ts';
import { dayOf, format } from '#lib/day.ts';
import { Button } from '#ui/button/button.tsx';
import { PencilIcon, UndoIcon } from '#ui/icons/back-office-icons.tsx';
import { PlusIcon, TagIcon, TrashIcon } from '#ui/icons/icons.tsx';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import { type Column, type Filter, formatCount, type RowAction } from '#ui/table/table-config.ts';
import { listPriceListNames, listPriceLists, sentences } from '../lists/contract.ts';
import { daysInWords, ListStatusBadge } from '../lists/list-status.tsx';
import { ListDialog } from '../lists/price-list-dialog.tsx';
import { basisInWords, type ListOnPage } from '../lists/price-list-form.ts';
import { useListActions } from '../lists/use-list-actions.ts';
import type { Route } from './+types/price-lists';

export const handle = { crumb: 'Price lists' };

export const meta = backOfficeMeta('Price lists');

export async function loader({ context, url }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageAccounts');
  const [table, parents] = await Promise.all([
    tableRowsOrPromise(context, listPriceLists, { url, otherwise: sentences.load }),
    api(context)(listPriceListNames).catch(() => []), // the table shows the error
  ]);
  return { table, parents };
}

const usedBy = (count: number, one: string, many: string): string | null =>
  count === 0 ? null : `${formatCount(count)} ${count === 1 ? one : many}`;

const columns: readonly Column<ListOnPage>[] = [
  { key: 'name', label: 'Name', sort: 'name', phone: 'name', cell: ({ name }) => name },
  { key: 'status', label: 'Status', phone: 'side', cell: ({ status }) => <ListStatusBadge status={status} /> },
  { key: 'basis', label: 'Other items', sort: 'adjustPercent', isLong: true, phone: 'line', cell: basisInWords },
  {
    key: 'prices',
    label: 'Prices',
    isNumeric: true,
    phone: 'line',
    phoneLabel: 'Prices',
    cell: ({ priceCount }) => formatCount(priceCount),
  },
  {
    key: 'uses',
    label: 'Used by',
    isLong: true,
    phone: 'line',
    cell: ({ accountCount, siteCount, childCount }) =>
      [
        usedBy(accountCount, 'account', 'accounts'),
        usedBy(siteCount, 'site', 'sites'),
        usedBy(childCount, 'list', 'lists'),
      ]
        .filter(Boolean)
        .join(', ') || null,
  },
  { key: 'days', label: 'Valid', isWide: true, phone: 'note', cell: (list) => daysInWords(list) || null },
  {
    key: 'created',
    label: 'Created Date',
    sort: 'createdDate',
    isWide: true,
    isHiddenAtFirst: true,
    phone: 'foot',
    cell: ({ createdDate }) => format(dayOf(new Date(createdDate))),
  },
];

const filters: readonly Filter[] = [
  {
    kind: 'one',
    key: 'status',
    label: 'Status',
    choices: [{ value: 'archived', label: 'Archived' }],
    none: 'Not archived',
  },
];

const pathOf = ({ id }: Pick<ListOnPage, 'id'>): string => `/admin/price-lists/${id}/`;

export default function PriceLists({ loaderData: { table, parents } }: Route.ComponentProps) {
  const [edited, setEdited] = useState<ListOnPage | 'new'>();
  const { archive, restore } = useListActions();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const add = (
    <Button size="small" onClick={() => setEdited('new')}>
      <PlusIcon />
      Create a price list
    </Button>
  );
  const actions = (list: ListOnPage): RowAction[] =>
    list.status === 'archived'
      ? [{ label: 'Restore', icon: <UndoIcon />, isAlways: true, onSelect: () => void restore(list.id) }]
      : [
          { label: 'Edit', icon: <PencilIcon />, shortcut: 'E', isAlways: true, onSelect: () => setEdited(list) },
          {
            label: 'Archive',
            icon: <TrashIcon />,
            isDangerous: true,
            startsGroup: true,
            onSelect: () => void archive(list.id),
          },
        ];
  return (
    <>
      <PageHead title="Price lists" actions={add}>
        What trade accounts and their sites pay, where that is not the shop’s price.
      </PageHead>
      <DataTable
        {...table}
        list="price-lists"
        things={['price list', 'price lists']}
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        toRow={pathOf}
        usualSort="name"
        searchLabel="Search price lists"
        filters={filters}
        actions={actions}
        empty={{
          title: 'No price lists yet',
          text: 'A price list changes the shop’s prices by a percentage, or names the price of single items.',
          icon: <TagIcon />,
          action: add,
        }}
      />
      {edited && (
        <ListDialog
          list={edited === 'new' ? undefined : edited}
          parents={parents}
          close={() => setEdited(undefined)}
          done={(saved) => (edited === 'new' ? navigate(pathOf(saved)) : revalidate())}
        />
      )}
    </>
  );
}
