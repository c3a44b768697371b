import { newId } from '#lib/uuid.ts';
import type { Answer, TestApp } from './app.ts';
import type { MadeProduct } from './make.ts';

/** The JSON of a checkout's response. */
export interface CheckoutResponse {
  status: 0 | 1;
  orderIssues: { reason: string }[];
  orderId: string | null;
  orderNumber: string | null;
  orderUrl: string | null;
  token: { access_token: string | null; refresh_token: string | null; expires_in: number } | null;
  isPending: boolean;
  needsApproval?: true;
  requiresAction?: { clientSecret: string };
}

export const goodCard = { cardNumber: '4242 4242 4242 4242', expiryDate: '12/30', cvc: '123' };

export const buyer = {
  firstName: 'Kim',
  lastName: 'Lee',
  email: 'kim@example.com',
  mobile: '0491 570 006',
  unitNumber: '3',
  streetNumber: '9',
  streetName: 'Test Road',
  city: 'Newtown',
  state: 'NSW',
  postcode: '2042',
};

export interface Line {
  product: MadeProduct;
  qty?: number;
  /** Index of the chosen item, for a product with variations. */
  item?: number;
  price?: number;
}

export const cartOf = (...lines: Line[]) =>
  lines.map(({ product, qty = 1, item, price }) => ({
    id: product.id,
    variationItemId: item === undefined ? null : (product.itemIds[item] ?? null),
    qty,
    ...(price !== undefined && { price }),
  }));

/** A guest who picks up and pays with a valid card; `more` replaces parts. */
export const checkoutOf = (lines: Line[], more: object = {}): object => ({
  ...goodCard,
  userId: null,
  ipAddress: '',
  billingInfo: buyer,
  shippingInfo: { shippingMethod: 1 },
  cartItems: cartOf(...lines),
  ...more,
});

export interface CheckingOut {
  key?: string;
  token?: string;
  headers?: Record<string, string>;
}

export const checkOut = (
  { ask }: Pick<TestApp, 'ask'>,
  body: object,
  { key = newId(), token, headers }: CheckingOut = {},
): Promise<Answer<CheckoutResponse>> =>
  ask<CheckoutResponse>('POST', '/v1/shopping-checkouts', {
    body,
    token,
    headers: { 'idempotency-key': key, ...headers },
  });

/** One request to the shop at an address; undefined if the connection broke or the order is not decided yet: then the buyer asks again. */
export async function tryCheckout(address: string, key: string, body: object): Promise<CheckoutResponse | undefined> {
  try {
    const answer = await fetch(`${address}/v1/shopping-checkouts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(15_000),
    });
    if (answer.status >= 300) return undefined;
    const response = (await answer.json()) as CheckoutResponse; // the API's
    return response.isPending ? undefined : response;
  } catch {
    return undefined; // the server, or one that it needs, is away
  }
}
