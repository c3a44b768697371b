import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { Button } from '#ui/button/button.tsx';
import { loadWithRetries } from '#ui/load-with-retries.ts';
import { Skeleton } from '#ui/layout/skeleton.tsx';
import { useIsHydrated } from '#ui/use-is-hydrated.ts';
import { type FieldProps, frameProps } from './field-props.ts';
import styles from './fields.module.css';

/** A component that is loaded when it is first shown; `Fallback` is shown if loading fails. */
export const lazyWithFallback = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType<Props>,
) => lazy(async () => ({ default: await loadWithRetries(load).catch(() => Fallback) }));

/** A control whose code is loaded only for forms that use it; space is reserved for it to avoid layout shifts. */
export function lazyControl(load: () => Promise<ComponentType<FieldProps>>, height: string): ComponentType<FieldProps> {
  const Control = lazyWithFallback(load, NotLoaded);
  return function LazyControl(props: FieldProps): ReactNode {
    const { id, label } = frameProps(props);
    const isLive = useIsHydrated();
    const placeholder = (
      <div id={id} className={styles.group}>
        <span className={styles.legend}>{label}</span>
        <Skeleton height={height} />
      </div>
    );
    // The server renders only the placeholder: people must not type before the code can handle input.
    return <Suspense fallback={placeholder}>{isLive ? <Control {...props} /> : placeholder}</Suspense>;
  };
}

/** Shown if the code fails to load, so that the rest of the page still works. */
function NotLoaded(props: FieldProps): ReactNode {
  const { id, label } = frameProps(props);
  return (
    <div id={id} className={styles.group} tabIndex={-1}>
      <span className={styles.legend}>{label}</span>
      <p className={styles.hint}>This part of the form could not be loaded. Your answers are saved.</p>
      <p>
        <Button look="quiet" size="small" onClick={() => window.location.reload()}>
          Reload the page
        </Button>
      </p>
    </div>
  );
}
