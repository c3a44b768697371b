import { TrashIcon } from '../icons/icons.tsx';
import { PencilIcon } from '../icons/work-icons.tsx';
import type { RowAction } from './parts.ts';

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
