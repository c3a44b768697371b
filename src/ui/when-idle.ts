/** Runs `work` when the browser is idle, or after `timeout` ms at the latest; returns a function that cancels it. */
export function whenIdle(work: () => void, timeout: number): () => void {
  if (typeof window.requestIdleCallback === 'function') {
    const handle = window.requestIdleCallback(work, { timeout });
    return () => window.cancelIdleCallback(handle);
  }
  const timer = window.setTimeout(work, 50); // Safari lacks requestIdleCallback
  return () => window.clearTimeout(timer);
}
