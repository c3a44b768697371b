import { type ReactNode, useEffect, useState } from 'react';
import { Banner } from './banner.tsx';
import { Button } from '../button/button.tsx';

/** Seconds until a page refreshes itself (specification of the shop, section 9). */
const refreshAfter = 5;

const refresh = (): void => window.location.reload();

/** Offers to reload the page. */
export function RefreshBanner({ children }: { children: ReactNode }) {
  const button = (
    <Button look="plain" size="small" onClick={refresh}>
      Refresh
    </Button>
  );
  return <Banner aside={button}>{children}</Banner>;
}

interface AutoRefreshBannerProps {
  children: ReactNode;
  seconds?: number;
  onStop: () => void;
}

/** Reloads the page after some seconds, unless the reader stops it. */
export function AutoRefreshBanner({ children, seconds = refreshAfter, onStop }: AutoRefreshBannerProps) {
  return <Banner aside={<Countdown {...{ seconds, onStop }} />}>{children}</Banner>;
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
      {/* Hidden from screen readers, which would read the changing number each second. The banner itself is read once. */}
      <span aria-hidden="true">Refreshing in {Math.max(left, 0)} s</span>
      <Button look="plain" size="small" onClick={onStop}>
        Not now
      </Button>
    </>
  );
}

interface ProgressBannerProps {
  children: ReactNode;
  /** From 0 to 1. */
  done: number;
  /** The bar's accessible name. */
  label: string;
  /** A button after the bar. */
  action?: ReactNode;
}

/** Progress of a long task. */
export function ProgressBanner({ children, done, label, action }: ProgressBannerProps) {
  const bar = (
    <>
      <progress value={done} aria-label={label}>
        {Math.round(done * 100)} %
      </progress>
      {action}
    </>
  );
  return (
    <Banner aside={bar} isCalm>
      {children}
    </Banner>
  );
}
