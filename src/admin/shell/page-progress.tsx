import { useNavigation } from 'react-router';
import { cx } from '#ui/classes.ts';
import styles from './shell.module.css';

/** A line at the top while the next page takes longer than 300 ms. */
export function PageProgress() {
  const { state } = useNavigation();
  return <div className={cx(styles.progress, state !== 'idle' && styles.busy)} aria-hidden="true" />;
}
