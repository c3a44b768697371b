import { newId } from '#lib/uuid.ts';
import { Dialog, DialogBody } from '#ui/overlay/dialog.tsx';
import { anyBlock, type Block, type BlockKind } from '../../content/block-shapes.ts';
import { emptyOf } from '../fields/shape-fields.ts';
import { blockWords } from '../fields/words.ts';
import styles from './block-list.module.css';

/** A new block of a kind, empty. */
function newBlock(kind: string): Block {
  const shape = anyBlock.options.find((one) => one.shape.kind.value === kind) ?? anyBlock.options[0];
  return { ...(emptyOf(shape) as Block), id: newId() }; // of the shape of its kind
}

interface AddBlockDialogProps {
  isOpen: boolean;
  add: (block: Block) => void;
  close: () => void;
}

/** The kinds of blocks, each with a sentence that says when to use it. */
export function AddBlockDialog({ isOpen, add, close }: AddBlockDialogProps) {
  return (
    <Dialog isOpen={isOpen} title="Add a block" width="wide" onClose={close}>
      <DialogBody>
        <ul className={styles.kinds}>
          {Object.entries(blockWords).map(([kind, { label, about }]: [string, (typeof blockWords)[BlockKind]]) => (
            <li key={kind}>
              <button type="button" onClick={() => add(newBlock(kind))}>
                <b>{label}</b>
                <span>{about}</span>
              </button>
            </li>
          ))}
        </ul>
      </DialogBody>
    </Dialog>
  );
}
