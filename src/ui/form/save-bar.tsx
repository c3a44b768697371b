import type { ReactNode } from 'react';
import { Badge } from '../feedback/badge.tsx';
import { Button } from '../button/button.tsx';
import { KeyboardKey } from '../button/keyboard-key.tsx';
import styles from './save-bar.module.css';
import { useKeyboardShortcuts } from '../use-keyboard-shortcuts.ts';

interface SaveBarProps {
  isDirty: boolean;
  isSaving: boolean;
  /** A summary of the changes: `3 fields changed.` */
  children?: ReactNode;
  onSave: () => void;
  onDiscard: () => void;
  /** `Save changes` by default. */
  label?: string;
}

/** Shown at the window's lower edge while there are unsaved changes; Control S saves. */
export function SaveBar({ isDirty, isSaving, children, onSave, onDiscard, label = 'Save changes' }: SaveBarProps) {
  useKeyboardShortcuts({ 'mod+s': () => isDirty && !isSaving && onSave() }, isDirty);
  if (!isDirty) return null;
  return (
    <div className={styles.bar} role="region" aria-label="Changes" data-lower-bar>
      <Badge tone="warning">Not saved</Badge>
      <p>{children}</p>
      <Button look="quiet" size="small" onClick={onDiscard}>
        Discard
      </Button>
      <Button size="small" isBusy={isSaving} onClick={onSave}>
        {label} <KeyboardKey>Ctrl S</KeyboardKey>
      </Button>
    </div>
  );
}
