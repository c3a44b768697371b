import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { requireAdministrator, api } from '#lib/api/api-context.ts';
import { formatPhone } from '#lib/text/phone.ts';
import { dayOf, format } from '#lib/day.ts';
import { urlOf } from '#lib/api/endpoint.ts';
import { useViewer } from '#lib/api/root-data.ts';
import { tableRowsOrPromise } from '#lib/api/table-rows.ts';
import { listViews } from '#saved-views/contract.ts';
import { useTableViews } from '#saved-views/use-table-views.ts';
import { LinkButton } from '#ui/button/button.tsx';
import { Confirm } from '#ui/overlay/confirm.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import { deleteAction } from '#ui/table/row-actions.tsx';
import { type Column, formatCount, type RowAction, type Selection } from '#ui/table/table-config.ts';
import { EyeIcon, PlusIcon, TrashIcon } from '#ui/icons/icons.tsx';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import { PencilIcon, ReceiptIcon, UsersIcon } from '#ui/icons/back-office-icons.tsx';
import { type UserSelection, exportUsers, filterUsers, sentences, type UserRow } from '../contract.ts';
import { FilterForm } from '../user-list-filter-form.tsx';
import { filterOf, type ListFilter } from '../user-list-filter.ts';
import { TypeBadge } from '../type-badge.tsx';
import { useArchiveUsers } from '../use-archive-users.ts';
import type { Route } from './+types/manage-users';

export const handle = { crumb: 'Users' };

export const meta = backOfficeMeta('Users');

export async function loader({ context, url }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageUsers');
  const filter = filterOf(url.searchParams, dayOf(new Date()));
  const input = { body: filter as UserSelection['all'] & ListFilter }; // the endpoint rejects other types and missing dates
  const [table, views] = await Promise.all([
    tableRowsOrPromise(context, filterUsers, { url, otherwise: sentences.loadFailed, input }),
    api(context)(listViews, { query: { list: 'users' } }).catch(() => []),
  ]);
  return { table, views, filter };
}

const columns: readonly Column<UserRow>[] = [
  { key: 'name', label: 'Name', sort: 'firstName', phone: 'name', cell: nameOf },
  {
    key: 'lastName',
    label: 'Last name',
    sort: 'lastName',
    isHiddenAtFirst: true,
    isLong: true,
    cell: ({ lastName }) => lastName,
  },
  { key: 'email', label: 'Email', sort: 'email', isLong: true, phone: 'line', cell: ({ email }) => email },
  {
    key: 'mobile',
    label: 'Mobile',
    sort: 'mobile',
    isWide: true,
    cell: ({ mobile }) => (mobile ? formatPhone(mobile) : '–'),
  },
  {
    key: 'userType',
    label: 'Member type',
    sort: 'userType',
    phone: 'side',
    cell: ({ userType }) => <TypeBadge userType={userType} />,
  },
  {
    key: 'registationDate',
    label: 'Registered',
    sort: 'registationDate',
    phone: 'foot',
    cell: ({ registationDate }) => format(dayOf(new Date(registationDate))),
  },
];

function nameOf({ firstName, lastName }: UserRow): string {
  return `${firstName} ${lastName}`;
}

const toUser = ({ id }: UserRow): string => `/admin/update-user/${id}`;

/** The filter of the list, with the search in the table's URL. */
function listFilterOf(filter: ListFilter, query: URLSearchParams): NonNullable<UserSelection['all']> {
  const search = query.get('search') ?? undefined;
  return { ...filter, search } as NonNullable<UserSelection['all']>; // the endpoint rejects other types and missing dates
}

export default function ManageUsers({ loaderData: { table, views, filter } }: Route.ComponentProps) {
  const [, setQuery] = useSearchParams();
  const { archive, archiveAll } = useArchiveUsers();
  const [deletion, setDeletion] = useState<{ total: number; run: () => void }>();
  const viewer = useViewer();
  const actions = (user: UserRow): RowAction[] => {
    const edit = { shortcut: 'E', isAlways: true, to: toUser(user) };
    const orders = {
      label: 'View orders',
      icon: <ReceiptIcon />,
      shortcut: 'O',
      to: `/admin/manage-orders/${user.id}`,
    };
    if (!user.mayChange) return [{ ...edit, label: 'View', icon: <EyeIcon /> }, orders];
    const remove = deleteAction(() => void archive(user.id));
    return [{ ...edit, label: 'Edit', icon: <PencilIcon /> }, orders, ...(user.id === viewer?.id ? [] : [remove])];
  };
  const removeAll = (selection: Selection, done: () => void): void => {
    const remove = (userSelection: UserSelection): void =>
      void archiveAll(userSelection, viewer?.id).then((isDone) => isDone && done());
    if ('ids' in selection) remove({ ids: [...selection.ids] });
    else {
      const run = (): void => remove({ all: listFilterOf(filter, selection.all) });
      setDeletion({ total: selection.total, run });
    }
  };
  const show = (newFilter: ListFilter): void =>
    setQuery((before) => {
      const after = new URLSearchParams(before);
      for (const name of ['page', 'userTypes', 'view']) after.delete(name);
      after.set('startDate', newFilter.startDate);
      after.set('endDate', newFilter.endDate);
      for (const type of newFilter.userTypes) after.append('userTypes', String(type));
      return after;
    });
  const create = (
    <LinkButton size="small" to="/admin/create-user/" prefetch="intent">
      <PlusIcon />
      Create a User
    </LinkButton>
  );
  return (
    <>
      <PageHead title="Users" actions={create}>
        Customers, administrators and their permissions.
      </PageHead>
      <FilterForm filter={filter} onFilter={show} />
      <DataTable
        {...table}
        list="users"
        things={['user', 'users']}
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={nameOf}
        toRow={toUser}
        usualSort="-registationDate"
        searchLabel="Search users"
        actions={actions}
        bulk={[{ label: 'Delete', icon: <TrashIcon />, run: removeAll }]}
        exportTo={(kind, shown) =>
          urlOf(exportUsers.path, {
            query: { ...listFilterOf(filter, shown), sort: shown.get('sort'), format: kind },
          })
        }
        views={useTableViews('users', views)}
        empty={{
          title: sentences.empty,
          text: 'No users of the selected types registered in this period.',
          icon: <UsersIcon />,
        }}
      />
      <Confirm
        isOpen={deletion !== undefined}
        title={`Delete ${formatCount(deletion?.total ?? 0)} users`}
        confirm="Delete users"
        cancel="Cancel"
        isDangerous
        onConfirm={() => {
          deletion?.run();
          setDeletion(undefined);
        }}
        onCancel={() => setDeletion(undefined)}
      >
        <p>
          All users who match the filter and the search, except you, will be signed out and removed from the list. Their
          orders are kept. You can undo this straight afterwards.
        </p>
      </Confirm>
    </>
  );
}
