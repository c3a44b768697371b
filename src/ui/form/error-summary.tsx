import { useEffect, useRef } from 'react';
import { cx } from '../classes.ts';
import type { FieldFault } from './field-fault.ts';
import { WarningIcon } from '../icons/icons.tsx';
import styles from '../feedback/note.module.css';

interface ErrorSummaryProps {
  title: string;
  faults: readonly FieldFault[];
  /** The number of failed attempts to send the form; each new one moves the focus here. */
  attempt: number;
}

/** The faults of a form, each with a link to its field. */
export function ErrorSummary({ title, faults, attempt }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempt > 0) box.current?.focus();
  }, [attempt]);
  if (faults.length === 0) return null;
  return (
    <div ref={box} className={cx(styles.note, styles.summary)} role="alert" tabIndex={-1}>
      <WarningIcon />
      <div>
        <h2>{title}</h2>
        <ul>
          {faults.map(({ id, label, message }) => (
            <li key={id}>
              <a href={`#${id}`} onClick={(event) => focusField(event, id)}>
                {label ?? message}
              </a>
              {label !== undefined && <span> {message}</span>}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** Focuses the field, or the invalid control in a group. Without JavaScript the link only jumps to it. */
function focusField(event: { preventDefault(): void }, id: string): void {
  const field = document.getElementById(id);
  if (!field) return;
  event.preventDefault();
  const inside =
    field.querySelector<HTMLElement>('[aria-invalid]') ?? field.querySelector<HTMLElement>('input, select');
  const control = field.matches('fieldset') ? (inside ?? field) : field;
  control.scrollIntoView({ block: 'center' });
  control.focus({ preventScroll: true });
}
