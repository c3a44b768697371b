import { formatInstant } from '#lib/day.ts';
import type { EnquiryRow } from './inbox-contract.ts';

/** Letters of the message that a reply quotes: programs refuse longer addresses. */
const mostQuoted = 1_000;

/** The address that begins a reply in the reader's own mail program, the message quoted below. */
export function replyLink({ email, name, message, createdDate }: EnquiryRow, company: string): string {
  const short = [...message].slice(0, mostQuoted).join('');
  const quoted = `${short}${short.length < message.length ? ' …' : ''}`.replace(/^/gm, '> ').replace(/\n/g, '\r\n');
  const when = formatInstant(new Date(createdDate));
  const body = `Dear ${name},\r\n\r\n\r\n\r\nOn ${when} you wrote:\r\n${quoted}`;
  const subject = `Your enquiry to ${company}`;
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
