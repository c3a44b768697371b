/** The confirmation of a placed order, stored in this tab over the reload that a new session needs. */
export interface PlacedOrder {
  orderNumber: string;
  /** Path of the order's page, with the key for guests. */
  orderUrl: string;
}

const entry = 'spruce.placed';

/** Without storage the notice is not shown; the buyer still gets the mail. */
export function storePlaced(order: PlacedOrder): void {
  try {
    window.sessionStorage.setItem(entry, JSON.stringify(order));
  } catch {
    // As above.
  }
}

export function readPlaced(): PlacedOrder | undefined {
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(entry) ?? 'null');
    const { orderNumber, orderUrl } = (kept ?? {}) as Partial<PlacedOrder>; // checked below
    return typeof orderNumber === 'string' && orderUrl?.startsWith('/shopping/')
      ? { orderNumber, orderUrl }
      : undefined;
  } catch {
    return undefined;
  }
}

export function forgetPlaced(): void {
  try {
    window.sessionStorage.removeItem(entry);
  } catch {
    // Nothing was stored.
  }
}
