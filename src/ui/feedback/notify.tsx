import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { cx } from '../classes.ts';
import { Hidden } from '../hidden.tsx';
import { CheckIcon, CloseIcon, WarningIcon } from '../icons/icons.tsx';
import styles from './notify.module.css';
import { useNoticePlace } from './use-notice-place.ts';

export interface Notice {
  text: ReactNode;
  /** What can be done about it, or where it leads, with the words for it. */
  action?: { label: string } & ({ run: () => void } | { to: string });
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

type Shown = Notice & { id: number; times: number };

/** The same words again, unless each has an act of its own, such as an Undo. */
const isSame = (one: Notice, other: Notice): boolean =>
  typeof one.text === 'string' &&
  one.text === other.text &&
  one.isProblem === other.isProblem &&
  ![one, other].some(({ action }) => action && 'run' in action);

/** What is told again counts up in its place; three stand at most. */
function withNotice(shown: readonly Shown[], notice: Notice, id: number): Shown[] {
  if (!shown.some((one) => isSame(one, notice))) return [...shown.slice(-2), { ...notice, id, times: 1 }];
  return shown.map((one) => (isSame(one, notice) ? { ...one, ...notice, times: one.times + 1 } : one));
}

/** Where notices appear; once in the document. The newest is at the bottom, nearest to the thumb, and never over a Save button. */
export function Notices() {
  const [notices, setNotices] = useState<Shown[]>([]);
  const next = useRef(0);
  const region = useRef<HTMLDivElement>(null);
  useNoticePlace(region, notices);
  useEffect(() => {
    const add = (event: Event): void => {
      const notice = (event as CustomEvent<Notice>).detail; // notify() above makes them
      next.current += 1;
      const id = next.current;
      setNotices((shown) => withNotice(shown, notice, id));
    };
    window.addEventListener(happened, add);
    return () => window.removeEventListener(happened, add);
  }, []);
  const close = useCallback((id: number) => setNotices((shown) => shown.filter((one) => one.id !== id)), []);
  return (
    <div ref={region} className={styles.region}>
      <div role="status">{notices.filter((one) => !one.isProblem).map((one) => toast(one, close))}</div>
      <div role="alert">{notices.filter((one) => one.isProblem).map((one) => toast(one, close))}</div>
    </div>
  );
}

const toast = (notice: Shown, close: (id: number) => void) => <Toast key={notice.id} {...notice} close={close} />;

function Toast({ id, text, action, isProblem, times, close }: Shown & { close: (id: number) => void }) {
  const [isHeld, setHeld] = useState(false);
  const shut = (): void => close(id);
  useEffect(() => {
    if (isHeld || isProblem) return;
    const timer = setTimeout(() => close(id), action ? withActionMs : shownMs);
    return () => clearTimeout(timer);
  }, [isHeld, isProblem, action, close, id, times]); // told again (`times`), it stays as long again
  return (
    <div
      className={cx(styles.toast, isProblem && styles.problem)}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {isProblem ? <WarningIcon /> : <CheckIcon />}
      <p>{text}</p>
      {times > 1 && (
        <span key={times} className={styles.times}>
          {`×${times}`}
          <Hidden> times</Hidden>
        </span>
      )}
      {action && <Action {...action} close={shut} />}
      {(isProblem || action) && (
        <button type="button" className={styles.close} aria-label="Close this notice" onClick={shut}>
          <CloseIcon />
        </button>
      )}
    </div>
  );
}

function Action({ label, close, ...act }: NonNullable<Notice['action']> & { close: () => void }) {
  if ('to' in act) {
    return (
      <Link to={act.to} className={styles.act} onClick={close}>
        {label}
      </Link>
    );
  }
  const run = (): void => {
    act.run();
    close();
  };
  return (
    <button type="button" className={styles.act} onClick={run}>
      {label}
    </button>
  );
}
