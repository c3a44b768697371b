import { expect, test } from 'vitest';
import { replyLink } from './reply-link.ts';

const enquiry = {
  id: 'x',
  company: 'Bay & Sons',
  name: 'Kim',
  email: 'kim+a@example.com',
  phone: '',
  mobile: '',
  message: 'One & two?\nThree',
  userId: null,
  isSuspectedSpam: false,
  status: 0,
  version: 1,
  createdDate: '2026-03-02T01:00:00.000Z',
};

test('a reply has a subject and quotes the message, and nothing in it becomes a mail header', () => {
  const link = new URL(replyLink(enquiry, 'Spruce'));
  expect(decodeURIComponent(link.pathname)).toBe('kim+a@example.com');
  expect([...link.searchParams.keys()]).toEqual(['subject', 'body']);
  expect(link.searchParams.get('subject')).toBe('Your enquiry to Spruce');
  expect(link.searchParams.get('body')).toContain('On 02/03/2026, 12:00 pm you wrote:\r\n> One & two?\r\n> Three');
});

test('a long message is quoted in part', () => {
  const link = replyLink({ ...enquiry, message: 'é'.repeat(5_000), name: 'a&bcc=all@example.com' }, 'Spruce');
  expect(link.length).toBeLessThan(8_000);
  expect([...new URL(link).searchParams.keys()]).toEqual(['subject', 'body']);
});
