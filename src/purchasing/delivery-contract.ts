import { z } from 'zod';
import { someOf } from '#lib/api/input-shapes.ts';
import { endpoint } from '#lib/api/endpoint.ts';
import { baseVersion, optionalText, text, uuid } from '#lib/api/wire.ts';
import { price, purchaseOrder, quantity, sentences } from './contract.ts';

/* Receiving the goods of an order, and closing an order short. */

const reasonRule = { max: 200, long: 'The reason is too long.' };

export const receiptInput = z.object({
  receiptId: uuid.meta({
    description: 'An id that the caller generates. Sending it again adds nothing and returns the same answer.',
  }),
  lines: someOf(z.object({ lineId: uuid, quantity, purchasePrice: price }), sentences.nothingReceived, 1_000).refine(
    (lines) => new Set(lines.map(({ lineId }) => lineId)).size === lines.length,
    {
      error: 'A line can be in a delivery only once.',
    },
  ),
  overReason: optionalText(reasonRule)
    .optional()
    .meta({ description: 'The reason for accepting more than was ordered; required if a line exceeds its order.' }),
});
export type ReceiptInput = z.output<typeof receiptInput>;

export const receivePurchaseOrder = endpoint('POST', '/v1/purchase-orders/{id}/receive', {
  access: 'ManageCartStock',
  summary:
    'Adds received goods to stock at their purchase prices, never twice. Receiving more than was ordered requires a reason.',
  params: z.object({ id: uuid }),
  body: receiptInput,
  reply: purchaseOrder,
});

/** Why the order is closed although not everything was received. */
export const closeReason = text({ required: sentences.reason, ...reasonRule });

export const closePurchaseOrder = endpoint('PATCH', '/v1/purchase-orders/{id}/close', {
  access: 'ManageCartStock',
  summary:
    'Closes an open order that is partly received: what is outstanding is no longer expected. Returns 409 for an outdated version.',
  params: z.object({ id: uuid }),
  body: z.object({
    version: baseVersion,
    reason: closeReason,
  }),
  reply: purchaseOrder,
});
