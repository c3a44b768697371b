import { giveTokens } from '#accounts/sign-in/cookies.server.ts';
import { attempt } from '#accounts/sign-in/passwords.server.ts';
import { startSession } from '#accounts/sign-in/sessions.server.ts';
import { demandOwn } from '#platform/access/actor.server.ts';
import { type Call, JsonText, type On } from '#platform/http/http.server.ts';
import { idempotencyKey } from '#platform/http/idempotency.server.ts';
import { conflict } from '#lib/api/problem.ts';
import { readCheckoutAttempt } from './place/checkout-attempts.server.ts';
import { linesOf } from './account/buy-again.server.ts';
import { checkouts, type Decided, furtherFaults } from './place/checkout.server.ts';
import {
  buyAgain,
  type CheckoutAnswer,
  checkOut,
  downloadInvoice,
  listOrders,
  paymentConfig,
  readCustomer,
  readOrder,
  sentences,
} from './contract.ts';
import { customerOf } from './place/customer.server.ts';
import { openInvoice } from './documents/invoice.server.ts';
import { guestKey } from './stored/keyed.server.ts';
import { listOrders as listOf, readOrder as orderOf } from './stored/orders.server.ts';
import type { OrderDeps } from './place/settling.server.ts';

export function ordersRoutes(on: On, deps: OrderDeps): void {
  const { db, payments } = deps;
  const place = checkouts(deps);

  on(
    checkOut,
    async (call) => {
      const { body, actor, ip, request, reply } = call;
      const decided = await place({ key: idempotencyKey(request.headers), body, actor, ip });
      if (decided.kind === 'placed') reply.code(201);
      return answerOf(deps, call, decided);
    },
    ({ body, actor, request }) => furtherFaults(deps, { body, actor, key: idempotencyKey(request.headers) }),
  );

  on(readCustomer, ({ actor, params }) => {
    demandOwn(actor, params.userId, 'ManageCartOrders');
    return customerOf(db, params.userId);
  });

  ownOrderRoutes(on, deps);

  on(paymentConfig, () => ({
    provider: payments.provider,
    publishableKey: payments.publishableKey,
    notice: payments.provider === 'test' ? 'Test payments' : null,
  }));
}

/** What a buyer sees of orders that are placed. */
function ownOrderRoutes(on: On, deps: OrderDeps): void {
  const { db, env } = deps;
  on(listOrders, async ({ actor, query, reply }) => {
    const { rows, total } = await listOf(db, actor.id, query);
    reply.header('x-total-count', total);
    return rows;
  });

  on(readOrder, ({ actor, params, query }) => orderOf(db, params.orderId, { env, reader: { actor, key: query.key } }));

  on(buyAgain, async ({ actor, params, query }) => {
    const lines = await linesOf(deps, params.orderId, { actor, key: query.key });
    return new JsonText(JSON.stringify(lines)); // as the cart's own call writes them
  });

  on(downloadInvoice, async ({ actor, params, query, reply }) => {
    const { name, bytes } = await openInvoice(deps, params.taxInvoiceId, { actor, key: query.key });
    return reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'private, no-store')
      .send(bytes);
  });
}

async function answerOf(deps: OrderDeps, call: Call<typeof checkOut>, decided: Decided): Promise<CheckoutAnswer> {
  const nothing = { orderId: null, orderNumber: null, orderUrl: null, token: null, isPending: false };
  if (decided.kind === 'refused') return { ...nothing, status: 1, orderIssues: issuesOf(decided.reasons) };
  if (decided.kind === 'pending') {
    const { outcome } = decided;
    if (outcome.kind === 'unanswered') {
      return { ...nothing, status: 1, orderIssues: issuesOf([sentences.unconfirmed]), isPending: true };
    }
    const requiresAction = { clientSecret: outcome.clientSecret };
    return { ...nothing, status: 1, orderIssues: issuesOf([sentences.furtherStep]), isPending: true, requiresAction };
  }
  const { orderId, number, userId } = decided;
  const path = `/shopping/order/${orderId}`;
  return {
    ...nothing,
    status: 0,
    orderIssues: [],
    orderId,
    orderNumber: number,
    orderUrl: userId === null ? `${path}?key=${guestKey(deps.env, orderId)}` : path,
    token: await tokenOf(deps, call, decided),
  };
}

const issuesOf = (reasons: readonly string[]) => reasons.map((reason) => ({ reason }));

/**
 * Signs in the account that was made with the order. Whoever asks with a known key proves the password first: the key's
 * fingerprint leaves it out.
 */
async function tokenOf(
  deps: OrderDeps,
  call: Call<typeof checkOut>,
  decided: Decided,
): Promise<CheckoutAnswer['token']> {
  if (decided.kind !== 'placed' || !decided.isRegistered || decided.userId === null) return null;
  const { request, reply, body, ip } = call;
  if (!decided.isFresh) {
    const known = await readCheckoutAttempt(deps.db, idempotencyKey(request.headers) ?? '');
    const stored = known?.passwordHash ?? undefined;
    const isTheirs = await attempt((matches) => matches(stored, body.billingInfo.password ?? ''));
    if (!isTheirs) throw conflict(sentences.otherBody);
  }
  const caller = { userId: decided.userId, ip, userAgent: request.headers['user-agent'] };
  return giveTokens({ request, reply, env: deps.env }, await startSession(deps, deps.db, caller));
}
