import { breadcrumbList, describe, rootOf, titleOnPage } from '#lib/api/page-meta.ts';
import type { Route } from './+types/product-list';
import { isNarrowed, readAddress, writeAddress } from '../list/list-url.ts';
import type { loader as shopLoader } from './shopping.tsx';
import { listTrail, pathTo, wholeTrail } from '../list/breadcrumb-trail.ts';
import { listPath } from '../shop-paths.ts';

const about =
  'Commercial cleaning chemicals, mops, cloths, gloves, liners, paper and machines. Prices include GST, with a tax invoice for every order.';

type Layout = Awaited<ReturnType<typeof shopLoader>>;

/** Title, description, canonical address, previous and next page, and structured data of a list. */
export const listMeta: Route.MetaFunction = (args) => {
  const { loaderData: list, params, matches, location } = args;
  if (!list) return [{ title: titleOnPage(args, 'Shop') }];
  const layout = matches.find((match) => match?.id === 'storefront/pages/shopping')?.loaderData as Layout | undefined; // by its id
  const origin = rootOf(args)?.origin ?? '';
  const path = pathTo(layout?.tree ?? [], params.category);
  const label = path.at(-1)?.label;
  const base = listPath(params.category);
  const address = readAddress(new URLSearchParams(location.search));
  // Filtered and sorted views have the canonical URL of the list's page.
  const at = (page: number) => base + writeAddress({ page });
  const { page } = list;
  const pageCount = Math.ceil(list.totalCount / list.pageSize);
  const tags = describe(args, {
    title: `${label ?? 'Cleaning supplies'}${page > 1 ? `, page ${page}` : ''}`,
    description: label ? `${label} for commercial cleaning. ${about}` : about,
    path: at(page),
    structured: breadcrumbList(origin, wholeTrail(listTrail(path), base)),
  });
  if (page > 1) tags.push({ tagName: 'link', rel: 'prev', href: origin + at(page - 1) });
  if (page < pageCount) tags.push({ tagName: 'link', rel: 'next', href: origin + at(page + 1) });
  if (isNarrowed(address) || address.sort) tags.push({ name: 'robots', content: 'noindex,follow' });
  return tags;
};
