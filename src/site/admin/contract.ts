import { z } from 'zod';
import { endpoint, type ReplyOf } from '#lib/api/endpoint.ts';
import { baseVersion, tableQuery, uuid } from '#lib/api/wire.ts';
import { pagePath, title } from '../content/content-fields.ts';
import { type PageContent, pageContent } from '../content/page-content.ts';
import type { ShownPage } from '../content/shown.ts';

export const pageSentences = {
  load: 'Unable to load the pages.',
  read: 'Unable to read the page.',
  notFound: 'There is no such page.',
  removed: 'This page has been removed. Restore it first.',
  notPublished: 'This page is not published.',
  notScheduled: 'No time is set for this page.',
  past: 'Choose a time that is still to come.',
  late: 'Choose a time within the next two years.',
  homeStays: 'Every site needs a home page, so it cannot be taken back or removed.',
  homeAddress: 'The home page keeps its address /.',
  ownParent: 'A page cannot be above itself.',
  parentRing: 'The page that you have chosen is below this one.',
  newerBlocks:
    'This page has blocks of a newer version of the program, which this one would lose. Change it with the newer version, or restore a version of the page.',
  sameAnchor: 'Another block of this page has this name. Choose another one.',
  noForm: 'There is no such form. Choose another one.',
  noCategory: 'The shop has no such category. Enter another one, or leave it empty.',
  unpublishedOnRestore: 'Another page has its address now, so it is a draft again.',
  noPicture: 'This picture is no longer in the library. Choose another one.',
} as const;

/** `changed`: visitors see an older version than the draft. A page with a time is `scheduled`, whether it is published or not. */
export const pageStates = ['draft', 'scheduled', 'changed', 'published', 'removed'] as const;
export type PageState = (typeof pageStates)[number];

const dates = {
  updatedDate: z.iso.datetime(),
  updatedBy: z.string(),
  publishedDate: z.iso.datetime().nullable().meta({ description: 'When it was published last; null if it never was.' }),
  publishAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'When the draft will be published; null if no time is set.' }),
  publishFailed: z.string().nullable().meta({
    description:
      'Why the draft was not published at its time, as a sentence; null otherwise, and once it is published or gets another time.',
  }),
};

const listedPage = z.object({
  id: z.string(),
  title: z.string(),
  path: z.string().meta({ description: "The draft's address." }),
  publishedPath: z
    .string()
    .nullable()
    .meta({ description: 'The address at which visitors see it; null if it is not published.' }),
  state: z.enum(pageStates),
  ...dates,
});
export type ListedPage = z.output<typeof listedPage>;

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** Content as it was stored, in the shape of `pageContent`. */
const storedContent = z.custom<PageContent>(isObject);

const editedPage = z.object({
  id: z.string(),
  state: z.enum(pageStates),
  version: z.int(),
  draft: storedContent,
  published: storedContent.nullable(),
  ...dates,
});
export type EditedPage = ReplyOf<typeof readPage>;

const params = z.object({ id: uuid });
const access = 'ManageSite';
/** The largest content that is accepted: a page of a book's length. */
const bodyLimit = 1024 * 1024;

export const listPages = endpoint('GET', '/v1/site/pages', {
  access,
  summary:
    'The pages of the site, the latest changed first unless the query says otherwise; removed ones only by their state. A search looks in titles and addresses.',
  query: tableQuery(['title', 'path', 'updatedDate', 'publishedDate']).extend({ state: z.enum(pageStates).optional() }),
  reply: z.array(listedPage),
});

export const readPage = endpoint('GET', '/v1/site/pages/{id}', {
  access,
  summary: 'A page with its draft and what visitors see.',
  params,
  reply: editedPage,
});

export const createPage = endpoint('POST', '/v1/site/pages', {
  access,
  summary: 'Creates a page as a draft, empty or as a copy of another.',
  body: z.object({ title, path: pagePath, copyOf: uuid.nullish() }),
  reply: editedPage,
  status: 201,
});

export const savePage = endpoint('PUT', '/v1/site/pages/{id}', {
  access,
  summary: 'Saves the draft of a page; returns 409 for an outdated version. Visitors see it once it is published.',
  params,
  body: z.object({ content: pageContent, version: baseVersion }),
  reply: editedPage,
  bodyLimit,
});

/** A page as visitors would see it. Its parts are described by the shapes of blocks. */
const shownPage = z.custom<ShownPage>(isObject);

