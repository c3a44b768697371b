import { type ReactNode, useEffect, useState } from 'react';
import { Button } from './button.tsx';
import styles from './banner.module.css';
import { cx } from './classes.ts';
import layout from './layout.module.css';

/** Seconds until a page refreshes itself (specification of the shop, section 9). */
const refreshAfter = 5;

type BannerProps = { children: ReactNode } & (
  | { kind?: 'plain' }
  /** Offers to load the page anew. */
  | { kind: 'refresh' }
  /** Loads the page anew after some seconds, unless the reader stops it. */
  | { kind: 'auto-refresh'; seconds?: number; onStop: () => void }
  /** How much of some long work is done, from 0 to 1. */
  | { kind: 'progress'; done: number; label: string }
);

/** What the whole site has to say, above the page. */
export function Banner(props: BannerProps) {
  const { children } = props;
  return (
    <div className={cx(styles.banner, props.kind === 'progress' && styles.calm)} role="status">
      <div className={cx(layout.wide, styles.line)}>
        <p>{children}</p>
        {props.kind === 'refresh' && <Refresh />}
        {props.kind === 'auto-refresh' && <Countdown seconds={props.seconds ?? refreshAfter} onStop={props.onStop} />}
        {props.kind === 'progress' && (
          <progress value={props.done} aria-label={props.label}>
            {Math.round(props.done * 100)} %
          </progress>
        )}
      </div>
    </div>
  );
}

const refresh = (): void => window.location.reload();

function Refresh() {
  return (
    <Button look="plain" size="small" onClick={refresh}>
      Refresh
    </Button>
  );
}

function Countdown({ seconds, onStop }: { seconds: number; onStop: () => void }) {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const timer = setInterval(() => setLeft((before) => before - 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (left <= 0) refresh();
  }, [left]);
  return (
    <>
      {/* A reader who listens is told once; a figure that changes each second would be read each second. */}
      <span aria-hidden="true">Refreshing in {Math.max(left, 0)} s</span>
      <Button look="plain" size="small" onClick={onStop}>
        Not now
      </Button>
    </>
  );
}
