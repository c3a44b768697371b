import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button } from './button.tsx';
import styles from './dialog.module.css';

interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** Buttons at the foot. */
  actions?: ReactNode;
  /** Asks something that must be answered; a press beside it does not close it. */
  isAlert?: boolean;
  children: ReactNode;
}

/** A modal dialog: holds the focus, gives it back, Escape closes. Loads React Aria: only in routes that need it. */
export function Dialog({ title, isOpen, onClose, actions, isAlert, children }: DialogProps) {
  return (
    <ModalOverlay
      className={styles.overlay}
      isOpen={isOpen}
      isDismissable={!isAlert}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className={styles.modal}>
        <AriaDialog className={styles.dialog} role={isAlert ? 'alertdialog' : 'dialog'}>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {children}
          {actions && <div className={styles.actions}>{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

interface ConfirmProps {
  title: string;
  text: ReactNode;
  /** The act in a word: `Remove`. */
  confirm: string;
  isOpen: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something is destroyed; starts on Cancel. */
export function Confirm({ title, text, confirm, isOpen, onConfirm, onClose }: ConfirmProps) {
  const actions = (
    <>
      <Button look="quiet" autoFocus onClick={onClose}>
        Cancel
      </Button>
      <Button look="danger" onClick={onConfirm}>
        {confirm}
      </Button>
    </>
  );
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose} actions={actions} isAlert>
      <p>{text}</p>
    </Dialog>
  );
}
