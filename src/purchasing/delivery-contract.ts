import { z } from 'zod';
import { someOf } from '#lib/api/input-shapes.ts';
import { endpoint } from '#lib/api/endpoint.ts';
import { baseVersion, optionalText, text, uuid } from '#lib/api/wire.ts';
import { price, purchaseOrder, quantity, sentences } from './contract.ts';

/* Receiving the goods of an order, and closing it short. */

const reasonRule = { max: 200, long: 'The reason is too long.' };

export const receiptInput = z.object({
  receiptId: uuid.meta({ description: 'Made by the caller: the same one again posts nothing and answers the same.' }),
  lines: someOf(z.object({ lineId: uuid, quantity, purchasePrice: price }), sentences.nothingReceived, 1_000).refine(
    (lines) => new Set(lines.map(({ lineId }) => lineId)).size === lines.length,
    {
      error: 'A line can be in a delivery only once.',
    },
  ),
  overReason: optionalText(reasonRule)
    .optional()
    .meta({ description: 'Why more is taken than was ordered; without it that is refused.' }),
});
export type ReceiptInput = z.output<typeof receiptInput>;

export const receivePurchaseOrder = endpoint('POST', '/v1/purchase-orders/{id}/receive', {
  access: 'ManageCartStock',
  summary: 'Adds what has come to the stock at its purchase price, never twice. More than was ordered needs a reason.',
  params: z.object({ id: uuid }),
  body: receiptInput,
  reply: purchaseOrder,
});

/** Why no more is expected. */
export const closeReason = text({ required: sentences.reason, ...reasonRule });

export const closePurchaseOrder = endpoint('PATCH', '/v1/purchase-orders/{id}/close', {
  access: 'ManageCartStock',
  summary: 'Closes an open order of which some has come: the rest is awaited no longer. An older version answers 409.',
  params: z.object({ id: uuid }),
  body: z.object({
    version: baseVersion,
    reason: closeReason,
  }),
  reply: purchaseOrder,
});
