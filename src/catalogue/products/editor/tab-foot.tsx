import type { ReactNode } from 'react';
import { LastChange } from '#history/last-change.tsx';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import { Button } from '#ui/button/button.tsx';
import { SaveBar } from '#ui/form/save-bar.tsx';
import { Dialog, DialogBody, DialogFoot } from '#ui/overlay/dialog.tsx';
import { type Difference, Differences } from '#ui/overlay/field-differences.tsx';

interface TabFootProps {
  productId: string;
  isDirty: boolean;
  isSaving: boolean;
  /** `isLast`: on top of another user's version. */
  save: (isLast: boolean) => unknown;
  discard: () => void;
  /** The differences from another user's version, if they have saved first. */
  conflict: readonly Difference[] | undefined;
  keepTheirs: () => void;
  /** Back to the tab, to review it again. */
  closeConflict: () => void;
  /** What has changed. */
  children: ReactNode;
}

/** The bar that saves a tab, and the choice between both versions when somebody else has saved first. */
export function TabFoot({ productId, conflict, keepTheirs, closeConflict, children, ...tab }: TabFootProps) {
  const { isDirty, isSaving, save, discard } = tab;
  return (
    <>
      <SaveBar isDirty={isDirty} isSaving={isSaving} onSave={() => void save(false)} onDiscard={discard}>
        {children}
      </SaveBar>
      {conflict && (
        <Dialog isOpen title={changedBySomeoneElse} width="wide" onClose={closeConflict}>
          <DialogBody>
            <LastChange entity="product" id={productId} />
            {conflict.length === 0 ? (
              <p>What you see here is the same in both versions. Saving yours changes nothing of theirs.</p>
            ) : (
              <Differences differences={conflict} theirs="Saved by someone else" mine="Yours" />
            )}
          </DialogBody>
          <DialogFoot close={keepTheirs} closeLabel="Keep theirs">
            <Button size="small" onClick={() => void save(true)}>
              Save mine
            </Button>
          </DialogFoot>
        </Dialog>
      )}
    </>
  );
}
