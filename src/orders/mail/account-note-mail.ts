import { type MailCompany, paragraph, renderMail } from '#platform/mail/mail-layout.ts';
import { format } from '#lib/money.ts';
import { type AdjustmentData, noteTitle } from '../documents/adjustment-note-data.ts';
import { helpPart, type WrittenMail } from './order-mail.ts';

/** The adjustment note of an order on account, to the people who pay the account's invoices. */
export function accountNoteMail(note: AdjustmentData, company: MailCompany): WrittenMail {
  const { number, orderNumber, invoice, amount, reason, seller } = note;
  const name = `${noteTitle(seller.abn)} ${number}`;
  const page = renderMail({
    company,
    preheader: `${format(amount)} is credited to your account.`,
    title: name,
    lead: `We have credited your account with ${format(amount)} for order ${orderNumber}. ${name} is attached; it adjusts invoice ${invoice.number}.`,
    parts: [paragraph(`Reason: ${reason}`), helpPart(company)],
    reason: `You are receiving this e-mail because your company's account at ${company.name} names this address for invoices.`,
  });
  return {
    subject: `${name} from ${company.name}: ${format(amount)} for invoice ${invoice.number}`,
    replyTo: company.email,
    ...page,
  };
}
