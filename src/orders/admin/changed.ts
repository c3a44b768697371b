const happened = 'spruce:orders';

/** Tells what counts orders, in this window, that some have changed. */
export const ordersChanged = (): void => void window.dispatchEvent(new Event(happened));

/** Calls `listener` whenever orders were changed here; answers how to stop. */
export function onOrdersChanged(listener: () => void): () => void {
  window.addEventListener(happened, listener);
  return () => window.removeEventListener(happened, listener);
}
