import { describe, expect, test } from 'vitest';
import {
  changeAskedLetter,
  confirmLetter,
  emailChangedLetter,
  passwordChangedLetter,
  resetLetter,
  welcomeLetter,
  type Written,
} from './account-mails.ts';

const company = {
  name: 'Spruce',
  url: 'https://spruce.example.com.au',
  email: 'hello@example.com.au',
  phone: '0255501234',
  address: '12 Sample Street, Marrickville NSW 2204',
};
const at = new Date('2026-11-20T22:05:00Z');
const url = 'https://spruce.example.com.au/reset-password/?t=abc';
const firstName = 'Kim <b>';
const newEmail = 'new@example.com';

const letters: [string, Written, string[]][] = [
  ['reset', resetLetter({ company, firstName, url, expiresAt: at }), [url, '21/11/2026, 9:05 am', 'works once']],
  [
    'password changed',
    passwordChangedLetter({ company, firstName, changedAt: at }),
    ['21/11/2026, 9:05 am', 'signed out', '/forgot-password/', '(02) 5550 1234'],
  ],
  ['confirm', confirmLetter({ company, url, expiresAt: at }), [url, '21/11/2026, 9:05 am']],
  [
    'change asked',
    changeAskedLetter({ company, firstName, newEmail, askedAt: at }),
    [newEmail, '21/11/2026, 9:05 am', '/update-profile/'],
  ],
  ['changed', emailChangedLetter({ company, firstName, newEmail }), [newEmail, '(02) 5550 1234']],
  [
    'welcome',
    welcomeLetter({ company, firstName, email: 'kim@example.com' }),
    ['kim@example.com', '/shopping/products/all'],
  ],
];

describe.each(letters)('the mail: %s', (_name, { subject, replyTo, html, text }, facts) => {
  test('says as text what it says as picture', () => {
    for (const fact of facts) {
      expect(html).toContain(fact);
      expect(text).toContain(fact);
    }
  });

  test('is answered by the company', () => {
    expect(replyTo).toBe('hello@example.com.au');
    expect(subject).toContain('Spruce');
  });

  test('runs nothing that a name holds, and loads nothing from elsewhere', () => {
    expect(html).not.toContain('Kim <b>');
    expect(html).not.toMatch(/src="(?!cid:)|url\(|@import|<link/);
  });

  test('can be read where it is dark', () => {
    expect(html).toContain('@media (prefers-color-scheme: dark)');
    for (const [, attributes = ''] of html.matchAll(/<(?:p|a|h1|td)([^>]*color:#[^>]*)>/g)) {
      expect(attributes, 'coloured without a class that the dark scheme turns').toMatch(
        /class="[^"]+"|color:#(?:f3faf6|b6d3cd)/,
      );
    }
  });
});

test('a stranger who gets a mistyped confirmation is told no name', () => {
  const { html, text } = confirmLetter({ company, url, expiresAt: at });
  expect(html + text).not.toMatch(/Kim|kim@/);
});

test('a welcome tells nobody what a stranger wrote in place of a name', () => {
  const titleOf = (name: string) => welcomeLetter({ company, firstName: name, email: 'kim@example.com' }).text;
  expect(titleOf('Anne-Marie O\u2019Neill')).toContain('Welcome, Anne-Marie O\u2019Neill.');
  for (const name of ['Win $500: evil.example', 'http://evil.example', 'x'.repeat(31)]) {
    expect(titleOf(name)).not.toContain(name);
  }
});
