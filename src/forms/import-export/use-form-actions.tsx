import { type ReactNode, useState } from 'react';
import { call } from '#lib/api/api.ts';
import { useChange } from '#ui/feedback/attempt.ts';
import { Confirm } from '#ui/overlay/confirm.tsx';
import type { RowAction } from '#ui/table/table-config.ts';
import { TrashIcon } from '#ui/icons/icons.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { UndoIcon } from '#ui/icons/back-office-icons.tsx';
import type { archiveForm, closeForm, FormSummary, openForm, restoreForm } from './list-contract.ts';

type FormAction = 'close' | 'open' | 'archive' | 'restore';

const done: Record<FormAction, string> = {
  close: 'is closed.',
  open: 'is open again.',
  archive: 'is archived.',
  restore: 'is restored.',
};

type ActionEndpoint = typeof closeForm | typeof openForm | typeof archiveForm | typeof restoreForm;

/** Actions of a form: close, open, archive (after confirmation) and restore. */
export function useFormActions(): { actionsOf: (form: FormSummary) => RowAction[]; confirmation: ReactNode } {
  const { change } = useChange();
  const [toArchive, setToArchive] = useState<FormSummary>();
  const run = ({ id, formName }: FormSummary, action: FormAction) =>
    change(async () => {
      await call<ActionEndpoint>(`PATCH /v1/form-builder/forms/{formId}/${action}`, { params: { formId: id } });
      notify({ text: `“${formName}” ${done[action]}` });
    }, 'Unable to change the form.');
  const actionsOf = (form: FormSummary): RowAction[] => {
    if (form.archivedDate !== null)
      return [{ label: 'Restore', icon: <UndoIcon />, isAlways: true, onSelect: () => void run(form, 'restore') }];
    const action = form.closedDate === null ? 'close' : 'open';
    return [
      {
        label: action === 'close' ? 'Close Form' : 'Open Form',
        icon: <UndoIcon />,
        onSelect: () => void run(form, action),
      },
      {
        label: 'Archive Form',
        icon: <TrashIcon />,
        isDangerous: true,
        startsGroup: true,
        onSelect: () => setToArchive(form),
      },
    ];
  };
  const confirmation = (
    <Confirm
      isOpen={toArchive !== undefined}
      title={`Archive ${toArchive?.formName ?? ''}`}
      confirm="Archive form"
      cancel="Cancel"
      isDangerous
      onConfirm={() => {
        setToArchive(undefined);
        if (toArchive) void run(toArchive, 'archive');
      }}
      onCancel={() => setToArchive(undefined)}
    >
      <p>Visitors can no longer open the form. Its submissions stay, and you can restore the form at any time.</p>
    </Confirm>
  );
  return { actionsOf, confirmation };
}
