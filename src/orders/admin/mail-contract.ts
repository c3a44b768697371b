import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { uuid, wholeNumber } from '#lib/api/wire.ts';
import { statusMailKinds } from '../mail/status-mail.ts';

const params = z.object({ orderId: uuid });

const preview = z.object({
  kind: z.enum(statusMailKinds),
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
});
export type MailPreview = z.output<typeof preview>;

export const previewMail = endpoint('GET', '/v1/manage-orders/{orderId}/mail', {
  access: 'ManageCartOrders',
  summary: 'The mail that a status change would send to the buyer; null if it sends none.',
  params,
  query: z.object({ status: wholeNumber(0, 4) }),
  reply: z.object({ mail: preview.nullable() }),
});

export const resendMail = endpoint('POST', '/v1/manage-orders/{orderId}/mail', {
  access: 'ManageCartOrders',
  summary:
    "Resends the order's confirmation with its invoice, its latest status mail, or the mail of its latest refund.",
  params,
  body: z.object({
    mail: z.enum(['confirmation', 'status', 'refund'], { error: 'Must be confirmation, status or refund.' }),
  }),
  reply: z.object({ message: z.string() }),
  status: 200,
  rate: 'send',
});
