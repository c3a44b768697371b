import { type ReactNode, useState } from 'react';
import { call } from '#lib/api/api.ts';
import { useChange } from '#ui/feedback/attempt.ts';
import { Confirm } from '#ui/overlay/confirm.tsx';
import type { RowAction } from '#ui/table/table-config.ts';
import { TrashIcon } from '#ui/icons/icons.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { UndoIcon } from '#ui/icons/back-office-icons.tsx';
import type { archiveForm, closeForm, FormSummary, openForm, restoreForm } from './list-contract.ts';

type Step = 'close' | 'open' | 'archive' | 'restore';

const done: Record<Step, string> = {
  close: 'is closed.',
  open: 'is open again.',
  archive: 'is archived.',
  restore: 'is restored.',
};

type Steps = typeof closeForm | typeof openForm | typeof archiveForm | typeof restoreForm;

/** Actions of a form: close, open, archive (after confirmation) and restore. */
export function useFormStates(): { actionsOf: (form: FormSummary) => RowAction[]; question: ReactNode } {
  const { change } = useChange();
  const [toArchive, setToArchive] = useState<FormSummary>();
  const take = ({ id, formName }: FormSummary, step: Step) =>
    change(async () => {
      await call<Steps>(`PATCH /v1/form-builder/forms/{formId}/${step}`, { params: { formId: id } });
      notify({ text: `“${formName}” ${done[step]}` });
    }, 'Unable to change the form.');
  const actionsOf = (form: FormSummary): RowAction[] => {
    if (form.archivedDate !== null)
      return [{ label: 'Restore', icon: <UndoIcon />, isAlways: true, onSelect: () => void take(form, 'restore') }];
    const step = form.closedDate === null ? 'close' : 'open';
    return [
      {
        label: step === 'close' ? 'Close Form' : 'Open Form',
        icon: <UndoIcon />,
        onSelect: () => void take(form, step),
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
  const question = (
    <Confirm
      isOpen={toArchive !== undefined}
      title={`Archive ${toArchive?.formName ?? ''}`}
      confirm="Archive form"
      cancel="Cancel"
      isDangerous
      onConfirm={() => {
        setToArchive(undefined);
        if (toArchive) void take(toArchive, 'archive');
      }}
      onCancel={() => setToArchive(undefined)}
    >
      <p>Visitors can no longer open it. Its submissions are kept, and you can restore the form.</p>
    </Confirm>
  );
  return { actionsOf, question };
}
