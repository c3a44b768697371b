import type { ReactNode } from 'react';
import styles from './keyboard-key.module.css';

/** The label of a key on the keyboard: `Ctrl`. */
export function KeyboardKey({ children }: { children: ReactNode }) {
  return <kbd className={styles.key}>{children}</kbd>;
}
