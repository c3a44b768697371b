import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { email, uuid } from '#lib/api/wire.ts';

/* E-mailing purchase orders to suppliers. */

export const mailSentences = {
  failed: 'Unable to e-mail the purchase order.',
  notOpen: 'Only an open purchase order can be e-mailed.',
  noAddress: 'This supplier has no e-mail address yet. Add one to the supplier first.',
  otherAddress: "The supplier's e-mail address has changed in the meantime. Check it first.",
  alreadySent: 'This purchase order has been e-mailed in the meantime. Check it first.',
  onItsWay: (to: string) => `The purchase order is on its way to ${to}.`,
} as const;

export const purchaseMail = z.object({
  id: z.string(),
  email: z.string(),
  askedAt: z.iso.datetime(),
  askedBy: z.string(),
  sentAt: z.iso.datetime().nullable().meta({ description: 'Null while it is on its way.' }),
});

export const mailPurchaseOrder = endpoint('POST', '/v1/purchase-orders/{id}/mail', {
  access: 'ManageCartStock',
  summary:
    "E-mails an open order to its supplier with the PDF. 409 if `email` is no longer the supplier's address, or the " +
    'order was e-mailed more often than the caller knows.',
  params: z.object({ id: uuid }),
  body: z.object({
    email: email('Email is required.').meta({ description: 'The address that was confirmed.' }),
    known: z.int({ error: 'Must be a whole number.' }).min(0).meta({
      description:
        'The number of e-mails of this order that the caller knows of, so that a double click sends only one.',
    }),
  }),
  reply: z.object({ message: z.string() }),
  status: 200,
  rate: 'send',
});
