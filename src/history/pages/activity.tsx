import { useState } from 'react';
import { Link } from '#ui/link.tsx';
import { requireAdministrator, api } from '#lib/api/api-context.ts';
import { formatInstant } from '#lib/day.ts';
import { tableRowsOrPromise } from '#lib/api/table-rows.ts';
import { listViews } from '#saved-views/contract.ts';
import { useTableViews } from '#saved-views/use-table-views.ts';
import { Badge, type Tone } from '#ui/feedback/badge.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import type { Column, Filter } from '#ui/table/table-config.ts';
import { Dialog, DialogBody } from '#ui/overlay/dialog.tsx';
import { ClockIcon, EyeIcon } from '#ui/icons/icons.tsx';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import { ChangeTable } from '../change-table.tsx';
import { actionLabel, actionWord, fieldLabel } from '../change-text.ts';
import { type AuditChoices, type Change, listAudit, readAuditChoices } from '../contract.ts';
import styles from './activity.module.css';
import type { Route } from './+types/activity';

export const handle = { crumb: 'Activity' };

export const meta = backOfficeMeta('Activity');

const nothing: AuditChoices = { actors: [], entities: [], actions: [] };

/** The specification's default for tables. */
const usualSize = 20;

export async function loader({ context, url }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageUsers');
  const ask = api(context);
  const [table, choices, views] = await Promise.all([
    tableRowsOrPromise(context, listAudit, { url, otherwise: 'Unable to load the activity.', usualSize }),
    ask(readAuditChoices).catch(() => nothing),
    ask(listViews, { query: { list: 'activity' } }).catch(() => []),
  ]);
  return { table, choices, views };
}

const filtersOf = ({ actors, entities, actions }: AuditChoices): Filter[] => [
  { kind: 'days', key: 'days', label: 'Changed', from: 'startDate', to: 'endDate' },
  {
    kind: 'one',
    key: 'actorId',
    label: 'Who',
    choices: [...actors.map(({ id, name }) => ({ value: id, label: name })), { value: 'system', label: 'System' }],
  },
  {
    kind: 'one',
    key: 'entity',
    label: 'What',
    choices: entities.map((value) => ({ value, label: fieldLabel(value) })),
  },
  {
    kind: 'one',
    key: 'action',
    label: 'Action',
    choices: actions.map((value) => ({ value, label: actionLabel(value) })),
  },
];

const titleOf = ({ title, entity }: Change): string => title ?? fieldLabel(entity);

const pages: Record<string, string> = {
  user: '/admin/update-user/',
  product: '/admin/update-product-details/',
  order: '/admin/view-order-details/',
};

const tones: Record<string, Tone> = { created: 'success', restored: 'success', changed: 'info', deleted: 'danger' };

const columnsOf = (open: (change: Change) => void): readonly Column<Change>[] => [
  {
    key: 'record',
    label: 'Record',
    phone: 'name',
    cell: (change) => (
      <button type="button" className={styles.open} onClick={() => open(change)}>
        {titleOf(change)}
      </button>
    ),
  },
  { key: 'entity', label: 'Kind', isWide: true, cell: ({ entity }) => fieldLabel(entity) },
  {
    key: 'action',
    label: 'Action',
    phone: 'side',
    cell: ({ action }) => <Badge tone={tones[actionWord(action)]}>{actionLabel(action)}</Badge>,
  },
  { key: 'actor', label: 'Who', isLong: true, phone: 'line', cell: ({ actorName }) => actorName },
  {
    key: 'at',
    label: 'When',
    sort: 'at',
    phone: 'foot',
    cell: ({ at }) => <time dateTime={at}>{formatInstant(new Date(at))}</time>,
  },
];

export default function Activity({ loaderData: { table, choices, views } }: Route.ComponentProps) {
  const [opened, setOpened] = useState<Change>();
  const page = opened && opened.after !== null ? pages[opened.entity] : undefined;
  return (
    <>
      <PageHead title="Activity">Who changed what, and when.</PageHead>
      <DataTable
        {...table}
        list="activity"
        things={['change', 'changes']}
        columns={columnsOf(setOpened)}
        keyOf={({ id }) => id}
        nameOf={titleOf}
        usualSort="-at"
        usualSize={usualSize}
        searchLabel="Search people and records"
        filters={filtersOf(choices)}
        actions={(change) => [
          {
            label: 'Show the change',
            icon: <EyeIcon />,
            shortcut: 'O',
            isAlways: true,
            onSelect: () => setOpened(change),
          },
        ]}
        views={useTableViews('activity', views)}
        empty={{
          title: 'No changes yet',
          text: 'Every change in the back office is listed here with the user who made it.',
          icon: <ClockIcon />,
        }}
      />
      <Dialog
        isOpen={opened !== undefined}
        title={opened ? titleOf(opened) : ''}
        about={
          opened &&
          `${opened.actorName} ${actionWord(opened.action)} this ${fieldLabel(opened.entity).toLowerCase()} on ${formatInstant(new Date(opened.at))}.`
        }
        width="wide"
        onClose={() => setOpened(undefined)}
      >
        <DialogBody>
          {opened && <ChangeTable {...opened} />}
          {opened && page && <Link to={`${page}${opened.entityId}`}>Open the record</Link>}
        </DialogBody>
      </Dialog>
    </>
  );
}
