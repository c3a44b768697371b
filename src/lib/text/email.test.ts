import { expect, test } from 'vitest';
import { emailPattern } from './email.ts';

test.each([
  'kim@example.com',
  'Kim.Lee+site@mail.example.com.au',
  "o'hara@example.com",
  'a@b.co',
  'k_1-2@x-y.example',
  `${'a'.repeat(64)}@example.com`,
  'kim@xn--bcher-kva.xn--p1ai',
])('%s is an e-mail address', (text) => {
  expect(emailPattern.test(text)).toBe(true);
});

test.each([
  '',
  'kim',
  '@example.com',
  'kim@',
  'kim@example',
  '.a@b.com',
  'a.@b.com',
  'a..b@x.com',
  'a b@x.com',
  'a@b@x.com',
  'a@x..com',
  'a@.com',
  'a@-x.com',
  'a@x-.com',
  'a@x.c',
  'a@x.com.',
  'a@x.com\n',
  'a,b@x.com',
  '"a"@x.com',
  'a@[1.2.3.4]',
  `${'a'.repeat(65)}@example.com`,
  `a@${'b'.repeat(64)}.com`,
  `a@${'b.'.repeat(130)}com`,
])('%s is not an e-mail address', (text) => {
  expect(emailPattern.test(text)).toBe(false);
});
