import type { IconDeps } from '#company/brand-icons.server.ts';
import { notFound } from '#lib/api/problem.ts';
import { writeStatusMail } from '../mail/buyer-mails.server.ts';
import { mailOfChange } from '../mail/status-mail.ts';
import { sentences } from './contract.ts';
import type { MailPreview } from './mail-contract.ts';

/** The mail that a change to `status` would send to the buyer; null if it sends none. Throws 404 for an unknown order. */
export async function previewStatusMail(deps: IconDeps, orderId: string, status: number): Promise<MailPreview | null> {
  const order = await deps.db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', orderId)
    .where('payment', '=', 'paid')
    .executeTakeFirstOrThrow(() => notFound(sentences.gone));
  const kind = mailOfChange(order.status, status);
  if (!kind) return null;
  const { to, subject, html, text } = await writeStatusMail(deps, { orderId, kind });
  return { kind, to, subject, html, text };
}
