import type { APIRequestContext } from '@playwright/test';
import { expect, test } from './test.ts';

interface Visited {
  status: number;
  html: string;
  /** The path after redirects. */
  at: string;
}

const decode = (text: string): string => text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'");
const matches = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map(([, match]) => match ?? '');

/** Government sites that our pages may link to. */
const authority = /^https:\/\/www\.[a-z]+\.gov\.au$/;

/** Forms are tested elsewhere; mails and telephone numbers can't be followed. */
const isElsewhere = (href: string): boolean => /^(?:mailto|tel):/.test(href) || href.startsWith('/forms/');

async function visit(request: APIRequestContext, path: string): Promise<Visited> {
  const answer = await request.get(path);
  return { status: answer.status(), html: await answer.text(), at: new URL(answer.url()).pathname };
}

/** Follows every link from the home page on; URLs with a query are requested, but only those of the list are crawled further. */
async function crawl(
  request: APIRequestContext,
  base: string,
): Promise<{ pages: Map<string, Visited>; dead: string[] }> {
  const pages = new Map<string, Visited>();
  const documents = new Set<string>(); // PDFs, which are not pages
  const dead: string[] = [];
  const waiting: Array<{ path: string; from: string }> = [{ path: '/', from: 'the beginning' }];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { path, from } = next;
    if (pages.has(path) || documents.has(path)) continue;
    const page = await visit(request, path);
    if (path.startsWith('/files/')) documents.add(path);
    else pages.set(path, page);
    if (page.status !== 200) dead.push(`${path}, a link of ${from}: ${page.status}`);
    const ids = new Set(matches(page.html, /\sid="([^"]+)"/g));
    for (const href of matches(page.html, /<a\s[^>]*?href="([^"]*)"/g).map(decode)) {
      if (isElsewhere(href)) continue;
      const { origin, pathname, search, hash } = new URL(href, base + path);
      if (origin !== base) {
        if (!authority.test(origin)) dead.push(`${href}, a link of ${path}: leads to another site`);
        continue;
      }
      const isHere = pathname === page.at && hash !== '';
      if (isHere && !ids.has(hash.slice(1))) dead.push(`${href}, a link of ${path}: nothing on the page has this name`);
      if (path.includes('?') && search !== '') continue;
      waiting.push({ path: pathname + search, from: path });
    }
  }
  return { pages, dead };
}

test('every link works, and every page has title, description and heading', async ({ request, baseURL }) => {
  const site = new URL(baseURL ?? '').origin;
  const { pages, dead } = await crawl(request, site);
  expect(dead).toEqual([]);
  expect(pages.size).toBeGreaterThan(100);
  const faults: string[] = [];
  const titles = new Map<string, string>();
  for (const [path, { html, at }] of pages) {
    const one = (what: string, pattern: RegExp): string => {
      const matched = matches(html, pattern);
      if (matched.length !== 1) faults.push(`${path} has ${matched.length} ${what}`);
      return matched[0] ?? '';
    };
    one('h1', /<h1[\s>]()/g);
    const title = one('title', /<title[^>]*>([^<]+)<\/title>/g);
    const description = one('description', /<meta [^>]*name="description" content="([^"]+)"/g);
    if (description.length < 50) faults.push(`${path} describes itself as “${description}”`);
    if (/name="robots" content="noindex/.test(html)) continue;
    const canonical = decode(one('canonical', /<link [^>]*rel="canonical" href="([^"]+)"/g));
    if (!canonical.startsWith(`${site}/`)) faults.push(`${path} says that its address is “${canonical}”`);
    const twin = titles.get(title);
    if (twin !== undefined && twin !== canonical) faults.push(`${at} is called “${title}” like ${twin}`);
    titles.set(title, canonical);
  }
  expect(faults).toEqual([]);
});
