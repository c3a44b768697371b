import { formatInstant } from '#lib/day.ts';
import { Button } from '#ui/button/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '#ui/overlay/dialog.tsx';
import { Differences } from '#ui/overlay/field-differences.tsx';
import type { Editor } from './use-editor.ts';

/** Shown if somebody else has saved the same part of the page first: what both have changed, and a choice between the two. */
export function ConflictDialog({ editor: { conflict, settle, save } }: { editor: Editor }) {
  if (!conflict) return null;
  const { theirs, differences } = conflict;
  const keepMine = (): void => {
    settle('mine');
    void save();
  };
  return (
    <Dialog isOpen title="Somebody else has changed this page" width="wide" onClose={() => settle('mine')}>
      <DialogBody>
        <p>
          <b>{theirs.updatedBy}</b> saved it on {formatInstant(new Date(theirs.updatedDate))}. Both of you have changed
          the parts below; all else has been put together.
        </p>
        <Differences differences={differences} theirs="Stored now" mine="With your changes" />
      </DialogBody>
      <DialogFoot>
        <Button look="quiet" size="small" onClick={() => settle('theirs')}>
          Keep theirs
        </Button>
        <Button size="small" onClick={keepMine}>
          Save mine
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
