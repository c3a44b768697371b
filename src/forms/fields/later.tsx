import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { Skeleton } from '#ui/surfaces.tsx';
import type { FieldProps } from './field-props.ts';
import styles from './fields.module.css';
import { framed } from './framed.ts';

/** A control whose code comes only with forms that have it; until then its place is held, so that nothing moves. */
export function later(load: () => Promise<ComponentType<FieldProps>>, height: string): ComponentType<FieldProps> {
  const One = lazy(async () => ({ default: await load() }));
  return function Later(props: FieldProps): ReactNode {
    const { id, label } = framed(props);
    return (
      <Suspense
        fallback={
          <div id={id} className={styles.group}>
            <span className={styles.legend}>{label}</span>
            <Skeleton height={height} />
          </div>
        }
      >
        <One {...props} />
      </Suspense>
    );
  };
}
