import { z } from 'zod';
import { type Claim, endpoint } from '#lib/api/endpoint.ts';
import { uuid } from '#lib/api/wire.ts';

/** Who may see the mails of an area and send them again: those who manage what they are about (contract, section 4). */
export const areaClaims = {
  orders: 'ManageCartOrders',
  submissions: 'ManageForms',
  enquiries: 'ManageForms',
  accounts: 'ManageUsers',
  purchasing: 'ManageCartStock',
} as const satisfies Record<string, Claim>;
export type MailArea = keyof typeof areaClaims;

export const areas = Object.keys(areaClaims) as MailArea[]; // its own keys

const claims = [...new Set(Object.values(areaClaims))];

/** What each kind of mail is called, and who gets it. */
export const mailNames: Record<string, { name: string; to: string }> = {
  'order-mail': { name: 'Order confirmation', to: 'the buyer' },
  'order-notice': { name: 'Notice of an order', to: 'the company' },
  'buyer-mail': { name: 'E-mail about an order', to: 'the buyer' },
  'refund-mail': { name: 'Refund', to: 'the buyer' },
  'refund-notice': { name: 'Notice of a refund that came back', to: 'the company' },
  'submission-notice': { name: 'Notice of a submission', to: 'the company' },
  'submission-acknowledge': { name: 'Confirmation of a submission', to: 'the sender' },
  'submission-copy': { name: 'Submission as PDF', to: 'sender or company' },
  'enquiry-notify': { name: 'Notice of an enquiry', to: 'the company' },
  'enquiry-acknowledge': { name: 'Confirmation of an enquiry', to: 'the sender' },
  'guest-orders-mail': { name: 'Link to orders without an account', to: 'the user' },
  'purchase-order-mail': { name: 'Purchase order', to: 'the supplier' },
  'account-mail': { name: 'E-mail about an account', to: 'the user' },
};

export const sentences = {
  gone: 'This e-mail is no longer waiting.',
  sending: (count: number) =>
    count === 1 ? 'The e-mail is being sent again.' : `${count} e-mails are being sent again.`,
  dismissed: (count: number) => (count === 1 ? 'The e-mail was dismissed.' : `${count} e-mails were dismissed.`),
  sendFailed: 'Unable to send the e-mail again.',
  dismissFailed: 'Unable to dismiss the e-mail.',
} as const;

const unsentMail = z.object({
  id: uuid,
  kind: z.string(),
  name: z.string().meta({ description: 'What the e-mail is.' }),
  to: z.string().meta({ description: 'Who gets it, in words; never an address.' }),
  area: z.enum(areas),
  subjectId: uuid
    .nullable()
    .meta({ description: 'The order, submission, enquiry, user or purchase order that it is about.' }),
  about: z.string().nullable().meta({ description: 'The number of its order or purchase order.' }),
  isFailed: z.boolean().meta({ description: 'It is not tried again unless somebody asks for it.' }),
  reason: z.string().meta({ description: 'Why the last try failed.' }),
  attempts: z.int(),
  createdDate: z.iso.datetime(),
  failedDate: z.iso.datetime().nullable(),
});
export type UnsentMail = z.output<typeof unsentMail>;

/** So many are listed at most; `X-Total-Count` tells how many there are. */
export const mostListed = 50;

/** So many are counted; one more stands for all beyond. */
export const mostCounted = 1_000;

export const listUnsentMails = endpoint('GET', '/v1/unsent-mails', {
  access: claims,
  summary:
    'E-mails that could not be sent, of the areas that the caller looks after, the newest first; counted to 1,001.',
  query: z.object({ subjectId: uuid.optional() }),
  reply: z.array(unsentMail),
});

const chosen = z.object({ ids: z.array(uuid).min(1, { error: 'Choose an e-mail.' }).max(mostListed) });
const outcome = z.object({ count: z.int(), message: z.string() });

export const sendUnsentMails = endpoint('POST', '/v1/unsent-mails/send', {
  access: claims,
  summary: 'Tries e-mails again now, and for three days more.',
  body: chosen,
  reply: outcome,
});

export const dismissUnsentMails = endpoint('POST', '/v1/unsent-mails/dismiss', {
  access: claims,
  summary: 'Forgets e-mails that have failed for good. Those still being tried stay.',
  body: chosen,
  reply: outcome,
});
