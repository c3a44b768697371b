import { readStored, store } from './session-storage.ts';

/** The confirmation of a placed order, stored in this tab over the reload that a new session needs. */
export interface PlacedOrder {
  orderNumber: string;
  /** Path of the order's page, with the key for guests. */
  orderUrl: string;
}

/** Without storage the notice is not shown; the buyer still gets the mail. */
export const storePlaced = (order: PlacedOrder | undefined): void => store('placed', order);

export function readPlaced(): PlacedOrder | undefined {
  const { orderNumber, orderUrl } = (readStored('placed') ?? {}) as Partial<PlacedOrder>; // checked below
  return typeof orderNumber === 'string' && orderUrl?.startsWith('/shopping/') ? { orderNumber, orderUrl } : undefined;
}
