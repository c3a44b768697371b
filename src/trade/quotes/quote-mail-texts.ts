import { day, format as formatDay } from '#lib/day.ts';
import { type Cents, format, times } from '#lib/money.ts';
import { button, type MailCompany, panel, paragraph, renderMail } from '#platform/mail/mail-layout.ts';
import { amountLines } from '../amount-lines.ts';
import { quoteName } from './shapes.ts';

/** What the mails about a quote name. */
export interface MailedQuote {
  number: string;
  revision: number;
  accountName: string;
  siteName: string;
  contact: string;
  contactEmail: string;
  validUntil: string | null;
  note: string;
  discount: Cents;
  shippingFee: Cents;
  total: Cents;
  orderNumber: string | null;
  lines: readonly { name: string; code: string; quantity: number; price: Cents }[];
}

interface QuoteText {
  quote: MailedQuote;
  company: MailCompany;
  url: string;
}

const why = ({ company, quote }: QuoteText): string =>
  `You are receiving this e-mail because you order for ${quote.accountName} at ${company.name}.`;
const whyStaff = "You are receiving this e-mail because the site's settings name this address for orders.";

/** The latest words of somebody, if there are any. */
interface Words {
  by: string;
  text: string;
}

const wordsPart = ({ by, text }: Words) => (text === '' ? [] : [panel(`${by} writes`, text.split('\n'))]);

/** Tells the company what a customer asks a quote for. */
export function requestText(mail: QuoteText, words: Words) {
  const { company, quote, url } = mail;
  const lead = `${quote.contact} of ${quote.accountName} asks for a quote for ${quote.siteName}.`;
  const page = renderMail({
    company,
    preheader: lead,
    title: `Quote request ${quote.number}`,
    lead,
    parts: [
      panel(
        'Items',
        quote.lines.map(({ quantity, name, code }) => `${quantity} x ${name} (${code})`),
      ),
      ...wordsPart(words),
      button('Price it', url),
      paragraph('Reply to this e-mail to write to the customer.'),
    ],
    reason: whyStaff,
  });
  return { subject: `Quote request ${quote.number} of ${quote.accountName}`, replyTo: quote.contactEmail, ...page };
}

/** Sends a quote to its contact, who may lack the permission to accept it; the PDF is attached. */
export function sentText(mail: QuoteText, mayAccept: boolean) {
  const { company, quote, url } = mail;
  const until = quote.validUntil === null ? '' : ` The prices hold until ${formatDay(day(quote.validUntil))}.`;
  const lead = `Here is our quote for ${quote.siteName}: ${format(quote.total)} including GST.${until}`;
  const name = quoteName(quote);
  const page = renderMail({
    company,
    preheader: lead,
    title: quote.revision === 1 ? 'Your quote' : 'Your new quote',
    lead,
    parts: [
      panel(name, [
        ...quote.lines.map(
          (line) => `${line.quantity} x ${line.name} (${line.code}): ${format(times(line.price, line.quantity))}`,
        ),
        ...amountLines(quote),
      ]),
      ...(quote.note === '' ? [] : [panel('Note', quote.note.split('\n'))]),
      button(mayAccept ? 'Review and accept' : 'Review it', url),
      paragraph(
        mayAccept
          ? 'Accepting it places the order on your account. You can also ask us there, or decline it.'
          : 'Somebody of your company whose role accepts quotes can accept it, which places the order. You can ask us there.',
      ),
    ],
    reason: why(mail),
  });
  return { subject: `Quote ${name} for ${quote.siteName}, ${format(quote.total)}`, replyTo: company.email, ...page };
}

/** Says that a quote has become an order: to its contact, if somebody else accepted it, and to the member of staff who sent it. */
export function acceptedText(mail: QuoteText, { by, to }: { by: string; to: 'contact' | 'staff' }) {
  const { company, quote, url } = mail;
  const name = quoteName(quote);
  const order = quote.orderNumber === null ? '' : ` The order is ${quote.orderNumber}.`;
  const lead = `${by} has accepted quote ${name} for ${quote.siteName}, ${format(quote.total)}.${order}`;
  const page = renderMail({
    company,
    preheader: lead,
    title: 'The quote is accepted',
    lead,
    parts: [button('See the quote', url)],
    reason: to === 'contact' ? why(mail) : 'You are receiving this e-mail because you sent this quote.',
  });
  return { subject: `Accepted: quote ${name} of ${quote.accountName}`, replyTo: company.email, ...page };
}

/** Passes a message or a refusal on to the other side. */
export function wordsText(mail: QuoteText, words: Words & { isDeclined: boolean; to: 'contact' | 'staff' }) {
  const { company, quote, url } = mail;
  const name = quoteName(quote);
  const { by, isDeclined, to } = words;
  const lead = isDeclined
    ? `${by} has declined quote ${name} for ${quote.siteName}.`
    : `${by} writes about quote ${name}.`;
  const page = renderMail({
    company,
    preheader: lead,
    title: isDeclined ? 'The quote is declined' : `A message about ${to === 'staff' ? 'a' : 'your'} quote`,
    lead,
    parts: [...wordsPart(words), button('Open the quote', url)],
    reason: to === 'contact' ? why(mail) : whyStaff,
  });
  const subject = isDeclined ? `Declined: quote ${name}` : `Message about quote ${name}`;
  return { subject, replyTo: to === 'contact' ? company.email : quote.contactEmail, ...page };
}
