import { z } from 'zod';
import { type Claim, endpoint } from '#lib/api/endpoint.ts';
import { uuid } from '#lib/api/wire.ts';

/** The claim that is needed to see and resend an area's mails. */
export const areaClaims = {
  orders: 'ManageCartOrders',
  submissions: 'ManageForms',
  enquiries: 'ManageForms',
  accounts: 'ManageUsers',
  purchasing: 'ManageCartStock',
} as const satisfies Record<string, Claim>;
export type MailArea = keyof typeof areaClaims;

export const areas = Object.keys(areaClaims) as MailArea[]; // the keys of the literal above

const claims = [...new Set(Object.values(areaClaims))];

/** The name of each kind of mail, and who receives it. */
export const mailNames: Record<string, { name: string; to: string }> = {
  'order-mail': { name: 'Order confirmation', to: 'the buyer' },
  'order-notice': { name: 'Notice of an order', to: 'the company' },
  'delivery-dispatched': { name: 'Delivery on its way', to: 'the buyer' },
  'back-order-changed': { name: 'New date of a back order', to: 'the buyer' },
  'buyer-mail': { name: 'E-mail about an order', to: 'the buyer' },
  'refund-mail': { name: 'Refund', to: 'the buyer' },
  'account-invoice': { name: 'Invoice on account', to: 'the account’s address for invoices' },
  'account-note': { name: 'Adjustment note of an invoice on account', to: 'the account’s address for invoices' },
  'refund-notice': { name: 'Notice of a refund that came back', to: 'the company' },
  'submission-notice': { name: 'Notice of a submission', to: 'the company' },
  'submission-acknowledge': { name: 'Confirmation of a submission', to: 'the submitter' },
  'submission-copy': { name: 'Submission as PDF', to: 'the submitter or the company' },
  'enquiry-notify': { name: 'Notice of an enquiry', to: 'the company' },
  'enquiry-acknowledge': { name: 'Confirmation of an enquiry', to: 'the sender' },
  'guest-orders-mail': { name: 'Link that adds earlier orders to an account', to: 'the user' },
  'purchase-order-mail': { name: 'Purchase order', to: 'the supplier' },
  'account-mail': { name: 'E-mail about an account', to: 'the user' },
};

export const sentences = {
  gone: 'This e-mail is no longer waiting to be sent.',
  sending: (count: number) =>
    count === 1 ? 'The e-mail is being sent again.' : `${count} e-mails are being sent again.`,
  dismissed: (count: number) => (count === 1 ? 'The e-mail was dismissed.' : `${count} e-mails were dismissed.`),
  sendFailed: 'Unable to send the e-mail again.',
  dismissFailed: 'Unable to dismiss the e-mail.',
} as const;

const unsentMail = z.object({
  id: uuid,
  kind: z.string(),
  name: z.string().meta({ description: 'The name of this kind of e-mail.' }),
  to: z.string().meta({ description: 'The recipient in words; never an address.' }),
  area: z.enum(areas),
  subjectId: uuid
    .nullable()
    .meta({ description: 'The order, submission, enquiry, user or purchase order that it is about.' }),
  about: z.string().nullable().meta({ description: 'The number of its order or purchase order.' }),
  isFailed: z.boolean().meta({ description: 'Whether the e-mail is no longer retried automatically.' }),
  reason: z.string().meta({ description: 'Why the last attempt failed.' }),
  attempts: z.int(),
  createdDate: z.iso.datetime(),
  failedDate: z.iso.datetime().nullable(),
});
export type UnsentMail = z.output<typeof unsentMail>;

/** The maximum number of mails in a reply; `X-Total-Count` has the total. */
export const maxListed = 50;

/** Mails are counted up to this number; a total of one more means that there are more. */
export const maxCounted = 1_000;

export const listUnsentMails = endpoint('GET', '/v1/unsent-mails', {
  access: claims,
  summary: 'E-mails that could not be sent, in the areas that the caller manages, newest first; counted up to 1,001.',
  query: z.object({ subjectId: uuid.optional() }),
  reply: z.array(unsentMail),
});

const change = {
  access: claims,
  body: z.object({ ids: z.array(uuid).min(1, { error: 'Select an e-mail.' }).max(maxListed) }),
  reply: z.object({ count: z.int(), message: z.string() }),
};

export const sendUnsentMails = endpoint('POST', '/v1/unsent-mails/send', {
  ...change,
  summary: 'Retries e-mails now and for three more days.',
});

export const dismissUnsentMails = endpoint('POST', '/v1/unsent-mails/dismiss', {
  ...change,
  summary: 'Deletes failed e-mails, but not e-mails that are still being retried.',
});
