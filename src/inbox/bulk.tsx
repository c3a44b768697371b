import { type BulkAction, count, type Selection } from '#ui/table/parts.ts';
import { TrashIcon } from '#ui/icons/icons.tsx';
import { UpDownIcon } from '#ui/icons/work-icons.tsx';
import { statuses } from './contract.ts';
import type { RowSelection, InboxActs } from './use-inbox.ts';

/** The filter of a call from URL parameters with known names. */
function filterOf(query: URLSearchParams, names: readonly string[]): Record<string, unknown> {
  const given = names.flatMap((name) => {
    const value = query.get(name);
    return value === null ? [] : [[name, value]];
  });
  return { status: query.getAll('status').map(Number), ...Object.fromEntries(given) };
}

export const toRowSelection = (selection: Selection, names: readonly string[]): RowSelection =>
  'ids' in selection ? { ids: [...selection.ids] } : { all: filterOf(selection.all, names) };

const sizeOf = (selection: Selection): number => ('ids' in selection ? selection.ids.length : selection.total);

/** Bulk actions of an inbox; `names` are its filters besides the status. */
export const bulkActions = (acts: InboxActs, names: readonly string[]): BulkAction[] => [
  ...statuses.map(({ value, name }) => ({
    label: name,
    icon: <UpDownIcon />,
    run: (selection: Selection, done: () => void) =>
      void acts.setStatuses(toRowSelection(selection, names), value, done),
  })),
  {
    label: 'Delete',
    icon: <TrashIcon />,
    run: (selection, done) => acts.ask(toRowSelection(selection, names), count(sizeOf(selection)), done),
  },
];
