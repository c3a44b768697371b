import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { cx } from './classes.ts';
import { CheckIcon, CloseIcon, WarningIcon } from './icons.tsx';
import styles from './notify.module.css';

export interface Notice {
  text: ReactNode;
  /** What can be done about it, with the word on its button. */
  action?: { label: string; run: () => void };
  /** Stays until it is closed and is read out at once. */
  isProblem?: boolean;
}

const happened = 'spruce:notice';
const shownMs = 6_000;
const withActionMs = 10_000;

/** Tells the reader what happened: `notify({ text: 'Added to cart' })`. In the browser only. */
export const notify = (notice: Notice): void => {
  window.dispatchEvent(new CustomEvent(happened, { detail: notice }));
};

/** Something went wrong: `notifyProblem(error.message)`. */
export const notifyProblem = (text: ReactNode): void => notify({ text, isProblem: true });

/** Where notices appear; once in the document. The newest is at the bottom, nearest to the thumb. */
export function Notices() {
  const [notices, setNotices] = useState<(Notice & { id: number })[]>([]);
  const next = useRef(0);
  useEffect(() => {
    const add = (event: Event): void => {
      const notice = (event as CustomEvent<Notice>).detail; // notify() above makes them
      next.current += 1;
      setNotices((shown) => [...shown.slice(-2), { ...notice, id: next.current }]);
    };
    window.addEventListener(happened, add);
    return () => window.removeEventListener(happened, add);
  }, []);
  const close = useCallback((id: number) => setNotices((shown) => shown.filter((one) => one.id !== id)), []);
  return (
    <div className={styles.region}>
      <div role="status">{notices.filter((one) => !one.isProblem).map((one) => toast(one, close))}</div>
      <div role="alert">{notices.filter((one) => one.isProblem).map((one) => toast(one, close))}</div>
    </div>
  );
}

const toast = (notice: Notice & { id: number }, close: (id: number) => void) => (
  <Toast key={notice.id} {...notice} close={close} />
);

function Toast({ id, text, action, isProblem, close }: Notice & { id: number; close: (id: number) => void }) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld || isProblem) return;
    const timer = setTimeout(() => close(id), action ? withActionMs : shownMs);
    return () => clearTimeout(timer);
  }, [isHeld, isProblem, action, close, id]);
  const hold = { onMouseEnter: () => setHeld(true), onMouseLeave: () => setHeld(false) };
  return (
    <div
      className={cx(styles.toast, isProblem && styles.problem)}
      {...hold}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {isProblem ? <WarningIcon /> : <CheckIcon />}
      <p>{text}</p>
      {action && (
        <button
          type="button"
          onClick={() => {
            action.run();
            close(id);
          }}
        >
          {action.label}
        </button>
      )}
      {(isProblem || action) && (
        <button type="button" className={styles.close} aria-label="Close this notice" onClick={() => close(id)}>
          <CloseIcon />
        </button>
      )}
    </div>
  );
}
