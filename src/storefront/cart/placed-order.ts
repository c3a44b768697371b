import { readStored, store } from './session-storage.ts';

/** The confirmation of a placed order. It is stored in this tab, because a checkout that starts a new session reloads the page. */
export interface PlacedOrder {
  orderNumber: string;
  /** Path of the order's page, with the key for guests. */
  orderUrl: string;
}

/** Without storage the confirmation is not shown, but the buyer still gets the e-mail. */
export const storePlaced = (order: PlacedOrder | undefined): void => store('placed', order);

export function readPlaced(): PlacedOrder | undefined {
  const { orderNumber, orderUrl } = (readStored('placed') ?? {}) as Partial<PlacedOrder>; // checked below
  return typeof orderNumber === 'string' && orderUrl?.startsWith('/shopping/') ? { orderNumber, orderUrl } : undefined;
}
