import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { HistoryPanel } from '#history/history-panel.tsx';
import { api, loadOrPageError, requireAdministrator } from '#lib/api/api-context.ts';
import { urlOf } from '#lib/api/endpoint.ts';
import { tableRowsOrPromise } from '#lib/api/table-rows.ts';
import { Button } from '#ui/button/button.tsx';
import { PencilIcon, UndoIcon } from '#ui/icons/back-office-icons.tsx';
import { PlusIcon, TagIcon, UploadIcon } from '#ui/icons/icons.tsx';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import { type Filter, formatCount, type RowAction } from '#ui/table/table-config.ts';
import { deleteAction } from '#ui/table/row-actions.tsx';
import { ImportDialog } from '../importing/import-dialog.tsx';
import { AddPrice } from '../lists/add-price.tsx';
import { listPriceListNames, readPriceList, sentences } from '../lists/contract.ts';
import { daysInWords, ListStatusBadge } from '../lists/list-status.tsx';
import { keyOf, type PriceOnPage } from '../lists/price-cells.ts';
import { nameOf, priceColumns } from '../lists/price-columns.tsx';
import { type NewPrice, PriceDialog } from '../lists/price-dialog.tsx';
import { ListDialog } from '../lists/price-list-dialog.tsx';
import { basisInWords, type ListOnPage } from '../lists/price-list-form.ts';
import { exportPrices, listPrices, priceSentences } from '../lists/prices-contract.ts';
import { useListActions } from '../lists/use-list-actions.ts';
import { useRemovePrice } from '../lists/use-remove-price.ts';
import type { Route } from './+types/price-list';

export const handle = {
  crumb: (loaded?: { list: ListOnPage }) => loaded?.list.name ?? 'Price list',
  above: [{ label: 'Price lists', to: '/admin/price-lists/' }],
};

export const meta = backOfficeMeta('Price list');

/** Prices on a page, unless the reader chooses another number: a contract has dozens. */
const usualSize = 50;

export async function loader({ context, url, params: { id } }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageAccounts');
  const ask = api(context);
  const [list, table, parents] = await Promise.all([
    loadOrPageError(sentences.load, ask(readPriceList, { params: { id } })),
    tableRowsOrPromise(context, listPrices, {
      url,
      otherwise: priceSentences.load,
      usualSize,
      input: { params: { id } },
    }),
    ask(listPriceListNames).catch(() => []), // only the form needs them
  ]);
  return { list, table, parents };
}

const filters: readonly Filter[] = [
  {
    kind: 'one',
    key: 'show',
    label: 'Prices',
    choices: [
      { value: 'belowCost', label: 'Below cost' },
      { value: 'later', label: 'Not begun' },
      { value: 'over', label: 'Over' },
    ],
    none: 'All prices',
  },
];

/** `Other items: 5 % less than Trade, until 31/12/2026. Used by 2 accounts and 1 site.` */
function inWords(list: ListOnPage): string {
  const { accountCount, siteCount, childCount } = list;
  const counted = (count: number, one: string, many: string) =>
    count === 0 ? [] : [`${formatCount(count)} ${count === 1 ? one : many}`];
  const uses = [
    ...counted(accountCount, 'account', 'accounts'),
    ...counted(siteCount, 'site', 'sites'),
    ...counted(childCount, 'list', 'lists'),
  ];
  const days = daysInWords(list);
  const used =
    uses.length === 0 ? 'Nobody uses it yet.' : `Used by ${uses.join(', ').replace(/, ([^,]*)$/, ' and $1')}.`;
  return `Items without a price here: ${basisInWords(list).replace(/^The/, 'the')}.${days && ` Valid ${days}.`} ${used}`;
}

export default function PriceListPage({ loaderData: { list, table, parents } }: Route.ComponentProps) {
  const [task, setTask] = useState<'edit' | 'import'>();
  const [added, setAdded] = useState<NewPrice>();
  const { revalidate } = useRevalidator();
  const { restore } = useListActions();
  const remove = useRemovePrice(list.id);
  const isArchived = list.status === 'archived';
  const close = (): void => setTask(undefined);
  const actions = (row: PriceOnPage): RowAction[] => [
    {
      label: 'Add a quantity break',
      icon: <PlusIcon />,
      shortcut: 'B',
      onSelect: () => setAdded({ ...row, isBreak: true }),
    },
    deleteAction(() => void remove(row), 'Remove'),
  ];
  return (
    <>
      <PageHead
        title={list.name}
        badge={<ListStatusBadge status={list.status} />}
        actions={
          isArchived ? (
            <Button look="quiet" size="small" onClick={() => void restore(list.id)}>
              <UndoIcon />
              Restore
            </Button>
          ) : (
            <>
              <Button look="quiet" size="small" onClick={() => setTask('edit')}>
                <PencilIcon />
                Edit list
              </Button>
              <Button size="small" onClick={() => setTask('import')}>
                <UploadIcon />
                Import prices
              </Button>
            </>
          )
        }
      >
        {inWords(list)} Prices include GST.
      </PageHead>
      {!isArchived && <AddPrice listId={list.id} onChoose={(item) => setAdded({ ...item, isBreak: item.isListed })} />}
      <DataTable
        {...table}
        list="list-prices"
        things={['price', 'prices']}
        columns={priceColumns(list.id, isArchived)}
        keyOf={keyOf}
        nameOf={nameOf}
        usualSort="productName"
        usualSize={usualSize}
        searchLabel="Search names and codes"
        filters={filters}
        {...(!isArchived && { actions })}
        exportTo={(format, shown) =>
          urlOf(exportPrices.path, { params: { id: list.id }, query: { ...Object.fromEntries(shown), format } })
        }
        empty={{
          title: 'No prices yet',
          text: 'Add an item above, or import a file of prices. Until then, only the percentage counts.',
          icon: <TagIcon />,
        }}
      />
      <HistoryPanel key={list.version} entity="price-list" id={list.id} />
      {task === 'edit' && <ListDialog list={list} parents={parents} close={close} done={revalidate} />}
      {task === 'import' && <ImportDialog listId={list.id} close={close} />}
      {added && <PriceDialog listId={list.id} item={added} close={() => setAdded(undefined)} />}
    </>
  );
}
