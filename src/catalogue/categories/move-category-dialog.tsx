import { useState } from 'react';
import { FormDialog } from '#ui/overlay/form-dialog.tsx';
import { SelectField } from '#ui/form/field.tsx';
import { ancestorsOf, childrenOf, canMoveUnder, type Target } from './tree-operations.ts';
import type { Category } from './contract.ts';

interface MoveDialogProps {
  category: Category;
  all: readonly Category[];
  move: (target: Target) => void;
  close: () => void;
}

const top = '';

/** Moves a category without dragging: selects its parent and the sibling it comes after. */
export function MoveDialog({ category, all, move, close }: MoveDialogProps) {
  const { id, name, parentId, position } = category;
  const [under, setUnder] = useState(parentId ?? top);
  const parents = all.filter((one) => canMoveUnder(all, id, one.id));
  const beside = childrenOf(all, under || null).filter((one) => one.id !== id);
  const [place, setPlace] = useState(position);
  const submit = (): void => {
    close();
    move({ parentId: under || null, position: place });
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
        label="Below"
        autoFocus
        value={under}
        choices={parents.map((one) => ({
          value: one.id,
          label: [...ancestorsOf(all, one.id), one].map((step) => step.name).join(' › '),
        }))}
        onChange={({ target: { value } }) => {
          setUnder(value);
          setPlace(childrenOf(all, value || null).filter((one) => one.id !== id).length);
        }}
      >
        <option value={top}>None (top level)</option>
      </SelectField>
      <SelectField
        label="Place"
        value={place}
        choices={['First', ...beside.map((one) => `After ${one.name}`)].map((label, value) => ({ value, label }))}
        onChange={({ target: { value } }) => setPlace(Number(value))}
      />
    </FormDialog>
  );
}
