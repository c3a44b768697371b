import type { Refund } from '#orders/refund/refund-contract.ts';
import { newId } from '#lib/uuid.ts';
import type { Answer, TestApp } from './app.ts';
import { checkOut, checkoutOf, type Line } from './buyer.ts';
import { type Person, makeAdministrator } from './people.ts';

/** An administrator who manages orders. */
export const makeManager = (deps: TestApp['deps']): Promise<Person> =>
  makeAdministrator(deps, { claims: ['ManageCartOrders'], firstName: 'Mia', lastName: 'Rossi' });

/** An order as the back office reads it after a change. */
export interface OrderNow {
  id: string;
  orderNumber: string;
  orderStatus: number;
  amountPaid: number;
  amountRefunded: number;
  total: number;
  totalIncludedGst: number;
  version: number;
  orderItems: { orderItemId: string; productName: string; quantity: number; total: number }[];
  refunds: { id: string; amount: number; adjustmentNoteId: string | null; adjustmentNoteNumber: string | null }[];
}

/** A paid order; `more` replaces parts of its checkout. */
export async function placePaidOrder(shop: TestApp, lines: Line[], more: object = {}): Promise<OrderNow> {
  const { body } = await checkOut(shop, checkoutOf(lines, more));
  if (body.status !== 0) throw new Error(body.orderIssues.map(({ reason }) => reason).join(' '));
  return orderNow(shop, body.orderUrl ?? '');
}

/** The order behind a guest's link. */
async function orderNow({ ask }: TestApp, orderUrl: string): Promise<OrderNow> {
  return (await ask<OrderNow>('GET', orderUrl.replace('/shopping/order', '/v1/shopping-orders'))).body;
}

/** A manager's actions on orders. */
export interface OrderDesk {
  read(orderId: string): Promise<OrderNow>;
  change(orderId: string, orderStatus: unknown, more?: object): Promise<Answer<OrderNow>>;
  refund(orderId: string, body?: object, key?: string): Promise<Answer<RefundNow>>;
  retry(refund: RefundNow): Promise<Answer<RefundNow>>;
  withdraw(refund: RefundNow): Promise<Answer<RefundNow>>;
  refundsOf(orderId: string): Promise<RefundNow[]>;
}

/** The JSON of a refund. */
export type RefundNow = Pick<
  Refund,
  'id' | 'orderId' | 'state' | 'adjustmentNoteId' | 'adjustmentNoteNumber' | 'cameBackDate' | 'notes'
> & {
  amount: number;
  gst: number | null;
  shippingFee: number;
  message: string | null;
  lines: { orderItemId: string; quantity: number; restock: boolean; amount: number }[];
};

export function orderDeskOf({ ask }: Pick<TestApp, 'ask'>, { token }: Person): OrderDesk {
  const path = (orderId: string) => `/v1/manage-orders/${orderId}`;
  return {
    read: async (orderId) => (await ask<OrderNow>('GET', `/v1/shopping-orders/${orderId}`, { token })).body,
    change: (orderId, orderStatus, more) =>
      ask('PATCH', '/v1/manage-orders/change-status', { token, body: { orderId, orderStatus, ...more } }),
    refund: (orderId, body = {}, key = newId()) =>
      ask('POST', `${path(orderId)}/refund`, {
        token,
        body: { reason: 'Damaged on the way', ...body },
        headers: { 'idempotency-key': key },
      }),
    retry: ({ id, orderId }) => ask('POST', `${path(orderId)}/refunds/${id}/retry`, { token }),
    withdraw: ({ id, orderId }) => ask('POST', `${path(orderId)}/refunds/${id}/withdraw`, { token }),
    refundsOf: async (orderId) => (await ask<RefundNow[]>('GET', `${path(orderId)}/refunds`, { token })).body,
  };
}
