import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';

export const guestOrderSentences = {
  linkInvalid: 'This link has expired or belongs to another account.',
  linkSent: 'If there are guest orders with this email, we have emailed you a link that adds them to your account.',
  failed: 'Unable to add the orders.',
  notLoaded: 'Unable to load the orders. Please try again in a moment.',
} as const;

const proof = z.object({ token: z.string({ error: guestOrderSentences.linkInvalid }) });

const path = '/v1/shopping-orders/guest-orders';

export const askForGuestOrders = endpoint('POST', `${path}/link`, {
  access: 'member',
  rate: 'send',
  summary:
    "Mails the caller a link that adds guest orders with the caller's e-mail to the account. The answer does not reveal whether there are any.",
  reply: z.object({ message: z.string() }),
  status: 200,
});

export const findGuestOrders = endpoint('POST', `${path}/find`, {
  access: 'member',
  staysOpen: true,
  rate: 'sign-in',
  summary:
    "The number of orders that a link would add. 400 unless the link was mailed to the caller's own e-mail, for this purpose or to confirm the e-mail.",
  body: proof,
  reply: z.object({ email: z.string(), orders: z.int() }),
  status: 200,
});

export const joinGuestOrders = endpoint('POST', `${path}/join`, {
  access: 'member',
  rate: 'sign-in',
  summary: "Adds the orders that guests placed with the caller's e-mail to the account; takes the same link.",
  body: proof,
  reply: z.object({ orders: z.int() }),
  status: 200,
});
