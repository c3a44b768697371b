import type { FastifyReply } from 'fastify';
import { dayOf } from '#lib/day.ts';
import { badInput, conflict } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import type { IconDeps } from '#company/brand-icons.server.ts';
import { audit } from '#platform/db/audit.server.ts';
import { inTransaction } from '#platform/db/db.server.ts';
import { validIdempotencyKey } from '#platform/http/idempotency-key.server.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { setDownloadHeaders } from '#platform/list/list-export.server.ts';
import { withTotal } from '#platform/list/table-page.server.ts';
import type { OrderDeps } from '#orders/place/settle-waiting-orders.server.ts';
import { requireSiteAccess } from '../accounts/site-access.server.ts';
import { acceptQuote } from './accept-quote.server.ts';
import { declineQuote, writeMessage } from './answer-quotes.server.ts';
import { beginQuote, discardQuote, reviseQuote, sendQuote, updateQuote } from './change-quotes.server.ts';
import * as contract from './contract.ts';
import { findQuoteItems } from './find-quote-items.server.ts';
import * as own from './own-contract.ts';
import { quoteFileName, quotePdf } from './quote-pdf.server.ts';
import {
  mayDecline,
  readOwnQuote,
  readOwnQuotes,
  readQuote,
  readQuotes,
  readStored,
  requireReader,
} from './read-quotes.server.ts';
import { requestQuote } from './request-quote.server.ts';
import { quoteName, sentences } from './shapes.ts';

type QuoteDeps = OrderDeps & IconDeps;

/** Quotes as staff make them. */
export function quotesRoutes(on: RegisterEndpoint, deps: QuoteDeps): void {
  const { db } = deps;
  on(contract.listQuotes, async ({ query, reply }) => withTotal(reply, await readQuotes(deps, query)));
  on(contract.beginQuote, ({ body, context }) => beginQuote(deps, body, context));
  on(contract.readQuote, ({ params }) => readQuote(deps, params.id));
  on(contract.updateQuote, ({ params, body: { version, ...input }, context }) =>
    updateQuote(deps, { id: params.id, version }, input, context),
  );
  on(contract.sendQuote, ({ params: { id }, body: { version }, context }) => sendQuote(deps, { id, version }, context));
  on(contract.reviseQuote, ({ params, context }) => reviseQuote(deps, params.id, context));
  on(contract.discardQuote, ({ params, context }) => discardQuote(deps, params.id, context));
  on(contract.orderForCustomer, async ({ params: { id }, body: { poNumber, reason: text }, actor, context, ip }) => {
    if (text === '') throw badInput({ path: 'reason', message: sentences.reasonMissing });
    const { memberId } = await readStored(deps, id);
    await acceptQuote(deps, { id, by: { staffId: actor.id }, memberId, poNumber, text, ip });
    const quote = await readQuote(deps, id);
    const after = { name: quoteName(quote), order: quote.orderNumber, contact: quote.contact, reason: text };
    const { requestId } = context;
    const entry = { actor, action: 'order', entity: 'quote', entityId: id, after, at: deps.clock.now(), requestId };
    await inTransaction(db, (tx) => audit(tx, entry));
    return quote;
  });
  on(contract.declineRequest, async ({ params: { id }, body: { reason: text }, actor }) => {
    await readStored(deps, id);
    await declineQuote(deps, { id, by: { staffId: actor.id }, text });
    return readQuote(deps, id);
  });
  on(contract.messageCustomer, async ({ params: { id }, body: { text }, actor }) => {
    if ((await readStored(deps, id)).state === 'draft') throw conflict(sentences.notSent);
    await writeMessage(deps, { id, by: { staffId: actor.id }, text });
    return readQuote(deps, id);
  });
  on(contract.downloadQuote, ({ params, reply }) => sendPdf(deps, params.id, reply));
  on(contract.findQuoteItems, ({ params: { id }, query: { search } }) =>
    findQuoteItems(db, { id, search, day: dayOf(deps.clock.now()) }),
  );
}

/** Quotes for the people of an account. */
export function ownQuotesRoutes(on: RegisterEndpoint, deps: QuoteDeps): void {
  const { db } = deps;
  on(own.requestQuote, ({ body, actor, request }) =>
    requestQuote(deps, { key: validIdempotencyKey(request.headers) ?? newId(), body, actor }),
  );
  on(own.listOwnQuotes, async ({ actor, params: { accountId }, query, reply }) =>
    withTotal(reply, await readOwnQuotes(deps, { userId: actor.id, accountId }, query)),
  );
  on(own.readOwnQuote, async ({ actor, params: { id } }) =>
    readOwnQuote(deps, id, await requireReader(db, actor.id, id)),
  );
  on(own.acceptQuote, async ({ actor, params: { id }, body: { poNumber }, ip }) => {
    const reader = await requireReader(db, actor.id, id);
    const { siteId } = await readStored(deps, id);
    const { memberId } = await requireSiteAccess(db, { userId: actor.id, siteId, permission: 'AcceptQuotes' });
    await acceptQuote(deps, { id, by: { memberId }, memberId, poNumber, ip });
    return readOwnQuote(deps, id, reader);
  });
  on(own.declineQuote, async ({ actor, params: { id }, body: { reason: text } }) => {
    const reader = await requireReader(db, actor.id, id);
    const { siteId, state } = await readStored(deps, id);
    const permission = state === 'requested' ? 'RequestQuotes' : 'AcceptQuotes';
    const { memberId } = await requireSiteAccess(db, { userId: actor.id, siteId, permission });
    if (!mayDecline(state, reader.permissions)) throw conflict(sentences.answered);
    await declineQuote(deps, { id, by: { memberId }, text });
    return readOwnQuote(deps, id, reader);
  });
  on(own.messageStaff, async ({ actor, params: { id }, body: { text } }) => {
    const reader = await requireReader(db, actor.id, id);
    await writeMessage(deps, { id, by: { memberId: reader.memberId }, text });
    return readOwnQuote(deps, id, reader);
  });
  on(own.downloadOwnQuote, async ({ actor, params: { id }, reply }) => {
    await requireReader(db, actor.id, id);
    if ((await readStored(deps, id)).sentDate === null) throw conflict(sentences.notSent);
    return sendPdf(deps, id, reply);
  });
}

async function sendPdf(deps: QuoteDeps, id: string, reply: FastifyReply): Promise<FastifyReply> {
  const quote = await readStored(deps, id);
  const bytes = await quotePdf(quote, deps);
  const file = reply.header('cache-control', 'private, no-store');
  return setDownloadHeaders(file, { name: quoteFileName(quote), type: 'application/pdf' }).send(bytes);
}
