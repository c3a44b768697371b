import { Outlet, type ShouldRevalidateFunctionArgs, useMatches } from 'react-router';
import { type Api, call } from '#lib/api/api.ts';
import { api } from '#lib/api/api-context.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { formatDollars } from '#lib/money.ts';
import { usePublicSettings } from '#company/use-settings.ts';
import { Breadcrumbs } from '#ui/layout/breadcrumbs.tsx';
import { cx } from '#ui/classes.ts';
import { ClockIcon, FileIcon, TruckIcon } from '#ui/icons/icons.tsx';
import layout from '#ui/layout.module.css';
import { applicationForm } from '#forms/definition/public-forms.ts';
import { Link } from '#ui/link.tsx';
import { categoryTree, productDetails } from '../contract.ts';
import type { Route } from './+types/shopping';
import { CategoryPicker, CategorySidebar, useCategoryChoice } from '../list/category-navigation.tsx';
import styles from '../list/shopping.module.css';
import { type Category, type Trail } from '../list/breadcrumb-trail.ts';
import { allProducts } from '../shop-paths.ts';
import { useEffect, useState } from 'react';
import { storageMissing, useStorageSupport } from '../cart/browser-cart.ts';
import { Note } from '#ui/feedback/note.tsx';

/** A page's params and data. */
interface PageMatch {
  data: unknown;
  params: Record<string, string | undefined>;
  /** Empty while the categories can't be loaded. */
  tree: Category[];
}

/** A page's settings for the shop's layout. */
export interface ShopHandle {
  trail: (seen: PageMatch) => Trail;
  /** The urls of the displayed category and its ancestors. */
  open?: (seen: PageMatch) => string[];
  /** The page has its own second column, so the sidebar fits only on wider screens. */
  isWide?: boolean;
  /** The page has no category sidebar. */
  isAlone?: boolean;
}

/** The tree, opened only at the page's category, to keep the page's data small. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const call = api(context);
  const query = { open: await categoryOf(call, params) };
  const tree = await call(categoryTree, { query }).catch(() => null);
  return { tree: tree?.map(asCategory) ?? null };
}

async function categoryOf(call: Api, { category, url }: PageMatch['params']): Promise<string> {
  if (url === undefined) return category ?? allProducts;
  const product = await call(productDetails, { params: { idOrUrl: url } }).catch(() => null); // the page itself shows the error
  return product?.categories[0]?.url ?? allProducts;
}

export const shouldRevalidate = ({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) =>
  currentParams['category'] !== nextParams['category'] || currentParams['url'] !== nextParams['url'];

export default function Shopping({ loaderData }: Route.ComponentProps) {
  const tree = useWholeTree(loaderData.tree);
  const page = useMatches().at(-1);
  const handle = page?.handle as Partial<ShopHandle> | undefined; // pages of the shop export such a handle; others have none
  const seen = { data: page?.loaderData, params: page?.params ?? {}, tree: tree ?? [] };
  const trail = handle?.trail?.(seen);
  const choice = useCategoryChoice(handle?.open?.(seen) ?? []);
  return (
    <>
      <Benefits />
      <div className={layout.wide}>
        {trail && <Breadcrumbs {...trail} />}
        <div className={cx(styles.shop, handle?.isWide && styles.wide, handle?.isAlone && styles.alone)}>
          {!handle?.isAlone && (
            <aside className={styles.side} aria-label="Product categories">
              <CategorySidebar tree={tree} choice={choice} />
              {!handle?.isWide && <TradeAccounts />}
            </aside>
          )}
          <div className={styles.page}>
            {!handle?.isAlone && <CategoryPicker tree={tree} choice={choice} />}
            <StorageNotice />
            <Outlet />
          </div>
        </div>
      </div>
    </>
  );
}

/** A strip with the benefits of ordering. Delivery times are shown only if the settings have them. */
function Benefits() {
  const delivery = usePublicSettings()?.delivery;
  const freeFrom = delivery?.freeFrom ?? null;
  return (
    <div className={styles.strip}>
      <ul className={layout.wide}>
        {freeFrom !== null && (
          <li>
            <TruckIcon /> Free delivery from {formatDollars(freeFrom).replace('.00', '')}
          </li>
        )}
        {delivery?.dispatch && (
          <li>
            <ClockIcon /> {delivery.dispatch}
          </li>
        )}
        <li>
          <FileIcon /> Tax invoice with every order
        </li>
      </ul>
    </div>
  );
}

const TradeAccounts = () => (
  <div className={styles.help}>
    <h2>Ordering for several sites?</h2>
    <p>One account with a list for each site, your own prices, and one invoice to pay later.</p>
    <Link to={`/forms/${applicationForm}/`}>Apply for a trade account</Link>
  </div>
);

/** Shown once per visit without local storage, on the first page of the shop. */
function StorageNotice() {
  const isSupported = useStorageSupport();
  const [isShown, setShown] = useState(false);
  useEffect(() => setShown(!isSupported), [isSupported]);
  if (!isShown) return null;
  return (
    <Note tone="warning" isLive>
      {storageMissing}
    </Note>
  );
}

type SentCategory = Pick<ReplyOf<typeof categoryTree>[number], 'label' | 'url' | 'productCount'> & {
  items: readonly SentCategory[];
};

const asCategory = ({ label, url, productCount, items }: SentCategory): Category => ({
  label,
  url,
  count: productCount,
  items: items.map(asCategory),
});

/** The whole tree, for the select on small screens. Until it has loaded, the part that came with the page. */
function useWholeTree(shown: Category[] | null): Category[] | null {
  const [whole, setWhole] = useState<Category[]>();
  useEffect(() => {
    const gone = new AbortController();
    call<typeof categoryTree>('GET /v1/products/categories', { query: {} }, { signal: gone.signal }).then(
      (tree) => setWhole(tree.map(asCategory)),
      () => undefined, // the loaded part is sufficient
    );
    return () => gone.abort();
  }, []);
  return shown && (whole ?? shown);
}
