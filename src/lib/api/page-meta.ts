import type { MetaDescriptor } from 'react-router';
import type { RootData } from './root-data.ts';

/** What a page's `meta` function gets. */
export interface MetaArgs {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[];
}

export interface PageMeta {
  /** Shown after the company's name. */
  title: string;
  description: string;
  /** The page's canonical path, with the query parameters that decide its content. */
  path: string;
  /** What other sites show for a link to the page; if empty, they show `title` and `description`. */
  shareTitle?: string;
  shareDescription?: string;
  /** A path of this site; the company's picture by default. */
  image?: string;
  /** Excluded from search engines: carts, accounts, orders. */
  isPrivate?: boolean;
  /** One or several schema.org objects. They are data, so the Content-Security-Policy requires no nonce. */
  structured?: object | object[];
}

/** The title of a page as browsers show it: after the company's name, or without that name if the settings could not be read. */
export const pageTitle = (root: RootData | undefined, title: string): string =>
  root ? `${root.settings.company.name} | ${title}` : title;

/** The data of the root's loader in a page's `meta` function; undefined if it failed. */
export const rootOf = ({ matches }: MetaArgs): RootData | undefined => matches[0]?.loaderData as RootData | undefined; // the first match is the root

/** `pageTitle` for a `meta` function that needs nothing but the title. */
export const titleOnPage = (args: MetaArgs, title: string): string => pageTitle(rootOf(args), title);

/** Title, description, canonical address, Open Graph and structured data: `meta = (args) => describe(args, { ... })`. */
export function describe(args: MetaArgs, page: PageMeta): MetaDescriptor[] {
  const root = rootOf(args);
  const origin = root?.origin ?? '';
  const url = origin + page.path;
  const tags: MetaDescriptor[] = [
    { title: pageTitle(root, page.title) },
    { name: 'description', content: page.description },
    { property: 'og:title', content: page.shareTitle || page.title },
    { property: 'og:description', content: page.shareDescription || page.description },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: root?.settings.company.name },
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
