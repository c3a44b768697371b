import { type ReactNode, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#lib/api/api.ts';
import { errorMessageOf } from '#lib/api/problem.ts';
import { Confirm } from '#ui/overlay/confirm.tsx';
import type { RowAction } from '#ui/table/parts.ts';
import { TrashIcon } from '#ui/icons/icons.tsx';
import { notify, notifyProblem } from '#ui/feedback/notify.tsx';
import { UndoIcon } from '#ui/icons/work-icons.tsx';
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
  const { revalidate } = useRevalidator();
  const [toArchive, setToArchive] = useState<FormSummary>();
  const change = async ({ id, formName }: FormSummary, step: Step): Promise<void> => {
    try {
      await call<Steps>(`PATCH /v1/form-builder/forms/{formId}/${step}`, { params: { formId: id } });
      notify({ text: `“${formName}” ${done[step]}` });
    } catch (error) {
      notifyProblem(errorMessageOf(error, 'Unable to change the form.'));
    }
    await revalidate();
  };
  const actionsOf = (form: FormSummary): RowAction[] => {
    if (form.archivedDate !== null)
      return [{ label: 'Restore', icon: <UndoIcon />, isAlways: true, onSelect: () => void change(form, 'restore') }];
    const step = form.closedDate === null ? 'close' : 'open';
    return [
      {
        label: step === 'close' ? 'Close Form' : 'Open Form',
        icon: <UndoIcon />,
        onSelect: () => void change(form, step),
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
        if (toArchive) void change(toArchive, 'archive');
      }}
      onCancel={() => setToArchive(undefined)}
    >
      <p>Visitors can no longer open it. Its submissions are kept, and you can restore the form.</p>
    </Confirm>
  );
  return { actionsOf, question };
}
