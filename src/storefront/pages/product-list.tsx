import { redirect, useLocation, useNavigation, useRouteLoaderData } from 'react-router';
import { Link } from '#ui/link.tsx';
import { api } from '#lib/api/api-context.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { Pagination, rangeText } from '#ui/layout/pagination.tsx';
import { listProducts } from '../contract.ts';
import { loadSuggestedProducts } from '../suggested/load-suggested-products.ts';
import { SuggestedProducts } from '../suggested/suggested-products.tsx';
import type { Route } from './+types/product-list';
import { ActiveFilters } from '../list/active-filters.tsx';
import { EmptyShelf } from '../list/empty-shelf-drawing.tsx';
import { isMissing, ShopError } from '../list/shop-error.tsx';
import { type Facets, Filters } from '../list/filters.tsx';
import { type ListAddress, readAddress, withChange, writeAddress, isNarrowed } from '../list/list-url.ts';
import { listMeta } from './product-list-meta.ts';
import { OrderPlaced } from './order-placed-notice.tsx';
import { useHasSite } from '#trade/prices/use-site-prices.ts';
import { cardOf, ProductCards } from '../list/product-card.tsx';
import styles from '../list/product-list.module.css';
import { categoryFailed, productsFailed, nothingToShow } from '../list/sentences.ts';
import type { loader as shopLoader, ShopHandle } from './shopping.tsx';
import { Toolbar } from '../list/search-and-sort.tsx';
import { listTrail, pathTo } from '../list/breadcrumb-trail.ts';
import { allProducts, listPath } from '../shop-paths.ts';
import { LinkButton } from '#ui/button/button.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';

export const handle: ShopHandle & { cache: string } = {
  cache: 'catalogue',
  trail: ({ params, tree }) => listTrail(pathTo(tree, params.category ?? '')),
  open: ({ params, tree }) => {
    const path = pathTo(tree, params.category ?? '');
    return path.length > 0 ? path.map(({ url }) => url) : [params.category ?? allProducts];
  },
};

/** How many cards are in the first row of a wide screen. */
const firstRow = 4;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { category } = params;
  const address = readAddress(new URL(request.url).searchParams);
  const { options, inStock, ...rest } = address;
  const query = { category, ...rest, inStock: inStock || undefined, option: options, facets: true };
  const call = api(context);
  const { products, totalCount, page, pageSize, didYouMean, leftOut, facets } = await call(listProducts, { query });
  const pageCount = Math.max(1, Math.ceil(totalCount / pageSize));
  if (page > pageCount) throw redirect(listPath(category) + writeAddress({ ...address, page: pageCount }));
  return {
    products: products.map(cardOf),
    offered: totalCount === 0 && address.search !== '' ? await loadSuggestedProducts(call) : undefined,
    totalCount,
    page,
    pageSize,
    didYouMean,
    leftOut,
    facets: facets && slim(facets, options),
  };
}

/** How many variations are offered as filters: those that most products have. */
const maxOptions = 6;

/** Values as pairs, to keep the page's data small. */
function slim(
  { options, ...rest }: NonNullable<ReplyOf<typeof listProducts>['facets']>,
  chosen: readonly string[],
): Facets {
  const reach = (name: string, values: { count: number }[]): number =>
    chosen.some((option) => option.startsWith(`${name}:`))
      ? Number.POSITIVE_INFINITY
      : values.reduce((sum, { count }) => sum + count, 0);
  const usual = options
    .map(({ name, values }) => ({ name, values, reach: reach(name, values) }))
    .sort((a, b) => b.reach - a.reach)
    .slice(0, maxOptions);
  return {
    ...rest,
    options: usual.map(({ name, values }) => ({ name, values: values.map(({ value, count }) => [value, count]) })),
  };
}

export const meta = listMeta;

