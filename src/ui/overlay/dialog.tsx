import {
  type FormEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { cx } from '../classes.ts';
import { Confirm } from './confirm.tsx';
import { focusHeading } from '../feedback/heading-focus.ts';
import styles from './dialog.module.css';
import { Button } from '../button/button.tsx';
import { IconButton } from '../button/icon-button.tsx';
import { CloseIcon } from '../icons/icons.tsx';

interface DialogProps {
  isOpen: boolean;
  title: ReactNode;
  /** What the dialog is about, shown under the title. */
  about?: ReactNode;
  children: ReactNode;
  /** Called by the close button and by Escape. Escape asks first if the user has typed something. */
  onClose: () => void;
  /** Something was changed without typing, so that Escape asks first, too. */
  isChanged?: boolean;
  /** Escape closes the dialog without asking; for input that is quick to retype. */
  closesAtOnce?: boolean;
  /** 33 rem by default. */
  width?: 'wide' | 'narrow';
}

/**
 * A short task in front of the page: a native dialog, which traps the focus. Its children are mounted only while it is
 * open, so that their state starts fresh each time. Its content goes into `DialogBody`, its buttons into `DialogFoot`.
 */
export function Dialog(props: DialogProps) {
  const { isOpen, title, about, children, onClose, isChanged = false, closesAtOnce, width } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const hasTyped = useRef(false);
  const [isAsking, setAsking] = useState(false);
  const id = useId();
  useEffect(() => {
    const { current } = dialog;
    if (!isOpen) current?.close();
    if (!isOpen || !current || current.open) return;
    hasTyped.current = false;
    current.showModal();
    // Focuses the field with `autoFocus`, which React tried to focus while the dialog was hidden, or else the first
    // field. Without this, the close button would get the focus.
    const first =
      current.querySelector<HTMLElement>('[data-autofocus]') ??
      current.querySelector<HTMLElement>('input:not([type=hidden]), select, textarea');
    first?.focus();
    if (first instanceof HTMLInputElement) first.select(); // like Tab does, so that typing replaces it
  }, [isOpen]);
  // Removing an open dialog would lose the focus; closing it first restores the focus. What had it before may be gone.
  useLayoutEffect(() => {
    const { current } = dialog;
    return () => {
      if (!current?.open) return;
      current.close();
      if (document.activeElement === document.body) focusHeading('', { preventScroll: true });
    };
  }, []);
  const cancel = (event: SyntheticEvent): void => {
    if (event.target !== event.currentTarget) return; // a cancelled file chooser inside fires the same event
    event.preventDefault(); // the parent decides whether the dialog closes
    if ((hasTyped.current || isChanged) && !closesAtOnce) setAsking(true);
    else onClose();
  };
  const note = ({ target }: FormEvent): void => {
    if (isText(target)) hasTyped.current = true;
  };
  const leave = (): void => {
    flushSync(() => setAsking(false)); // the question must return the focus before the dialog does
    onClose();
  };
  return (
    <>
      <dialog
        ref={dialog}
        className={cx(styles.dialog, width && styles[width])}
        aria-labelledby={id}
        onCancel={cancel}
        onInput={note}
      >
        {isOpen && (
          <>
            <header className={styles.head}>
              <div>
                <h2 id={id}>{title}</h2>
                {about && <p>{about}</p>}
              </div>
              <IconButton label="Close" onClick={onClose}>
                <CloseIcon />
              </IconButton>
            </header>
            {children}
          </>
        )}
      </dialog>
      <Confirm
        isOpen={isAsking}
        title="Close without saving?"
        confirm="Close"
        cancel="Keep editing"
        isDangerous
        onConfirm={leave}
        onCancel={() => setAsking(false)}
      >
        <p>Your changes here have not been saved and will be lost.</p>
      </Confirm>
    </>
  );
}

/** Whether the input takes time to type again, unlike a checkbox or a select. */
const isText = (target: EventTarget): boolean =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !/checkbox|radio|file/.test(target.type));

export function DialogBody({ children }: { children: ReactNode }) {
  return <div className={styles.body}>{children}</div>;
}

interface DialogFootProps {
  /** Explains the consequences. */
  note?: ReactNode;
  /** Adds the button that closes the dialog. */
  close?: (() => void) | undefined;
  closeLabel?: string;
  children: ReactNode;
}

/** The buttons; the main action comes last. */
export function DialogFoot({ note, close, closeLabel = 'Cancel', children }: DialogFootProps) {
  return (
    <footer className={styles.foot}>
      {note && <p>{note}</p>}
      {close && (
        <Button look="quiet" size="small" onClick={close}>
          {closeLabel}
        </Button>
      )}
      {children}
    </footer>
  );
}
