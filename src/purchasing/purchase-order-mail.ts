import { renderMail, type MailCompany, panel, paragraph } from '#platform/mail/mail-layout.ts';
import { formatPhone } from '#lib/text/phone.ts';
import { day, dayOf, format as formatDay } from '#lib/day.ts';
import { format } from '#lib/money.ts';
import { unitCount } from '#lib/text/count-text.ts';
import type { PurchaseOrder } from './contract.ts';

/** The mail of a purchase order to its supplier, with the PDF attached. Replies go to the company. */
export function purchaseOrderMail(order: PurchaseOrder, company: MailCompany) {
  const { number, createdDate, expectedDate, lines, units, total, note, supplierContact } = order;
  const count = `${lines.length} ${lines.length === 1 ? 'line' : 'lines'}, ${unitCount(units)}`;
  const page = renderMail({
    company,
    preheader: `${count}, ${format(total)} without GST`,
    title: `Purchase order ${number}`,
    lead: `${company.name} has sent you a purchase order. It is attached as a PDF.`,
    parts: [
      paragraph(`Hello${supplierContact?.contactName ? ` ${supplierContact.contactName}` : ''},`),
      paragraph(
        `Please deliver the items of purchase order ${number}, and quote its number on delivery dockets and invoices.`,
      ),
      panel('Purchase order', [
        number,
        `Ordered on ${formatDay(dayOf(new Date(createdDate)))}`,
        ...(expectedDate ? [`Expected by ${formatDay(day(expectedDate))}`] : []),
        count,
        `${format(total)} without GST`,
      ]),
      panel('Deliver to', [company.name, company.address, formatPhone(company.phone)]),
      ...(note ? [panel('Note', note.split('\n'))] : []),
      paragraph('Is something unavailable or delayed? Reply to this e-mail.'),
    ],
    reason: `You are receiving this e-mail because ${company.name} has ordered goods from you.`,
  });
  return { subject: `Purchase order ${number} from ${company.name}`, replyTo: company.email, ...page };
}
