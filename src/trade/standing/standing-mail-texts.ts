import { format, zero } from '#lib/money.ts';
import { button, type MailCompany, panel, paragraph, renderMail } from '#platform/mail/mail-layout.ts';
import { limitSentences } from '../limits/limit-sentences.ts';
import type { RunDetails } from './contract.ts';
import { standingSentences as sentences } from './sentences.ts';
import { dayInWords } from './standing-days.ts';

interface RunText {
  run: RunDetails;
  company: MailCompany;
  url: string;
}

const linesOf = ({ lines, shippingFee, total, poNumber }: RunDetails): string[] => [
  ...lines.map((line) => `${line.quantity} x ${line.name}${line.code && ` (${line.code})`}: ${format(line.total)}`),
  ...(shippingFee > 0 ? [`Delivery ${format(shippingFee)}`] : []),
  `Total ${format(total ?? zero)}`,
  ...(poNumber ? [`PO number ${poNumber}`] : []),
];

const reason = ({ accountName, siteName }: RunDetails): string =>
  `You are receiving this e-mail because a standing order of ${accountName} for ${siteName} is in your name.`;

const linkNote = 'The link is for you alone. It works on a phone and without signing in.';

/** Asks the orderer to confirm what is due, or says that it will be ordered by itself. */
export function dueText({ run, company, url }: RunText) {
  const { siteName, listName, needsConfirm, dueOn, placedOn, total, leftOut, approvalReasons, approvers, lines } = run;
  const waits = approvalReasons.length > 0;
  const on = dayInWords(needsConfirm ? dueOn : placedOn);
  if (lines.length === 0) return nothingText({ run, company, url });
  const lead = needsConfirm
    ? `${listName} for ${siteName} is due on ${on}. Confirm it, and it ${waits ? 'goes to your approvers' : 'is ordered at once'}.`
    : `${listName} for ${siteName} ${waits ? 'goes to your approvers' : 'will be ordered'} by itself on ${on}. You need not do anything.`;
  const page = renderMail({
    company,
    preheader: lead,
    title: needsConfirm ? 'Your standing order is due' : 'Your next standing order',
    lead,
    parts: [
      panel('Order', linesOf(run)),
      ...(waits ? [panel('Needs approval', [...approvalReasons, limitSentences.approvers(approvers)])] : []),
      ...(leftOut.length > 0 ? [panel('Left out at the moment', leftOut)] : []),
      button(needsConfirm ? 'Review and confirm' : 'Order now, skip or pause', url),
      paragraph(linkNote),
    ],
    reason: reason(run),
  });
  const subject = needsConfirm
    ? `Confirm ${format(total ?? zero)} for ${siteName}?`
    : `Standing order for ${siteName} on ${on}: ${format(total ?? zero)}`;
  return { subject, replyTo: company.email, ...page };
}

/** Says that nothing of what is due can be sold now. */
function nothingText({ run, company, url }: RunText) {
  const { siteName, listName, dueOn, leftOut } = run;
  const lead = `${listName} for ${siteName} is due on ${dayInWords(dueOn)}, but nothing of it can be sold at the moment.`;
  const page = renderMail({
    company,
    preheader: lead,
    title: 'Your standing order cannot be sold at the moment',
    lead,
    parts: [
      panel('Why', leftOut.length > 0 ? leftOut : [sentences.nothing]),
      button('Review it', url),
      paragraph(linkNote),
    ],
    reason: reason(run),
  });
  return { subject: `Nothing to order: ${listName} for ${siteName}`, replyTo: company.email, ...page };
}

/** Says why a run was not ordered by itself, or what its order leaves out. */
export function resultText({ run, company, url }: RunText) {
  const { siteName, listName, orderNumber, state } = run;
  const isOpen = state === 'open';
  const lead = isOpen
    ? `${listName} for ${siteName} could not be ordered by itself.`
    : state === 'approval'
      ? `${listName} for ${siteName} waits for approval, without some of its items.`
      : `${listName} for ${siteName} is ordered as ${orderNumber ?? 'an order'}, without some of its items.`;
  const page = renderMail({
    company,
    preheader: lead,
    title: isOpen ? 'Your standing order was not placed' : 'Your standing order is not complete',
    lead,
    parts: [
      panel(isOpen ? 'Why' : 'What is missing', [run.reason]),
      button(isOpen ? 'Review and order' : 'See the standing order', url),
      paragraph(linkNote),
    ],
    reason: reason(run),
  });
  const subject = isOpen
    ? `Not ordered: ${listName} for ${siteName}`
    : `Some items are missing: ${listName} for ${siteName}`;
  return { subject, replyTo: company.email, ...page };
}

interface PausedText {
  accountName: string;
  siteName: string;
  listName: string;
  reason: string;
  company: MailCompany;
  url: string;
}

/** Says to the account's contact person that a standing order does not go on, and why. */
export function pausedText({ accountName, siteName, listName, reason: why, company, url }: PausedText) {
  const lead = `The standing order of ${listName} for ${siteName} is paused, so nothing is ordered.`;
  const page = renderMail({
    company,
    preheader: lead,
    title: 'A standing order is paused',
    lead,
    parts: [panel('Why', [why]), button('See the standing orders', url)],
    reason: `You are receiving this e-mail because you are the contact person of ${accountName} at ${company.name}.`,
  });
  return { subject: `Paused: ${listName} for ${siteName}`, replyTo: company.email, ...page };
}
