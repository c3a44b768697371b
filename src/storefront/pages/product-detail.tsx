import { useRef } from 'react';
import { redirect } from 'react-router';
import { api } from '#lib/api/api-context.ts';
import { MoreLink } from '#ui/button/button.tsx';
import { Hidden } from '#ui/visually-hidden.tsx';
import { productDetails } from '../contract.ts';
import type { Route } from './+types/product-detail';
import { useSitePrices } from '#trade/prices/use-site-prices.ts';
import { BuyBar } from '../detail/buy-bar.tsx';
import { BuyBox } from '../detail/buy-box.tsx';
import { selectionFrom } from '../detail/selection-in-url.ts';
import { DetailsCard } from '../detail/facts-and-documents.tsx';
import { isMissing, ShopError } from '../list/shop-error.tsx';
import { Gallery } from '../detail/gallery.tsx';
import { ItemTable } from '../detail/item-table.tsx';
import { cardOf, ProductCards } from '../list/product-card.tsx';
import styles from './product-detail.module.css';
import { productMeta } from './product-detail-meta.ts';
import { productsFailed } from '../list/sentences.ts';
import type { ShopHandle } from './shopping.tsx';
import { pageTrail } from '../list/breadcrumb-trail.ts';
import { listPath, productPath } from '../shop-paths.ts';
import { pictureOf, useChoice } from '../detail/use-item-choice.ts';

type Loaded = Awaited<ReturnType<typeof loader>>;

/** The loader's data; undefined on the not-found page. */
const loaded = (data: unknown) => data as Loaded | undefined;

export const handle: ShopHandle & { cache: string } = {
  cache: 'catalogue',
  trail: ({ data }) => pageTrail(loaded(data)?.productName ?? 'Product', loaded(data)?.path ?? []),
  open: ({ data }) => loaded(data)?.path.map(({ url }) => url) ?? [],
  isWide: true,
};

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const product = await api(context)(productDetails, { params: { idOrUrl: params.url } });
  if (product.url !== params.url) throw redirect(productPath(product.url) + url.search, 301);
  const { categories, categoryIds: _ids, searchKey: _key, related, similar, ...rest } = product;
  const path = (categories[0]?.path ?? []).map(({ label, url: own }) => ({ label, url: own }));
  const chosen = selectionFrom(product, url.searchParams);
  const isPaired = related.length > 0;
  return { ...rest, chosen, path, isPaired, beside: (isPaired ? related : similar).map(cardOf) };
}

export const meta = productMeta;

export default function ProductDetail({ loaderData: product }: Route.ComponentProps) {
  return <LoadedProduct key={product.id} product={product} />;
}

function LoadedProduct({ product }: { product: Loaded }) {
  const prices = useSitePrices([product.id]);
  const choice = useChoice(product, prices);
  const buttons = useRef<HTMLDivElement>(null);
  return (
    <article className={styles.product}>
      <div className={styles.top}>
        <Gallery
          images={product.images}
          name={product.productName}
          url={product.url}
          shown={pictureOf(product, choice.selection)}
        />
        <BuyBox {...{ product, choice, buttons }} />
        <div className={styles.info}>
          <ItemTable product={product} prices={prices} />
          {product.longDescription !== '' && (
            <section className={styles.text} aria-labelledby="description">
              <h2 id="description">
                <Hidden>Description</Hidden>
              </h2>
              {/* Sanitised by the server when it was written. */}
              <div dangerouslySetInnerHTML={{ __html: product.longDescription }} />
            </section>
          )}
          <DetailsCard facts={product.facts} documents={product.documents} />
        </div>
      </div>
      {product.beside.length > 0 && <Beside product={product} />}
      {!product.isOutOfStock && <BuyBar {...{ product, choice, buttons }} />}
    </article>
  );
}

/** Complements of the product, or similar products if there are none. */
function Beside({ product: { beside, isPaired, path } }: { product: Loaded }) {
  const last = path.at(-1);
  return (
    <section className={styles.related} aria-labelledby="related">
      <header>
        <h2 id="related">{isPaired ? 'Goes well with' : `More ${last?.label.toLowerCase() ?? 'products'}`}</h2>
        {last && <MoreLink to={listPath(last.url)}>All {last.label.toLowerCase()}</MoreLink>}
      </header>
      <ProductCards products={beside} eager={0} headingLevel={3} />
    </section>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ShopError error={error} title={isMissing(error) ? 'Product not found' : productsFailed} />;
}
