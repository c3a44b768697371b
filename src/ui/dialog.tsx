import { type ReactNode, type SyntheticEvent, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { cx } from './classes.ts';
import styles from './dialog.module.css';
import { IconButton } from './icon-button.tsx';
import { CloseIcon } from './icons.tsx';

interface DialogProps {
  isOpen: boolean;
  title: ReactNode;
  /** What it acts on, under the title. */
  about?: ReactNode;
  children: ReactNode;
  /** Escape, the cross, and a press beside it. */
  onClose: () => void;
  /** 33 rem where left out. */
  width?: 'wide' | 'narrow';
}

/**
 * One short act in front of the page: the browser's own dialog, which keeps the focus. Its children are there only while it is
 * open, so that it begins anew each time; wrap a form in `DialogBody` and `DialogFoot`.
 */
export function Dialog({ isOpen, title, about, children, onClose, width }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const { current } = dialog;
    if (!isOpen) current?.close();
    if (!isOpen || !current || current.open) return;
    current.showModal();
    // The first field, not the cross; `autoFocus` came before there was anything to see.
    current.querySelector<HTMLElement>('input:not([type=hidden]), select, textarea')?.focus();
  }, [isOpen]);
  // A dialog that is taken out while it is open would lose the focus; closed first, it gives it back.
  useLayoutEffect(() => {
    const { current } = dialog;
    return () => current?.close();
  }, []);
  const cancel = (event: SyntheticEvent): void => {
    event.preventDefault(); // the page decides, and then closes it
    onClose();
  };
  return (
    <dialog ref={dialog} className={cx(styles.dialog, width && styles[width])} aria-labelledby={id} onCancel={cancel}>
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
  );
}

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
