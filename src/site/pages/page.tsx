import { data, redirect, type ShouldRevalidateFunctionArgs } from 'react-router';
import { api, page as pageOf } from '#lib/api/api-context.ts';
import { describe } from '#lib/api/page-meta.ts';
import { useRenderOnly } from '#lib/api/render-only.ts';
import { sizedPicture } from '#lib/picture-path.ts';
import { getPublicSettings } from '#company/contract.ts';
import { knownValues, postEnquiry } from '#enquiries/post-enquiry.ts';
import { Blocks, type BlocksProps } from '../blocks/blocks.tsx';
import { asFirstPage } from '../blocks/first-page.ts';
import { loadShop } from '../blocks/load-shop.ts';
import { structuredDataOf } from '../blocks/structured-data.ts';
import { showPage } from '../content/contract.ts';
import type { ShownPage } from '../content/shown.ts';
import type { Route } from './+types/page';

/** What a page shows. */
type Whole = Pick<BlocksProps, 'page' | 'shops'>;

export const handle = { cache: 'site', refusesForms: true };

/** Uses `url`, because on client navigation the request's own URL is the page's data file. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const call = api(context);
  const { page, movedTo } = await call(showPage, { query: { path: url.pathname } });
  if (!page) throw redirect(movedTo + url.search, 301);
  const shops = await loadShop(call, page.blocks);
  const onServer = pageOf(context);
  const { company, brand } = await call(getPublicSettings);
  const enquiry = hasEnquiry(page) ? { values: await knownValues(context) } : undefined;
  const structured = structuredDataOf(page, { origin: onServer.origin, company, brand });
  const whole: Whole = { page, shops };
  onServer.renderOnly = whole;
  const sent: Whole = onServer.isData ? whole : { page: asFirstPage(page), shops: {} };
  const loaded = { ...sent, enquiry, structured };
  return Object.keys(shops).length > 0 ? data(loaded, { headers: { 'x-page-topics': 'catalogue' } }) : data(loaded);
}

/** Accepts enquiries. A page that exists but has no form answers 405; a missing page answers 404. */
export async function action({ url, context, request }: Route.ActionArgs) {
  const { page } = await api(context)(showPage, { query: { path: url.pathname } });
  if (page && hasEnquiry(page)) return postEnquiry(context, request);
  throw data(null, { status: 405 });
}

const hasEnquiry = ({ blocks }: ShownPage): boolean => blocks.some(({ kind }) => kind === 'enquiry');

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

/** Searching the questions of a page needs no new data. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate;

export const meta: Route.MetaFunction = (args) => {
  if (!args.loaderData) return [];
  const { page, structured } = args.loaderData;
  return describe(args, {
    title: page.title,
    description: page.description,
    path: page.path,
    shareTitle: page.shareTitle,
    shareDescription: page.shareDescription,
    ...(page.sharePicture && { image: sizedPicture(page.sharePicture.path, 1600) }),
    isPrivate: !page.isListed,
    structured,
  });
};

export default function SitePage({ loaderData, actionData }: Route.ComponentProps) {
  const { page, shops } = (useRenderOnly() as Whole | undefined) ?? loaderData; // put there by the loader above
  const { enquiry } = loaderData;
  return <Blocks key={page.id} page={page} shops={shops} enquiry={actionData ?? enquiry} />;
}