export const previewPage = endpoint('POST', '/v1/site/pages/{id}/preview', {
  access,
  summary: 'Content as visitors would see it. Nothing is stored.',
  params,
  body: z.object({ content: pageContent }),
  reply: shownPage,
  bodyLimit,
  rate: 'none',
});

export const publishPage = endpoint('POST', '/v1/site/pages/{id}/publish', {
  access,
  summary: 'Publishes the draft, now or at a time; returns 409 for an outdated version.',
  params,
  body: z.object({ version: baseVersion, at: z.iso.datetime({ error: pageSentences.past }).nullish() }),
  reply: editedPage,
});

const versioned = z.object({ version: baseVersion });

export const cancelPublishing = endpoint('POST', '/v1/site/pages/{id}/cancel-publishing', {
  access,
  summary: 'Takes away the time at which the draft would be published.',
  params,
  reply: editedPage,
});

export const unpublishPage = endpoint('POST', '/v1/site/pages/{id}/unpublish', {
  access,
  summary: 'Takes a page back, so that visitors no longer see it. Its draft stays.',
  params,
  body: versioned,
  reply: editedPage,
});

export const discardChanges = endpoint('POST', '/v1/site/pages/{id}/discard', {
  access,
  summary: 'Makes the draft what visitors see.',
  params,
  body: versioned,
  reply: editedPage,
});

const versionInfo = z.object({ number: z.int(), publishedDate: z.iso.datetime(), author: z.string() });
export type VersionInfo = z.output<typeof versionInfo>;

export const listVersions = endpoint('GET', '/v1/site/pages/{id}/versions', {
  access,
  summary: 'All versions of a page that were published, the newest first.',
  params,
  reply: z.array(versionInfo),
});

const versionParams = params.extend({ number: z.coerce.number().int().min(1) });

export const readVersion = endpoint('GET', '/v1/site/pages/{id}/versions/{number}', {
  access,
  summary: 'A version of a page.',
  params: versionParams,
  reply: versionInfo.extend({ content: storedContent }),
});

export const restoreVersion = endpoint('POST', '/v1/site/pages/{id}/versions/{number}/restore', {
  access,
  summary: 'Makes a former version the draft; visitors see it once it is published.',
  params: versionParams,
  body: versioned,
  reply: editedPage,
});

export const linkingPlace = z.object({
  kind: z.enum(['page', 'menus', 'service', 'position', 'question', 'partner']),
  id: z.string(),
  title: z.string(),
});
export type LinkingPlace = z.output<typeof linkingPlace>;

export const listLinks = endpoint('GET', '/v1/site/pages/{id}/links', {
  access,
  summary: 'What links to a page: menus, other pages and what they list.',
  params,
  reply: z.array(linkingPlace),
});

export const removePage = endpoint('DELETE', '/v1/site/pages/{id}', {
  access,
  summary: 'Removes a page. Returns 409 if something links to it, unless that is confirmed; such links then lead home.',
  params,
  query: z.object({ confirmed: z.enum(['true', 'false']).default('false') }),
});

export const restorePage = endpoint('POST', '/v1/site/pages/{id}/restore', {
  access,
  summary: 'Brings a removed page back as it was; as a draft if another page has its address now.',
  params,
  reply: editedPage.extend({ note: z.string().nullable().meta({ description: 'What else to know, as a sentence.' }) }),
});

const choice = z.object({ value: z.string(), label: z.string(), note: z.string() });
export type SiteChoice = z.output<typeof choice>;

export const siteChoices = endpoint('GET', '/v1/site/choices', {
  access,
  summary: 'What blocks can name: pages and services by their ids, forms by their urls.',
  reply: z.object({ pages: z.array(choice), services: z.array(choice), forms: z.array(choice) }),
});
export type SiteChoices = z.output<typeof siteChoices.shapes.reply>;

/** `Remove anyway?`: `The menus and “Home” link to this page.` */
export const linkedFrom = (places: readonly Pick<LinkingPlace, 'kind' | 'title'>[]): string => {
  const names = places.map(({ kind, title }) => (kind === 'menus' ? 'the menus' : `“${title}”`));
  const shown = names.slice(0, 4);
  const rest = names.length - shown.length;
  if (rest > 0) shown.push(`${rest} more`);
  const list = shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}` : (shown[0] ?? '');
  return `${list.charAt(0).toUpperCase()}${list.slice(1)} ${names.length === 1 && places[0]?.kind !== 'menus' ? 'links' : 'link'} to this page. Those links would then lead to the home page.`;
};
