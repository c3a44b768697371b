import { formatInstant } from '#lib/day.ts';
import type { EnquiryRow } from './inbox-contract.ts';

/** How many characters of the message are quoted: mail programs reject long links. */
const maxQuoted = 1_000;

/** A `mailto:` link that starts a reply in which the message is quoted. */
export function replyLink({ email, name, message, createdDate }: EnquiryRow, company: string): string {
  const short = [...message].slice(0, maxQuoted).join('');
  const quoted = `${short}${short.length < message.length ? ' …' : ''}`.replace(/^/gm, '> ').replace(/\n/g, '\r\n');
  const sentOn = formatInstant(new Date(createdDate));
  const body = `Dear ${name},\r\n\r\n\r\n\r\nOn ${sentOn} you wrote:\r\n${quoted}`;
  const subject = `Your enquiry to ${company}`;
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
