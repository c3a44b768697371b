import { useState } from 'react';
import { FormDialog } from '#ui/overlay/form-dialog.tsx';
import { SelectField } from '#ui/form/field.tsx';
import { ancestorsOf, childrenOf, canMoveUnder, type MoveTarget } from './tree-operations.ts';
import type { Category } from './contract.ts';

interface MoveDialogProps {
  category: Category;
  all: readonly Category[];
  move: (target: MoveTarget) => void;
  close: () => void;
}

const top = '';

/** Moves a category without dragging: the user selects its parent and its position. */
export function MoveDialog({ category, all, move, close }: MoveDialogProps) {
  const { id, name, parentId, position } = category;
  const [newParent, setNewParent] = useState(parentId ?? top);
  const parents = all.filter((one) => canMoveUnder(all, id, one.id));
  const siblings = childrenOf(all, newParent || null).filter((one) => one.id !== id);
  const [newPosition, setNewPosition] = useState(position);
  const submit = (): void => {
    close();
    move({ parentId: newParent || null, position: newPosition });
  };
  return (
    <FormDialog
      title={`Move ${name}`}
      about="Its sub-categories move with it."
      width="narrow"
      submitLabel="Move category"
      onSubmit={submit}
      close={close}
    >
      <SelectField
        label="Parent category"
        autoFocus
        value={newParent}
        choices={parents.map((one) => ({
          value: one.id,
          label: [...ancestorsOf(all, one.id), one].map((step) => step.name).join(' › '),
        }))}
        onChange={({ target: { value } }) => {
          setNewParent(value);
          setNewPosition(childrenOf(all, value || null).filter((one) => one.id !== id).length);
        }}
      >
        <option value={top}>None (top level)</option>
      </SelectField>
      <SelectField
        label="Position"
        value={newPosition}
        choices={['First', ...siblings.map((one) => `After ${one.name}`)].map((label, value) => ({ value, label }))}
        onChange={({ target: { value } }) => setNewPosition(Number(value))}
      />
    </FormDialog>
  );
}
