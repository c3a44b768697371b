import { LastChange } from '#history/last-change.tsx';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import { Button } from '#ui/button/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '#ui/overlay/dialog.tsx';
import { type Difference, Differences } from '#ui/overlay/differences.tsx';

interface ConflictDialogProps {
  productId: string;
  differences: readonly Difference[];
  keepTheirs: () => void;
  saveMine: () => void;
  /** Closes the dialog to review the form again. */
  close: () => void;
}

/** Shown when somebody else has saved first: both versions side by side, to choose from. */
export function ConflictDialog({ productId, differences, keepTheirs, saveMine, close }: ConflictDialogProps) {
  return (
    <Dialog isOpen title={changedBySomeoneElse} width="wide" onClose={close}>
      <DialogBody>
        <LastChange entity="product" id={productId} />
        {differences.length === 0 ? (
          <p>What you see here is the same in both versions. Saving yours changes nothing of theirs.</p>
        ) : (
          <Differences differences={differences} theirs="Saved by someone else" mine="Yours" />
        )}
      </DialogBody>
      <DialogFoot>
        <Button look="quiet" size="small" onClick={keepTheirs}>
          Keep theirs
        </Button>
        <Button size="small" onClick={saveMine}>
          Save mine
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
