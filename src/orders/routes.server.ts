import { replyTokens } from '#accounts/sign-in/session-cookies.server.ts';
import { inHashingQueue } from '#accounts/sign-in/password-hashing.server.ts';
import { startSession } from '#accounts/sign-in/sessions.server.ts';
import { requireOwnerOrAccess } from '#platform/access/actor.server.ts';
import { type Call, JsonText, type RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { setDownloadHeaders } from '#platform/list/list-export.server.ts';
import { idempotencyKey } from '#platform/http/idempotency-key.server.ts';
import { conflict } from '#lib/api/problem.ts';
import { readCheckoutAttempt } from './place/checkout-attempts.server.ts';
import { buyAgainLines } from './account/buy-again.server.ts';
import { type CheckoutAnswer, checkOut, readCustomer } from './checkout-contract.ts';
import { makeCheckout, type CheckoutDecision, serverFaults } from './place/checkout.server.ts';
import { buyAgain, downloadInvoice, listOrders, paymentConfig, readOrder, sentences } from './contract.ts';
import { readBillingPrefill } from './place/billing-prefill.server.ts';
import { openInvoice } from './documents/invoice.server.ts';
import { guestKey } from './stored/guest-key.server.ts';
import { listOwnOrders, readOrder as readOrderFor } from './stored/read-orders.server.ts';
import type { OrderDeps } from './place/settle-waiting-orders.server.ts';

export function ordersRoutes(on: RegisterEndpoint, deps: OrderDeps): void {
  const { db, payments } = deps;
  const place = makeCheckout(deps);

  on(
    checkOut,
    async (call) => {
      const { body, actor, ip, request, reply } = call;
      const decision = await place({ key: idempotencyKey(request.headers), body, actor, ip });
      if (decision.kind === 'placed') reply.code(201);
      return answerOf(deps, call, decision);
    },
    ({ body, actor, request }) => serverFaults(deps, { body, actor, key: idempotencyKey(request.headers) }),
  );

  on(readCustomer, ({ actor, params }) => {
    requireOwnerOrAccess(actor, params.userId, 'ManageCartOrders');
    return readBillingPrefill(db, params.userId);
  });

  ownOrderRoutes(on, deps);

  on(paymentConfig, () => ({
    provider: payments.provider,
    publishableKey: payments.publishableKey,
    notice: payments.provider === 'test' ? 'Test payments' : null,
  }));
}

/** Routes for buyers to read the orders they have placed. */
function ownOrderRoutes(on: RegisterEndpoint, deps: OrderDeps): void {
  const { db, env } = deps;
  on(listOrders, async ({ actor, query, reply }) => {
    const { rows, total } = await listOwnOrders(db, actor.id, query);
    reply.header('x-total-count', total);
    return rows;
  });

  on(readOrder, ({ actor, params, query }) =>
    readOrderFor(db, params.orderId, { env, reader: { actor, key: query.key } }),
  );

  on(buyAgain, async ({ actor, params, query }) => {
    const lines = await buyAgainLines(deps, params.orderId, { actor, key: query.key });
    return new JsonText(JSON.stringify(lines)); // its amounts are in dollars already
  });

  on(downloadInvoice, async ({ actor, params, query, reply }) => {
    const { name, bytes } = await openInvoice(deps, params.taxInvoiceId, { actor, key: query.key });
    return setDownloadHeaders(reply.header('cache-control', 'private, no-store'), {
      name,
      type: 'application/pdf',
    }).send(bytes);
  });
}

async function answerOf(
  deps: OrderDeps,
  call: Call<typeof checkOut>,
  decision: CheckoutDecision,
): Promise<CheckoutAnswer> {
  const nothing = { orderId: null, orderNumber: null, orderUrl: null, token: null, isPending: false };
  if (decision.kind === 'refused') {
    const needsApproval = decision.needsApproval ? ({ needsApproval: true } as const) : {};
    return { ...nothing, status: 1, orderIssues: issuesOf(decision.reasons), ...needsApproval };
  }
  if (decision.kind === 'pending') {
    const { outcome } = decision;
    if (outcome.kind === 'noResponse') {
      return { ...nothing, status: 1, orderIssues: issuesOf([sentences.unconfirmed]), isPending: true };
    }
    const requiresAction = { clientSecret: outcome.clientSecret };
    return { ...nothing, status: 1, orderIssues: issuesOf([sentences.furtherStep]), isPending: true, requiresAction };
  }
  const { orderId, number, userId } = decision;
  const path = `/shopping/order/${orderId}`;
  return {
    ...nothing,
    status: 0,
    orderIssues: [],
    orderId,
    orderNumber: number,
    orderUrl: userId === null ? `${path}?key=${guestKey(deps.env, orderId)}` : path,
    token: await tokenOf(deps, call, decision),
  };
}

const issuesOf = (reasons: readonly string[]) => reasons.map((reason) => ({ reason }));

/** Signs in to the account created with the order. A repeated request must contain the right password, because the key proves no identity. */
async function tokenOf(
  deps: OrderDeps,
  call: Call<typeof checkOut>,
  decision: CheckoutDecision,
): Promise<CheckoutAnswer['token']> {
  if (decision.kind !== 'placed' || !decision.isRegistered || decision.userId === null) return null;
  const { request, reply, body, ip } = call;
  if (!decision.isFresh) {
    const known = await readCheckoutAttempt(deps.db, idempotencyKey(request.headers) ?? '');
    const stored = known?.passwordHash ?? undefined;
    const isTheirs = await inHashingQueue((matches) => matches(stored, body.billingInfo.password ?? ''));
    if (!isTheirs) throw conflict(sentences.otherBody);
  }
  const caller = { userId: decision.userId, ip, userAgent: request.headers['user-agent'] };
  return replyTokens({ request, reply, env: deps.env }, await startSession(deps, deps.db, caller));
}
