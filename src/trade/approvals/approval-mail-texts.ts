import { format } from '#lib/money.ts';
import { button, type MailCompany, panel, paragraph, renderMail } from '#platform/mail/mail-layout.ts';
import { amountLines } from '../amount-lines.ts';
import type { Approval } from './contract.ts';
import { standingText } from './standing-text.ts';

interface ApprovalText {
  approval: Approval;
  company: MailCompany;
  url: string;
}

/** `12 x Bin liners 80 L (LIN-80): $54.00` */
const linesOf = ({ lines }: Approval): string[] =>
  lines.map(({ quantity, name, code, total }) => `${quantity} x ${name} (${code}): ${format(total)}`);

/** Asks an approver to decide an order; the link needs no sign-in. */
export function requestText({ approval, company, url }: ApprovalText) {
  const { requestedBy, siteName, total, reasons, poNumber, standingOrder } = approval;
  const lead = `${requestedBy} wants to order for ${siteName}: ${format(total)}.`;
  const page = renderMail({
    company,
    preheader: lead,
    title: 'An order waits for your approval',
    lead,
    parts: [
      ...(standingOrder ? [paragraph(standingText(standingOrder))] : []),
      ...(reasons.length > 0 ? [panel('Why it needs approval', reasons)] : []),
      panel('Order', [...linesOf(approval), ...amountLines(approval), ...(poNumber ? [`PO number ${poNumber}`] : [])]),
      button('Review and decide', url),
      paragraph('The link is for you alone and works for two weeks, also on a phone and without signing in.'),
    ],
    reason: `You are receiving this e-mail because you approve orders of ${approval.accountName}.`,
  });
  return { subject: `Approve ${format(total)} for ${siteName}?`, replyTo: company.email, ...page };
}

/** Says to the buyer that their order was approved or declined. */
export function decidedText({ approval, company, url }: ApprovalText) {
  const { state, siteName, total, orderNumber, events } = approval;
  const decision = events.findLast(({ kind }) => kind === state);
  const by = decision?.by ?? 'Your company';
  const lead =
    state === 'approved'
      ? `${by} has approved your order for ${siteName}, ${format(total)}. It is placed as ${orderNumber}.`
      : `${by} has declined your order for ${siteName}, ${format(total)}.`;
  const page = renderMail({
    company,
    preheader: lead,
    title: state === 'approved' ? 'Your order is approved' : 'Your order was declined',
    lead,
    parts: [...(decision?.note ? [panel('Why', [decision.note])] : []), button('See the request', url)],
    reason: `You are receiving this e-mail because you asked for approval of an order at ${company.name}.`,
  });
  const subject =
    state === 'approved' ? `Approved: your order for ${siteName}` : `Declined: your order for ${siteName}`;
  return { subject, replyTo: company.email, ...page };
}
