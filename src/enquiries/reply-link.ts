import { formatInstant } from '#lib/day.ts';
import type { EnquiryRow } from './inbox-contract.ts';

/** Characters of the message that are quoted; mail programs reject longer links. */
const maxQuoted = 1_000;

/** A `mailto:` link that opens a reply with the message quoted. */
export function replyLink({ email, name, message, createdDate }: EnquiryRow, company: string): string {
  const short = [...message].slice(0, maxQuoted).join('');
  const quoted = `${short}${short.length < message.length ? ' …' : ''}`.replace(/^/gm, '> ').replace(/\n/g, '\r\n');
  const sentOn = formatInstant(new Date(createdDate));
  const body = `Dear ${name},\r\n\r\n\r\n\r\nOn ${sentOn} you wrote:\r\n${quoted}`;
  const subject = `Your enquiry to ${company}`;
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
