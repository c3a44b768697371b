import { attempt } from '../feedback/attempt.ts';
import { Confirm } from './confirm.tsx';
import { notify } from '../feedback/notify.tsx';

interface DeleteQuestionProps {
  /** `supplier` */
  kind: string;
  /** The name of the record to delete; undefined while the dialog is closed. */
  name: string | undefined;
  remove: () => Promise<unknown>;
  close: () => void;
  /** Called after the request, with true if the record was deleted. */
  done: (isDeleted: boolean) => Promise<void>;
}

/** Asks before a record is deleted and reports the result (specification of the shop, section 8). */
export function DeleteQuestion({ kind, name, remove, close, done }: DeleteQuestionProps) {
  const decide = async (): Promise<void> => {
    close();
    const isDeleted = await attempt(remove, `Unable to delete the ${kind}.`);
    if (isDeleted) notify({ text: `The ${kind} has been successfully deleted.` });
    await done(isDeleted);
  };
  return (
    <Confirm
      isOpen={name !== undefined}
      title={`Delete ${name ?? ''}`}
      confirm={`Delete ${kind}`}
      cancel="Cancel"
      isDangerous
      onConfirm={() => void decide()}
      onCancel={close}
    >
      <p>Are you sure you want to delete this {kind}? This cannot be undone.</p>
    </Confirm>
  );
}
