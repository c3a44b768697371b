import { renderMail, paragraph } from '#platform/mail/mail-layout.ts';
import { format as formatDay } from '#lib/day.ts';
import { format } from '#lib/money.ts';
import { helpPart, linesPart, type OrderMail, totalsPart, tradeParts, type WrittenMail } from './order-mail.ts';

/** The invoice of an order on account, to the people who pay the account's invoices. */
export function accountInvoiceMail(order: OrderMail & { orderedBy: string }): WrittenMail {
  const { company, orderNumber, orderedBy, trade, total, invoice } = order;
  const number = invoice?.number ?? '';
  const due = trade?.dueDay ? `, due ${formatDay(trade.dueDay)}` : '';
  const page = renderMail({
    company,
    preheader: `${format(total)}${due}`,
    title: `Invoice ${number}`,
    lead: `${orderedBy} placed order ${orderNumber} on account for ${trade?.site ?? 'a site'}. The invoice of ${format(total)}${due}, is attached.`,
    parts: [
      linesPart(order),
      totalsPart(order),
      ...tradeParts(order),
      paragraph('Please quote the payment reference with your transfer, so that we can match it.'),
      helpPart(company),
    ],
    reason: `You are receiving this e-mail because your company's account at ${company.name} names this address for invoices.`,
  });
  return { subject: `Invoice ${number} from ${company.name}: ${format(total)}${due}`, replyTo: company.email, ...page };
}
