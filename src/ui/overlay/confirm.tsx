import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { Button } from '../button/button.tsx';
import styles from './confirm.module.css';

interface ConfirmProps {
  isOpen: boolean;
  title: string;
  /** What the question is about, shown in a frame. */
  about?: { icon?: ReactNode; name: string; note?: string };
  children: ReactNode;
  /** The labels of the two buttons. */
  confirm: string;
  cancel: string;
  isDangerous?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks for confirmation before an irreversible action. A native dialog: it traps the focus, and Escape closes it. */
export function Confirm({ isOpen, title, about, children, isDangerous, onConfirm, onCancel, ...words }: ConfirmProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  // As in `Dialog`: closing the dialog before it is removed restores the focus.
  useLayoutEffect(() => {
    const { current } = dialog;
    return () => current?.close();
  }, []);
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id} onCancel={onCancel}>
      <h2 id={id}>{title}</h2>
      <div className={styles.text}>{children}</div>
      {about && (
        <p className={styles.about}>
          {about.icon}
          <span>
            <b>{about.name}</b>
            {about.note}
          </span>
        </p>
      )}
      <div className={styles.actions}>
        <Button look="quiet" onClick={onCancel}>
          {words.cancel}
        </Button>
        <Button look={isDangerous ? 'danger' : 'primary'} onClick={onConfirm}>
          {words.confirm}
        </Button>
      </div>
    </dialog>
  );
}
