import { TrashIcon } from '../icons/icons.tsx';
import { PencilIcon } from '../icons/back-office-icons.tsx';
import type { RowAction } from './table-config.ts';

export const editAction = (onSelect: () => void, label = 'Edit'): RowAction => ({
  label,
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
