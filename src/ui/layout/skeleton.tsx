import { cx } from '../classes.ts';
import styles from './skeleton.module.css';

/** A placeholder for content that is loading. Show it only after 300 ms; sizes are CSS lengths. */
export function Skeleton(props: { width?: string; height?: string; className?: string }) {
  const { width = '100%', height = '1em', className } = props;
  return <span className={cx(styles.skeleton, className)} style={{ width, height }} aria-hidden="true" />;
}
