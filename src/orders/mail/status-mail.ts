import { button, renderMail, type MailPart, panel } from '#platform/mail/mail-layout.ts';
import { formatInstant } from '#lib/day.ts';
import { type Cents, format, minus } from '#lib/money.ts';
import {
  businessParts,
  helpPart,
  linesPart,
  type OrderMail,
  totalsPart,
  wherePart,
  type WrittenMail,
} from './order-mail.ts';

/** The kinds of status mail; a refund has a mail of its own. */
export const statusMailKinds = ['picking', 'completed', 'cancelled', 'reopened'] as const;
export type StatusMailKind = (typeof statusMailKinds)[number];

const cancelled = 2;
const kindOfStatus: Record<number, StatusMailKind> = { 1: 'completed', 2: 'cancelled', 4: 'picking' };

/** The mail for a status change; undefined if no mail is sent, for example after a change back to New Order. */
export function mailOfChange(before: number, after: number): StatusMailKind | undefined {
  if (before === after) return undefined;
  if (before === cancelled && after !== 3) return 'reopened';
  return kindOfStatus[after];
}

export interface StatusMail extends OrderMail {
  kind: StatusMailKind;
  amountPaid: Cents;
  /** The total of all refunds so far. */
  amountRefunded: Cents;
}

interface Words {
  subject: string;
  title: string;
  lead: string;
  parts: MailPart[];
}

/** Tells a buyer about the new status of an order. Replies go to the company. */
export function statusMail(mail: StatusMail): WrittenMail {
  const { company, orderNumber } = mail;
  const { subject, title, lead, parts } = wordsOf[mail.kind](mail);
  const page = renderMail({
    company,
    preheader: lead,
    title,
    lead,
    parts: [...parts, ...businessParts(mail), helpPart(company)],
    reason: `You are receiving this e-mail because you placed order ${orderNumber} at ${company.name}.`,
  });
  return { subject, replyTo: company.email, ...page };
}

const orderButton = ({ orderUrl }: StatusMail): MailPart => button('View your order', orderUrl);

const wordsOf: Record<StatusMailKind, (mail: StatusMail) => Words> = {
  picking: (mail) => ({
    subject: `We are picking your order ${mail.orderNumber}`,
    title: `We are picking it now, ${mail.firstName}.`,
    lead: `Order ${mail.orderNumber}, placed on ${formatInstant(mail.placedAt)}, is being packed. We will write to you ${whenDone(mail)}.`,
    parts: [linesPart(mail), orderButton(mail), wherePart(mail.delivery, mail.company)],
  }),
  completed: (mail) => (mail.delivery.isPickup ? readyWords(mail) : sentWords(mail)),
  cancelled: (mail) => ({
    subject: `Your order ${mail.orderNumber} has been cancelled`,
    title: 'Your order is cancelled.',
    lead: `We have cancelled order ${mail.orderNumber}, placed on ${formatInstant(mail.placedAt)}. Nothing more will be sent.`,
    parts: [linesPart(mail), orderButton(mail), ...moneyOwed(mail)],
  }),
  reopened: (mail) => ({
    subject: `Your order ${mail.orderNumber} is going ahead`,
    title: `Your order is going ahead, ${mail.firstName}.`,
    lead: `Order ${mail.orderNumber} was cancelled and has been reopened. We will write to you ${whenDone(mail)}.`,
    parts: [linesPart(mail), totalsPart(mail), orderButton(mail), wherePart(mail.delivery, mail.company)],
  }),
};

const whenDone = ({ delivery }: StatusMail): string =>
  delivery.isPickup ? 'as soon as it is ready to collect' : 'when it is on its way';

const readyWords = (mail: StatusMail): Words => ({
  subject: `Your order ${mail.orderNumber} is ready to collect`,
  title: `Ready when you are, ${mail.firstName}.`,
  lead: `Order ${mail.orderNumber} is packed and ready for you at our counter.`,
  parts: [wherePart(mail.delivery, mail.company), linesPart(mail), orderButton(mail)],
});

const sentWords = (mail: StatusMail): Words => ({
  subject: `Your order ${mail.orderNumber} is on its way`,
  title: `On its way, ${mail.firstName}.`,
  lead: `Order ${mail.orderNumber} is packed and has left our warehouse.`,
  parts: [wherePart(mail.delivery, mail.company), linesPart(mail), orderButton(mail)],
});

const cardOf = ({ payment, trade }: StatusMail): string =>
  trade?.dueDay
    ? 'your account'
    : payment
      ? `your ${payment.brand} ending in ${payment.lastFour}`
      : 'the card that you paid with';

/** Says that the payment will be refunded, because cancelling does not refund it. */
function moneyOwed(mail: StatusMail): MailPart[] {
  const { amountPaid, amountRefunded } = mail;
  if (amountRefunded >= amountPaid) return [];
  const soFar = amountRefunded === 0 ? '' : ` and have been refunded ${format(amountRefunded)} of it`;
  const rest = amountRefunded === 0 ? 'it' : `the other ${format(minus(amountPaid, amountRefunded))}`;
  const isOwed = Boolean(mail.trade?.dueDay);
  const paid = isOwed ? 'were invoiced' : 'paid';
  const owed = `You ${paid} ${format(amountPaid)}${soFar}. We will ${isOwed ? 'credit' : 'refund'} ${rest} to ${cardOf(mail)} and email you once that is done.`;
  return [panel(isOwed ? 'Your invoice' : 'Your payment', [owed])];
}
