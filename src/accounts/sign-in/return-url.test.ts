import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterSignIn, safePath, safeReturnPath, withReturnUrl } from './return-url.ts';

const hostile = [
  'https://evil.example',
  'http://evil.example/login',
  'HTTPS://EVIL.EXAMPLE',
  'https:evil.example',
  'https:/evil.example',
  '//evil.example',
  '///evil.example',
  '////evil.example/%2f..',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '\u0000//evil.example',
  '/\u0000/evil.example',
  '\u00a0//evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'evil.example',
  '@evil.example',
  '.evil.example',
  '?next=//evil.example',
  '#//evil.example',
  '',
  `/${'a'.repeat(3000)}`,
];

test.each(hostile)('rejects %j', (value) => {
  expect(safePath(value)).toBeNull();
  expect(
    afterSignIn(`http://shop.test/login/?return-url=${encodeURIComponent(value)}`, 'http://shop.test/services/'),
  ).toBe('/');
});

test.each([
  ['/', '/'],
  ['/shopping/checkout', '/shopping/checkout'],
  ['/shopping/products/all?search=a%20b&page=2#top', '/shopping/products/all?search=a%20b&page=2#top'],
  ['/%2F/evil.example', '/%2F/evil.example'],
  ['/a/../b', '/b'],
  ['/search?next=https://evil.example', '/search?next=https://evil.example'],
])('accepts the path %j', (value, path) => {
  expect(safePath(value)).toBe(path);
});

test('every accepted path stays on this site', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    ':',
    '@',
    '?',
    '#',
    '%2f',
    '%5c',
    '\t',
    'evil.example',
    'http:',
    'a',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const path = safePath(pieces.join(''));
      if (path === null) return;
      for (const origin of ['http://shop.test', 'https://shop.test:8443']) {
        expect(new URL(path, `${origin}/login/`).origin).toBe(origin);
        expect(path.startsWith('//')).toBe(false);
      }
    }),
    { numRuns: 5000 },
  );
});

test('returns to the previous page of this site only', () => {
  const page = 'http://shop.test/login/';
  expect(afterSignIn(page, 'http://shop.test/shopping/view-cart?a=1')).toBe('/shopping/view-cart?a=1');
  expect(afterSignIn(page, 'http://evil.example/shopping/view-cart')).toBe('/');
  expect(afterSignIn(page, 'http://shop.test//evil.example')).toBe('/');
  expect(afterSignIn(page, 'no address')).toBe('/');
  expect(afterSignIn(page, null)).toBe('/');
});

test('never returns to the pages for signing in and out', () => {
  for (const path of ['/login/', '/login', '/LOGIN/', '/register/', '/logout/', '/login/?return-url=%2Flogin%2F']) {
    expect(afterSignIn(`http://shop.test/login/?return-url=${encodeURIComponent(path)}`, null)).toBe('/');
  }
  expect(afterSignIn('http://shop.test/login/', 'http://shop.test/register/')).toBe('/');
  for (const path of ['/logout/', '/%6cogout/', '/./logout/', '/x/../logout/', '/%6C%6fgin'])
    expect(safeReturnPath(path)).toBe('/');
  expect(safeReturnPath('/shopping/checkout?code=100%')).toBe('/shopping/checkout?code=100%');
});

test('passes the return URL on to other account pages', () => {
  expect(withReturnUrl('/register/', '/shopping/checkout')).toBe('/register/?return-url=%2Fshopping%2Fcheckout');
  expect(withReturnUrl('/register/', '/')).toBe('/register/');
});
