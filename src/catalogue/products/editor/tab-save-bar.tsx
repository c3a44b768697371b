import type { ReactNode } from 'react';
import { LastChange } from '#history/last-change.tsx';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import { Button } from '#ui/button/button.tsx';
import { SaveBar } from '#ui/form/save-bar.tsx';
import { Dialog, DialogBody, DialogFoot } from '#ui/overlay/dialog.tsx';
import { type Difference, Differences } from '#ui/overlay/field-differences.tsx';

interface TabSaveBarProps {
  productId: string;
  isDirty: boolean;
  isSaving: boolean;
  /** `isOverwriting`: the user has seen another user's version and saves on top of it. */
  save: (isOverwriting: boolean) => unknown;
  discard: () => void;
  /** How the tab differs from another user's version; undefined unless that user has saved first. */
  conflict: readonly Difference[] | undefined;
  keepTheirs: () => void;
  /** Closes the dialog, so that the user can look at the tab again. */
  closeConflict: () => void;
  /** Says what has changed. */
  children: ReactNode;
}

/** The bar that saves a tab, and the dialog that offers both versions if another user has saved first. */
export function TabSaveBar({ productId, conflict, keepTheirs, closeConflict, children, ...tab }: TabSaveBarProps) {
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
              <p>This tab is the same in both versions, so saving yours overwrites nothing.</p>
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
