import { TrashIcon } from '../icons/icons.tsx';
import { PencilIcon } from '../icons/work-icons.tsx';
import type { RowAction } from './parts.ts';

/** The usual actions of a row, as icons in the row itself. */
export const editAction = (onSelect: () => void): RowAction => ({
  label: 'Edit',
  icon: <PencilIcon />,
  shortcut: 'E',
  isAlways: true,
  onSelect,
});

export const deleteAction = (onSelect: () => void, label = 'Delete'): RowAction => ({
  label,
  icon: <TrashIcon />,
  isAlways: true,
  isDangerous: true,
  startsGroup: true,
  onSelect,
});
