import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import styles from './switch.module.css';

type SwitchProps = Omit<ComponentPropsWithRef<'input'>, 'type' | 'children'> & {
  children: ReactNode;
  /** An explanation under the label. */
  hint?: ReactNode;
};

/** An on/off setting; a checkbox inside, so forms and keys work as usual. */
export function Switch({ children, hint, id: given, ...rest }: SwitchProps) {
  const own = useId();
  const id = given ?? own;
  return (
    <div className={styles.row}>
      <label htmlFor={id}>{children}</label>
      <input
        {...rest}
        id={id}
        type="checkbox"
        className={styles.switch}
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
      {hint && <p id={`${id}-hint`}>{hint}</p>}
    </div>
  );
}
