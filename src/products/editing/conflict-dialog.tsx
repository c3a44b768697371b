import { changedMeanwhile } from '#lib/sentences.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '#ui/dialog.tsx';
import styles from './conflict-dialog.module.css';

export interface Difference {
  label: string;
  theirs: string;
  mine: string;
}

interface ConflictDialogProps {
  differences: readonly Difference[];
  keepTheirs: () => void;
  saveMine: () => void;
  /** To look at it once more. */
  close: () => void;
}

/** Somebody else was faster: both versions side by side, and the choice. */
export function ConflictDialog({ differences, keepTheirs, saveMine, close }: ConflictDialogProps) {
  return (
    <Dialog isOpen title={changedMeanwhile} width="wide" onClose={close}>
      <DialogBody>
        {differences.length === 0 ? (
          <p>What you see here is the same in both versions. Saving yours changes nothing of theirs.</p>
        ) : (
          <table className={styles.both}>
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Saved by someone else</th>
                <th scope="col">Yours</th>
              </tr>
            </thead>
            <tbody>
              {differences.map(({ label, theirs, mine }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td>{theirs || '–'}</td>
                  <td>{mine || '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
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
