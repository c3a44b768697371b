import { useEffect, useEffectEvent } from 'react';

/** Time between retries, for connections that return without the browser's `online` event. */
const retryMs = 8_000;

/** Calls `submit` again once the connection is back, for as long as the form is waiting for it. */
export function useRetryWhenOnline(isWaiting: boolean, submit: () => Promise<void>): void {
  const again = useEffectEvent(() => void submit());
  useEffect(() => {
    if (!isWaiting) return;
    const retry = (): void => again();
    const timer = window.setInterval(retry, retryMs);
    window.addEventListener('online', retry);
    return () => {
      window.clearInterval(timer);
      window.removeEventListener('online', retry);
    };
  }, [isWaiting]);
}