export default function ProductList({ loaderData, params }: Route.ComponentProps) {
  const { products, offered, totalCount, page, pageSize, didYouMean, leftOut, facets } = loaderData;
  const address = useListAddress();
  const isLoading = useNavigation().location?.pathname.startsWith(listPath(''));
  return (
    <section aria-labelledby="products" className={styles.list}>
      <OrderPlaced />
      <Heading category={params.category} />
      <Toolbar address={address} category={params.category} />
      <div className={styles.bar}>
        <Filters address={address} facets={facets} />
        <p className={styles.count} role="status">
          {totalCount > 0 && rangeText({ page, pageSize, total: totalCount })}
        </p>
      </div>
      <ActiveFilters address={address} />
      <ShopPricesNote address={address} />
      {didYouMean !== undefined && <DidYouMean address={address} search={didYouMean} />}
      {leftOut !== undefined && products.length > 0 && (
        <p className={styles.meant}>No products match every word. These results leave out {quoted(leftOut)}.</p>
      )}
      <div aria-busy={isLoading ? true : undefined} className={styles.results}>
        {products.length > 0 ? (
          <ProductCards products={products} eager={firstRow} />
        ) : (
          <EmptyList address={address} category={params.category} />
        )}
        {offered && <SuggestedProducts offered={offered} />}
      </div>
      <Pagination
        page={page}
        pageSize={pageSize}
        total={totalCount}
        toPage={(number) => ({ search: writeAddress({ ...address, page: number }) })}
      />
    </section>
  );
}

/** For people who order for a site: the list is the same for everybody, so it is sorted and filtered by the shop's prices. */
function ShopPricesNote({ address: { sort, minPrice, maxPrice } }: { address: ListAddress }) {
  const hasSite = useHasSite();
  const isSorted = sort === 5 || sort === 6; // by price, see `sortNames`
  const isFiltered = minPrice !== undefined || maxPrice !== undefined;
  if (!hasSite || !(isSorted || isFiltered)) return null;
  const what = [isSorted && 'sorted', isFiltered && 'filtered'].filter(Boolean).join(' and ');
  return <p className={styles.note}>The list is {what} by the shop’s prices, not by your site’s.</p>;
}

function DidYouMean({ address, search }: { address: ListAddress; search: string }) {
  return (
    <p className={styles.meant}>
      Did you mean <Link to={{ search: withChange(address, { search }) }}>{search}</Link>?
    </p>
  );
}

const words = new Intl.ListFormat('en-AU', { type: 'conjunction' });
const quoted = (leftOut: readonly string[]): string => words.format(leftOut.map((word) => `“${word}”`));

const welcome = {
  title: 'Cleaning supplies',
  lead: 'Prices include GST, and data sheets are on the product pages.',
};

function Heading({ category }: { category: string }) {
  const tree = useRouteLoaderData<typeof shopLoader>('storefront/pages/shopping')?.tree ?? [];
  const label = pathTo(tree, category).at(-1)?.label;
  return (
    <header className={styles.head}>
      <h1 id="products">{label ?? welcome.title}</h1>
      {label === undefined && <p>{welcome.lead}</p>}
      <noscript>
        <p className={styles.noScript}>You can browse and search without JavaScript. To buy, please switch it on.</p>
      </noscript>
    </header>
  );
}

function useListAddress(): ListAddress {
  return readAddress(new URLSearchParams(useLocation().search));
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ShopError error={error} title={isMissing(error) ? categoryFailed : productsFailed} />;
}

function EmptyList({ address, category }: { address: ListAddress; category: string }) {
  if (isNarrowed(address)) {
    const clear = (
      <LinkButton look="quiet" to={{ search: writeAddress({ sort: address.sort }) }}>
        Clear all filters
      </LinkButton>
    );
    return (
      <EmptyState art={<EmptyShelf />} title={nothingToShow} actions={clear}>
        <p>No products match your search and filters. Check the spelling, or remove a filter.</p>
      </EmptyState>
    );
  }
  const everywhere = category !== allProducts && (
    <LinkButton look="quiet" to={listPath(allProducts)}>
      All products
    </LinkButton>
  );
  return (
    <EmptyState art={<EmptyShelf />} title={nothingToShow} actions={everywhere}>
      <p>This category is empty at the moment. Have a look at the rest of the shop.</p>
    </EmptyState>
  );
}
