import { renderMail, paragraph } from '#platform/mail/mail-layout.ts';
import { format as formatDay } from '#lib/day.ts';
import { type Cents, format, minus } from '#lib/money.ts';
import { helpPart, linesPart, type OrderMail, totalsPart, tradeParts, type WrittenMail } from './order-mail.ts';

const leftToPay = (open: Cents): string => (open === 0 ? 'nothing is left to pay' : `${format(open)} is left to pay`);

/** The invoice of an order on account, to the people who pay the account's invoices. */
export function accountInvoiceMail(order: OrderMail & { orderedBy: string }): WrittenMail {
  const { company, orderNumber, orderedBy, trade, total, invoice, open: left } = order;
  const number = invoice?.number ?? '';
  const open = left ?? total;
  const due = open === 0 ? ', paid from your credit' : trade?.dueDay ? `, due ${formatDay(trade.dueDay)}` : '';
  const credit = open < total ? ` Your credit has paid ${format(minus(total, open))}, so ${leftToPay(open)}.` : '';
  const page = renderMail({
    company,
    preheader: `${format(total)}${due}`,
    title: `Invoice ${number}`,
    lead: `${orderedBy} placed order ${orderNumber} on account for ${trade?.site ?? 'a site'}. The invoice of ${format(total)}${due}, is attached.${credit}`,
    parts: [
      linesPart(order),
      totalsPart(order),
      ...tradeParts(order),
      ...(open === 0
        ? []
        : [paragraph('Please quote the payment reference with your transfer, so that we can match it.')]),
      helpPart(company),
    ],
    reason: `You are receiving this e-mail because your company's account at ${company.name} names this address for invoices.`,
  });
  return { subject: `Invoice ${number} from ${company.name}: ${format(total)}${due}`, replyTo: company.email, ...page };
}
