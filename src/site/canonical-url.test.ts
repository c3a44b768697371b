import { expect, test } from 'vitest';
import { canonicalUrl as find } from './canonical-url.ts';
import { pageKey } from './content/page-key.ts';

const paths = new Map(['/', '/aged-care', '/services', '/contact-us/'].map((path) => [pageKey(path), path]));
const canonicalUrl = (url: string) => find(url, (key) => paths.get(key));

test.each([
  ['/Aged-Care/', '/aged-care'],
  ['/aged-care/', '/aged-care'],
  ['//AGED-CARE//?utm_source=a&b=/C/', '/aged-care?utm_source=a&b=/C/'],
  ['/Services', '/services'],
  ['/Contact-Us', '/contact-us/'],
  ['//', '/'],
])('%s redirects to %s', (url, path) => {
  expect(canonicalUrl(url)).toBe(path);
});

test.each([
  '/',
  '/aged-care',
  '/aged-care?a=b',
  '/services',
  '/contact-us/',
  '/aged-care.data',
  '/aged-care/rooms',
  '/x',
])('%s is not redirected', (url) => {
  expect(canonicalUrl(url)).toBeUndefined();
});

test('never redirects to another site', () => {
  for (const url of ['//evil.example/aged-care', '///evil.example', '/\\evil.example', '//evil.example']) {
    expect(canonicalUrl(url)).toBeUndefined();
  }
});
