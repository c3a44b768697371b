import { describe, expect, test } from 'vitest';
import {
  changeAskedLetter,
  confirmLetter,
  emailChangedLetter,
  passwordChangedLetter,
  resetLetter,
  welcomeLetter,
  type RenderedMail,
} from './account-mails.ts';

const company = {
  name: 'Spruce',
  url: 'https://spruce.example.com.au',
  email: 'hello@example.com.au',
  phone: '0255501234',
  address: '12 Sample Street, Marrickville NSW 2204',
  hours: 'Monday to Friday, 7 am to 6 pm',
};
const at = new Date('2026-11-20T22:05:00Z');
const url = 'https://spruce.example.com.au/reset-password/?t=abc';
const firstName = 'Kim <b>';
const newEmail = 'new@example.com';

const letters: [string, RenderedMail, string[]][] = [
  ['reset', resetLetter({ company, firstName, url, expiresAt: at }), [url, '21/11/2026, 9:05 am', 'works once']],
  [
    'password changed',
    passwordChangedLetter({ company, firstName, changedAt: at }),
    ['21/11/2026, 9:05 am', 'signed out', '/forgot-password/', '(02) 5550 1234'],
  ],
  ['confirm', confirmLetter({ company, url, expiresAt: at }), [url, '21/11/2026, 9:05 am']],
  [
    'change requested',
    changeAskedLetter({ company, firstName, newEmail, requestedAt: at }),
    [newEmail, '21/11/2026, 9:05 am', '/update-profile/'],
  ],
  ['changed', emailChangedLetter({ company, firstName, newEmail }), [newEmail, '(02) 5550 1234']],
  [
    'welcome',
    welcomeLetter({ company, firstName, email: 'kim@example.com' }),
    ['kim@example.com', '/shopping/products/all'],
  ],
];

describe.each(letters)('mail: %s', (_name, { subject, replyTo, html, text }, facts) => {
  test('contains the same facts in the text and the HTML part', () => {
    for (const fact of facts) {
      expect(html).toContain(fact);
      expect(text).toContain(fact);
    }
  });

  test('has the company as its reply address', () => {
    expect(replyTo).toBe('hello@example.com.au');
    expect(subject).toContain('Spruce');
  });

  test('escapes names and loads nothing from other sites', () => {
    expect(html).not.toContain('Kim <b>');
    expect(html).not.toMatch(/src="(?!cid:)|url\(|@import|<link/);
  });

  test('supports dark mode', () => {
    expect(html).toContain('@media (prefers-color-scheme: dark)');
    for (const [, attributes = ''] of html.matchAll(/<(?:p|a|h1|td)([^>]*color:#[^>]*)>/g)) {
      expect(attributes, 'element with an inline colour but no dark-mode class').toMatch(
        /class="[^"]+"|color:#(?:f3faf6|b6d3cd)/,
      );
    }
  });
});

test("a confirmation mail contains no name, because its address may be a stranger's", () => {
  const { html, text } = confirmLetter({ company, url, expiresAt: at });
  expect(html + text).not.toMatch(/Kim|kim@/);
});

test('a welcome mail omits a name that looks like a message', () => {
  const titleOf = (name: string) => welcomeLetter({ company, firstName: name, email: 'kim@example.com' }).text;
  expect(titleOf('Anne-Marie O\u2019Neill')).toContain('Welcome, Anne-Marie O\u2019Neill.');
  for (const name of ['Win $500: evil.example', 'http://evil.example', 'x'.repeat(31)]) {
    expect(titleOf(name)).not.toContain(name);
  }
});
