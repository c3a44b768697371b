import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Link } from '../link.tsx';
import { cx } from '../classes.ts';
import { Hidden } from '../visually-hidden.tsx';
import { CheckIcon, CloseIcon, WarningIcon } from '../icons/icons.tsx';
import { focusHeading } from './heading-focus.ts';
import styles from './notify.module.css';
import { useNoticePosition } from './use-notice-position.ts';

export interface Notice {
  text: ReactNode;
  /** An action or a link, with its label. */
  action?: { label: string } & ({ run: () => void } | { to: string });
  /** Marks an error: the notice stays until it is closed, and screen readers announce it at once. */
  isProblem?: boolean;
}

const noticeEvent = 'shop:notice';
const shownMs = 6_000;
const withActionMs = 10_000;

/** Shows the reader a notice: `notify({ text: 'Added to cart' })`. In the browser only. */
export const notify = (notice: Notice): void => {
  window.dispatchEvent(new CustomEvent(noticeEvent, { detail: notice }));
};

/** Shows an error: `notifyProblem(error.message)`. */
export const notifyProblem = (text: ReactNode): void => notify({ text, isProblem: true });

type VisibleNotice = Notice & { id: number; times: number };

/** Whether two notices have the same text and no action of their own, such as an Undo. */
const isSame = (one: Notice, other: Notice): boolean =>
  typeof one.text === 'string' &&
  one.text === other.text &&
  one.isProblem === other.isProblem &&
  ![one, other].some(({ action }) => action && 'run' in action);

/** Adds a notice, or increases the counter of an identical one. At most three notices are shown. */
function withNotice(shown: readonly VisibleNotice[], notice: Notice, id: number): VisibleNotice[] {
  if (!shown.some((one) => isSame(one, notice))) return [...shown.slice(-2), { ...notice, id, times: 1 }];
  return shown.map((one) => (isSame(one, notice) ? { ...one, ...notice, times: one.times + 1 } : one));
}

/** Shows the notices; rendered once in the document. The newest is at the bottom, near the thumb, but never covers a Save button. */
export function Notices() {
  const [notices, setNotices] = useState<VisibleNotice[]>([]);
  const next = useRef(0);
  const region = useRef<HTMLDivElement>(null);
  useNoticePosition(region, notices);
  useEffect(() => {
    const add = (event: Event): void => {
      const notice = (event as CustomEvent<Notice>).detail; // dispatched by notify() above
      next.current += 1;
      const id = next.current;
      setNotices((shown) => withNotice(shown, notice, id));
    };
    window.addEventListener(noticeEvent, add);
    return () => window.removeEventListener(noticeEvent, add);
  }, []);
  const close = useCallback((id: number) => setNotices((shown) => shown.filter((one) => one.id !== id)), []);
  return (
    <div ref={region} className={styles.region}>
      <div role="status">{notices.filter((one) => !one.isProblem).map((one) => toast(one, close))}</div>
      <div role="alert">{notices.filter((one) => one.isProblem).map((one) => toast(one, close))}</div>
    </div>
  );
}

const toast = (notice: VisibleNotice, close: (id: number) => void) => (
  <Toast key={notice.id} {...notice} close={close} />
);

function Toast({ id, text, action, isProblem, times, close }: VisibleNotice & { close: (id: number) => void }) {
  const [isPaused, setPaused] = useState(false);
  const [focusedBefore] = useState(() => document.activeElement);
  const box = useRef<HTMLDivElement>(null);
  /** The focus of somebody at the keyboard goes back to where it was when the notice was shown. */
  const shut = (): void => {
    const focused = box.current?.querySelector(':focus-visible');
    if (focused && focusedBefore instanceof HTMLElement) focusedBefore.focus();
    if (focused && focused === document.activeElement) focusHeading(); // the element from before has gone
    close(id);
  };
  useEffect(() => {
    if (isPaused || isProblem) return;
    const timer = setTimeout(() => close(id), action ? withActionMs : shownMs);
    return () => clearTimeout(timer);
  }, [isPaused, isProblem, action, close, id, times]); // a repeated notice (`times`) restarts its timer
  return (
    <div
      ref={box}
      className={cx(styles.toast, isProblem && styles.problem)}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
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
