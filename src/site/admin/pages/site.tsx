import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { requireAdministrator } from '#lib/api/api-context.ts';
import { formatInstant } from '#lib/day.ts';
import { tableRowsOrPromise } from '#lib/api/table-rows.ts';
import { Button } from '#ui/button/button.tsx';
import { CopyIcon, ExternalIcon, PencilIcon, UndoIcon } from '#ui/icons/back-office-icons.tsx';
import { FileIcon, PlusIcon, TrashIcon } from '#ui/icons/icons.tsx';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import type { Column, Filter, RowAction } from '#ui/table/table-config.ts';
import { type ListedPage, listPages, pageSentences, pageStates } from '../contract.ts';
import { NewPageDialog } from '../new-page-dialog.tsx';
import { PageStateBadge, stateWords } from '../page-state.tsx';
import { restoreRemoved, useRemovePage } from '../remove-page.tsx';
import { SiteNav } from '../site-nav.tsx';
import { SiteZipButtons } from '../site-zip-dialog.tsx';
import type { Route } from './+types/site';

export const handle = { crumb: 'Pages' };

export const meta = backOfficeMeta('Pages');

export function loader({ context, url }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageSite');
  return tableRowsOrPromise(context, listPages, { url, otherwise: pageSentences.load, usualSize: 25 });
}

const time = (instant: string): string => formatInstant(new Date(instant));

const columns: readonly Column<ListedPage>[] = [
  { key: 'title', label: 'Title', sort: 'title', isLong: true, phone: 'name', cell: ({ title }) => title },
  {
    key: 'path',
    label: 'Address',
    sort: 'path',
    phone: 'line',
    cell: ({ path }) => (path === '/' ? '/ (home page)' : path),
  },
  { key: 'state', label: 'State', phone: 'side', cell: ({ state }) => <PageStateBadge state={state} /> },
  {
    key: 'updated',
    label: 'Changed',
    sort: 'updatedDate',
    phone: 'foot',
    phoneLabel: 'Changed',
    cell: ({ updatedDate, updatedBy }) => `${time(updatedDate)}, ${updatedBy}`,
  },
  {
    key: 'published',
    label: 'Published',
    sort: 'publishedDate',
    isWide: true,
    cell: ({ publishedDate, publishAt, publishFailed }) => {
      if (publishFailed !== null) return `Failed: ${publishFailed}`;
      if (publishAt !== null) return `From ${time(publishAt)}`;
      return publishedDate === null ? '–' : time(publishedDate);
    },
  },
];

const filters: readonly Filter[] = [
  {
    kind: 'one',
    key: 'state',
    label: 'State',
    choices: pageStates.map((value) => ({ value, label: stateWords[value] })),
  },
];

const toPage = ({ id }: ListedPage): string => `/admin/site/pages/${id}/`;

/** The pages of the site. */
export default function Pages({ loaderData }: Route.ComponentProps) {
  const [creating, setCreating] = useState<{ copyOf?: ListedPage }>();
  const { revalidate } = useRevalidator();
  const removing = useRemovePage(revalidate);
  const create = (
    <Button size="small" onClick={() => setCreating({})}>
      <PlusIcon />
      New page
    </Button>
  );
  const actions = (page: ListedPage): RowAction[] => {
    if (page.state === 'removed')
      return [{ label: 'Restore', icon: <UndoIcon />, onSelect: () => void restoreRemoved(page.id).then(revalidate) }];
    const { publishedPath } = page;
    return [
      { label: 'Edit', icon: <PencilIcon />, to: toPage(page) },
      ...(publishedPath === null ? [] : [{ label: 'View', icon: <ExternalIcon />, to: publishedPath }]),
      { label: 'Duplicate', icon: <CopyIcon />, onSelect: () => setCreating({ copyOf: page }) },
      ...(page.path === '/'
        ? []
        : [
            {
              label: 'Remove',
              icon: <TrashIcon />,
              isDangerous: true,
              startsGroup: true,
              onSelect: () => removing.remove(page),
            },
          ]),
    ];
  };
  return (
    <>
      <PageHead
        title="Pages"
        actions={
          <>
            <SiteZipButtons />
            {create}
          </>
        }
      >
        What visitors read. Changes show once you publish them.
      </PageHead>
      <SiteNav />
      <DataTable
        {...loaderData}
        list="pages"
        things={['page', 'pages']}
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={({ title }) => title}
        toRow={toPage}
        usualSort="-updatedDate"
        usualSize={25}
        searchLabel="Search titles and addresses"
        filters={filters}
        actions={actions}
        empty={{
          title: 'No pages yet',
          text: 'Make the first one: the home page, at /.',
          icon: <FileIcon />,
          action: create,
        }}
      />
      {creating && <NewPageDialog copyOf={creating.copyOf} close={() => setCreating(undefined)} />}
      {removing.question}
    </>
  );
}
