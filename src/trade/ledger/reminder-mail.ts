import { linkPanel, type MailCompany, panel, paragraph, renderMail } from '#platform/mail/mail-layout.ts';
import { type Day, format as formatDay } from '#lib/day.ts';
import { type Cents, format, minus, sum } from '#lib/money.ts';
import { formatPhone } from '#lib/text/phone.ts';
import type { OpenInvoice } from './shapes.ts';

interface Reminder {
  company: MailCompany;
  account: { number: number; name: string; reference: string };
  /** Overdue, the oldest first. */
  invoices: readonly OpenInvoice[];
  /** What is not allocated yet; less than is overdue. */
  credit: Cents;
  today: Day;
  /** Where the account's people see and pay invoices. */
  url: string;
  payTo: readonly string[];
}

const mostListed = 30;

/** Lists the overdue invoices of an account, less its credit, to the people who pay them. Replies go to the company. */
export function reminderMail({ company, account, invoices, credit, today, url, payTo }: Reminder) {
  const overdue = format(minus(sum(invoices.map(({ open }) => open)), credit));
  const listed = invoices.slice(0, mostListed).map(({ document, dueDay, daysOverdue, open, reference, site }) => {
    const days = `${daysOverdue} ${daysOverdue === 1 ? 'day' : 'days'}`;
    return `${document}: ${format(open)}, due ${formatDay(dueDay)}, ${days} overdue${site === null ? '' : `, ${site}`}. Reference ${reference}`;
  });
  const more = invoices.length > mostListed ? [`and ${invoices.length - mostListed} more`] : [];
  const page = renderMail({
    company,
    preheader: `${overdue} is overdue.`,
    title: `${overdue} is overdue`,
    lead: `These invoices of account ${account.number}, ${account.name}, were not paid by ${formatDay(today)}.`,
    parts: [
      panel('Overdue invoices', [
        ...listed,
        ...more,
        ...(credit > 0 ? [`Less your credit that is not used yet: ${format(credit)}`] : []),
      ]),
      ...(payTo.length > 0
        ? [panel('Pay by bank transfer', [...payTo, `Reference ${account.reference}, or the invoice's`])]
        : []),
      linkPanel('Pay by card, or download a statement', [{ label: 'Invoices of your account', url }]),
      paragraph(
        `If you have paid in the last days, thank you; please ignore this. Otherwise reply to this e-mail or call ${formatPhone(company.phone)}.`,
      ),
    ],
    reason: `You are receiving this e-mail because your company's account at ${company.name} names this address for invoices.`,
  });
  return { subject: `${overdue} overdue on account ${account.number}`, replyTo: company.email, ...page };
}
