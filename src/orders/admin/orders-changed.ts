const eventName = 'shop:orders';

/** Notifies the order counters in this window that orders have changed. */
export const ordersChanged = (): void => void window.dispatchEvent(new Event(eventName));

/** Calls `listener` when orders were changed in this window; returns the unsubscribe function. */
export function onOrdersChanged(listener: () => void): () => void {
  window.addEventListener(eventName, listener);
  return () => window.removeEventListener(eventName, listener);
}
