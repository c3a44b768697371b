import type { MetaDescriptor } from 'react-router';
import type { RootData } from './root-data.ts';

interface MetaArgs {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[];
}

export interface PageMeta {
  /** Shown after `Spruce | `. */
  title: string;
  description: string;
  /** The page's canonical path, with the query parameters that decide its content. */
  path: string;
  /** A path of this site; the company's picture by default. */
  image?: string;
  /** Excluded from search engines: carts, accounts, orders. */
  isPrivate?: boolean;
  /** One or several schema.org objects. They are data, so the Content-Security-Policy requires no nonce. */
  structured?: object | object[];
}

/** Title, description, canonical address, Open Graph and structured data: `meta = (args) => describe(args, { ... })`. */
export function describe({ matches }: MetaArgs, page: PageMeta): MetaDescriptor[] {
  const root = matches[0]?.loaderData as RootData | undefined; // the first match is the root; undefined if its loader failed
  const origin = root?.origin ?? '';
  const title = `Spruce | ${page.title}`;
  const url = origin + page.path;
  const tags: MetaDescriptor[] = [
    { title },
    { name: 'description', content: page.description },
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: page.description },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: 'Spruce' },
    { property: 'og:locale', content: 'en_AU' },
    { property: 'og:url', content: url },
    { property: 'og:image', content: origin + (page.image ?? '/og.png') },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
  if (page.isPrivate) tags.push({ name: 'robots', content: 'noindex' });
  else tags.push({ tagName: 'link', rel: 'canonical', href: url });
  for (const data of [page.structured ?? []].flat()) {
    tags.push({ 'script:ld+json': { '@context': 'https://schema.org', ...data } });
  }
  return tags;
}

/** `BreadcrumbList` of a page's breadcrumbs; paths of this site. */
export const breadcrumbList = (origin: string, crumbs: readonly { label: string; to: string }[]): object => ({
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map(({ label, to }, i) => ({
    '@type': 'ListItem',
    position: i + 1,
    name: label,
    item: origin + to,
  })),
});

/** `FAQPage` of a page's questions and answers; each answer as paragraphs of plain text. */
export const faqPage = (questions: readonly { question: string; answer: readonly string[] }[]): object => ({
  '@type': 'FAQPage',
  mainEntity: questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer.join(' ') },
  })),
});
