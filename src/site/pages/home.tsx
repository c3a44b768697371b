import type { MetaDescriptor } from 'react-router';
import { api } from '#lib/api/api-context.ts';
import { describe } from '#lib/api/page-meta.ts';
import { categoryTree, listProducts } from '#storefront/contract.ts';
import { usePublicSettings } from '#company/use-settings.ts';
import { QuoteBand } from '../quote-band.tsx';
import { Hero } from '../home/hero.tsx';
import { Partners } from '../home/partners.tsx';
import { HowWeWork } from '../home/how-we-work.tsx';
import { ServiceCards } from '../home/service-cards.tsx';
import { ShopCategories } from '../home/shop-categories.tsx';
import { WhereWeWork } from '../home/where-we-work.tsx';
import type { Route } from './+types/home';

export const handle = { cache: 'catalogue' };

const shownCategories = 8;

/** The home page does not depend on the shop: categories that cannot be loaded are left out. */
export async function loader({ context }: Route.LoaderArgs) {
  const call = api(context);
  const tree = await call(categoryTree).catch(() => []);
  const filled = tree.filter(({ productCount }) => productCount > 0).slice(0, shownCategories);
  const categories = filled.map(async ({ label, url, productCount, items }) => {
    const first = await call(listProducts, { query: { category: url, pageSize: 1 } }).catch(() => null);
    const image = first?.products[0]?.primaryImage ?? null;
    return { label, url, productCount, image, subcategories: items.slice(0, 3).map((item) => item.label) };
  });
  return { categories: await Promise.all(categories) };
}

export const meta = (args: Route.MetaArgs): MetaDescriptor[] =>
  describe(args, {
    title: 'Commercial cleaning for hospitals, schools and shops',
    description:
      'Commercial cleaning in Sydney, Newcastle and Wollongong, to a written scope, with a signed checklist after every visit. And a shop for the supplies our crews use.',
    path: '/',
  });

export default function Home({ loaderData }: Route.ComponentProps) {
  const hasPartners = usePublicSettings()?.hasDemoContent; // the demo's partners are fictional
  return (
    <>
      <Hero />
      <ServiceCards />
      <HowWeWork />
      <ShopCategories categories={loaderData.categories} />
      {hasPartners && <Partners />}
      <WhereWeWork />
      <QuoteBand />
    </>
  );
}
