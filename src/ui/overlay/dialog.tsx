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
import styles from './dialog.module.css';
import { IconButton } from '../button/icon-button.tsx';
import { CloseIcon } from '../icons/icons.tsx';

interface DialogProps {
  isOpen: boolean;
  title: ReactNode;
  /** What it acts on, under the title. */
  about?: ReactNode;
  children: ReactNode;
  /** The cross, and Escape, which asks first where something was typed. */
  onClose: () => void;
  /** Escape closes it without a question: what was typed is nothing to lose. */
  closesAtOnce?: boolean;
  /** 33 rem where left out. */
  width?: 'wide' | 'narrow';
}

/**
 * One short act in front of the page: the browser's own dialog, which keeps the focus. Its children are there only while it is
 * open, so that it begins anew each time; wrap a form in `DialogBody` and `DialogFoot`.
 */
export function Dialog({ isOpen, title, about, children, onClose, closesAtOnce, width }: DialogProps) {
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
    // The first field, not the cross, or the one that asks for it; `autoFocus` came before there was anything to see.
    const first =
      current.querySelector<HTMLElement>('[data-autofocus]') ??
      current.querySelector<HTMLElement>('input:not([type=hidden]), select, textarea');
    first?.focus();
    if (first instanceof HTMLInputElement) first.select(); // as Tab does: what is typed takes its place
  }, [isOpen]);
  // A dialog that is taken out while it is open would lose the focus; closed first, it gives it back.
  useLayoutEffect(() => {
    const { current } = dialog;
    return () => current?.close();
  }, []);
  const cancel = (event: SyntheticEvent): void => {
    if (event.target !== event.currentTarget) return; // no file was chosen: that is told like an Escape
    event.preventDefault(); // the page decides, and then closes it
    if (hasTyped.current && !closesAtOnce) setAsking(true);
    else onClose();
  };
  const note = ({ target }: FormEvent): void => {
    if (isText(target)) hasTyped.current = true;
  };
  const leave = (): void => {
    flushSync(() => setAsking(false)); // it gives the focus back before the dialog below it does
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
        <p>What you typed here is not saved yet, and would be lost.</p>
      </Confirm>
    </>
  );
}

/** What takes a while to type again; a box or a choice does not. */
const isText = (target: EventTarget): boolean =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !/checkbox|radio|file/.test(target.type));

export function DialogBody({ children }: { children: ReactNode }) {
  return <div className={styles.body}>{children}</div>;
}

/** The buttons; the act comes last. `note` says what will be after. */
export function DialogFoot({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <footer className={styles.foot}>
      {note && <p>{note}</p>}
      {children}
    </footer>
  );
}
