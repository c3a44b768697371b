import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { openAdjustmentNote } from './documents/adjustment-note.server.ts';
import { setDownloadHeaders } from '#platform/list/list-export.server.ts';
import { validIdempotencyKey } from '#platform/http/idempotency-key.server.ts';
import {
  askForGuestOrders,
  findGuestOrders,
  guestOrderSentences,
  joinGuestOrders,
} from './account/guest-orders-contract.ts';
import { findJoinableOrders, joinOrders, offerGuestOrders } from './account/guest-orders.server.ts';
import { readOrder } from './stored/read-orders.server.ts';
import {
  downloadAdjustmentNote,
  listRefunds,
  readRefundable,
  refundOrder,
  retryRefund as retryEndpoint,
  withdrawRefund as withdrawEndpoint,
} from './refund/refund-contract.ts';
import { refund, retryRefund, withdrawRefund } from './refund/refund-order.server.ts';
import { refundableOf, refundsOf } from './refund/read-refunds.server.ts';
import type { OrderDeps } from './place/settle-waiting-orders.server.ts';
import { changeStatus as changeEndpoint, listStatusEvents } from './status/status-contract.ts';
import { changeStatus, statusEventsOf } from './status/change-status.server.ts';

/** Routes for orders after the sale: statuses, refunds, adjustment notes, and adding guest orders to an account. */
export function afterSaleRoutes(on: RegisterEndpoint, deps: OrderDeps): void {
  const { db, env } = deps;
  on(changeEndpoint, async ({ body, actor, context }) => {
    await changeStatus(deps, body, context);
    return readOrder(db, body.orderId, { env, reader: { actor, key: undefined } });
  });
  on(listStatusEvents, ({ params }) => statusEventsOf(db, params.orderId));

  on(refundOrder, async ({ params, body, request, reply, context }) => {
    const key = validIdempotencyKey(request.headers);
    const { refund: made, isNew } = await refund(deps, { ...params, body, key }, context);
    if (isNew) reply.code(201);
    return made;
  });
  on(askForGuestOrders, async ({ actor }) => {
    await offerGuestOrders(deps, actor.id);
    return { message: guestOrderSentences.linkSent };
  });
  on(findGuestOrders, ({ actor, body }) => findJoinableOrders(deps, actor, body.token));
  on(joinGuestOrders, ({ body, context }) => joinOrders(deps, body.token, context));

  on(listRefunds, ({ params }) => refundsOf(db, params.orderId));
  on(readRefundable, ({ params }) => refundableOf(db, params.orderId));
  on(retryEndpoint, ({ params, context }) => retryRefund(deps, params, context));
  on(withdrawEndpoint, ({ params, context }) => withdrawRefund(deps, params, context));

  on(downloadAdjustmentNote, async ({ actor, params, query, reply }) => {
    const { name, bytes } = await openAdjustmentNote(deps, params.adjustmentNoteId, { actor, key: query.key });
    return setDownloadHeaders(reply.header('cache-control', 'private, no-store'), {
      name,
      type: 'application/pdf',
    }).send(bytes);
  });
}
