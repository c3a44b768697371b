import { useEffect, useRef, useState } from 'react';
import { cx } from '../classes.ts';
import { MinusIcon, PlusIcon } from '../icons/icons.tsx';
import styles from './quantity-field.module.css';

interface QuantityFieldProps {
  /** The accessible name: `Quantity of Flat Mop Kit`. */
  label: string;
  value: number;
  onChange: (value: number) => void;
  max?: number;
  /** Milliseconds without a change before `onChange` is called; 600 in the cart, 0 if nothing is sent. */
  waitMs?: number;
  size?: 'large' | 'small';
  name?: string;
}

/** A number stepper: minus stops at 1, invalid input is ignored, and `onChange` is debounced. */
export function QuantityField({ label, value, onChange, max = 999, waitMs = 600, size, name }: QuantityFieldProps) {
  const [text, setText] = useState(String(value));
  const [reported, setReported] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (reported !== value) {
    setReported(value);
    setText(String(value));
  }
  const delayed = useRef<() => void>(undefined);
  useEffect(
    () => () => {
      // A change that is still delayed when the user leaves the page is reported at once.
      clearTimeout(timer.current);
      delayed.current?.();
    },
    [],
  );

  const count = Number(text) || reported;
  const change = (typed: string): void => {
    const digits = typed.replace(/\D/g, '').replace(/^0+/, '');
    const next = Math.min(Number(digits), max);
    setText(digits === '' ? '' : String(next));
    clearTimeout(timer.current);
    delayed.current = undefined;
    if (next < 1) return;
    const report = () => {
      delayed.current = undefined;
      onChange(next);
    };
    if (waitMs === 0) return report();
    delayed.current = report;
    timer.current = setTimeout(report, waitMs);
  };

  return (
    <div className={cx(styles.quantity, size && styles[size])} role="group" aria-label={label}>
      <button type="button" aria-label="One less" disabled={count <= 1} onClick={() => change(String(count - 1))}>
        <MinusIcon />
      </button>
      <input
        aria-label={label}
        name={name}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        onChange={(event) => change(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => setText(String(count))}
      />
      <button type="button" aria-label="One more" disabled={count >= max} onClick={() => change(String(count + 1))}>
        <PlusIcon />
      </button>
    </div>
  );
}
