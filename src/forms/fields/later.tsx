import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { Button } from '#ui/button/button.tsx';
import { patiently } from '#ui/feedback/patiently.ts';
import { Skeleton } from '#ui/layout/surfaces.tsx';
import { useIsLive } from '#ui/use-is-live.ts';
import type { FieldProps } from './field-props.ts';
import styles from './fields.module.css';
import { frameProps } from './framed.ts';

/** A control whose code comes only with forms that have it; until then its place is held, so that nothing moves. */
export function lazyControl(load: () => Promise<ComponentType<FieldProps>>, height: string): ComponentType<FieldProps> {
  const One = lazy(async () => ({ default: await patiently(load).catch(() => NotLoaded) }));
  return function Later(props: FieldProps): ReactNode {
    const { id, label } = frameProps(props);
    const isLive = useIsLive();
    const place = (
      <div id={id} className={styles.group}>
        <span className={styles.legend}>{label}</span>
        <Skeleton height={height} />
      </div>
    );
    // Drawn by the server, it could be typed in long before its code hears of it.
    return <Suspense fallback={place}>{isLive ? <One {...props} /> : place}</Suspense>;
  };
}

/** Without it the whole page would break off. What was answered is kept on this device, so that nothing is lost. */
function NotLoaded(props: FieldProps): ReactNode {
  const { id, label } = frameProps(props);
  return (
    <div id={id} className={styles.group} tabIndex={-1}>
      <span className={styles.legend}>{label}</span>
      <p className={styles.hint}>This part of the form could not be loaded. Your answers are kept.</p>
      <p>
        <Button look="quiet" size="small" onClick={() => window.location.reload()}>
          Load the page again
        </Button>
      </p>
    </div>
  );
}
