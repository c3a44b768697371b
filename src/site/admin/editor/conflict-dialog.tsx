import { formatInstant } from '#lib/day.ts';
import { Button } from '#ui/button/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '#ui/overlay/dialog.tsx';
import { ContentDifferences } from '../fields/content-differences.tsx';
import type { Editor } from './use-editor.ts';

/** Shown if somebody else has saved a change of the same part of the page first: the two versions, and a choice between them. */
export function ConflictDialog({ editor: { conflict, settle, save } }: { editor: Editor }) {
  if (!conflict) return null;
  const { theirs, isLeftover, differing } = conflict;
  const keepMine = (): void => {
    settle('mine');
    if (!isLeftover) void save();
  };
  const saved = `${theirs.updatedBy} saved it on ${formatInstant(new Date(theirs.updatedDate))}.`;
  return (
    <Dialog
      isOpen
      title={isLeftover ? 'The page has changed since' : 'Somebody else has changed this page'}
      width="wide"
      onClose={() => settle('mine')}
    >
      <DialogBody>
        <p>
          {saved}{' '}
          {isLeftover
            ? 'The parts below differ from what you left. All other changes have been put together.'
            : 'Both of you have changed the parts below. All other changes have been put together.'}
        </p>
        <ContentDifferences
          differing={differing}
          theirs={isLeftover ? 'On the page now' : 'Stored now'}
          mine={isLeftover ? 'What you left' : 'With your changes'}
        />
      </DialogBody>
      <DialogFoot>
        <Button look="quiet" size="small" onClick={() => settle('theirs')}>
          {isLeftover ? 'Keep what is there' : 'Keep theirs'}
        </Button>
        <Button size="small" onClick={keepMine}>
          {isLeftover ? 'Take what I left' : 'Save mine'}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
