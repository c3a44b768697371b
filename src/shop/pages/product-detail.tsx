import { redirect } from 'react-router';
import { api } from '#lib/api-context.ts';
import { MoreLink } from '#ui/button.tsx';
import { Hidden } from '#ui/hidden.tsx';
import { listProducts, productDetails } from '../contract.ts';
import type { Route } from './+types/product-detail';
import { BuyBox } from './buy-box.tsx';
import { Failure, isMissing } from './failure.tsx';
import { Gallery } from './gallery.tsx';
import { ItemTable } from './item-table.tsx';
import { cardOf, ProductCards } from './product-card.tsx';
import styles from './product-detail.module.css';
import { productMeta } from './product-meta.ts';
import { productsFailed } from './sentences.ts';
import type { ShopHandle } from './shopping.tsx';
import { listPath, pageTrail, productPath } from './trail.ts';

type Loaded = Awaited<ReturnType<typeof loader>>;

/** What the loader gave, or nothing on the page that says there is no such product. */
const loaded = (data: unknown) => data as Loaded | undefined;

export const handle: ShopHandle & { cache: string } = {
  cache: 'catalogue',
  trail: ({ data }) => pageTrail(loaded(data)?.productName ?? 'Product', loaded(data)?.path ?? []),
  open: ({ data }) => loaded(data)?.path.map(({ url }) => url) ?? [],
  isWide: true,
};

const relatedCount = 4;

export async function loader({ context, params }: Route.LoaderArgs) {
  const call = api(context);
  const product = await call(productDetails, { params: { idOrUrl: params.url } });
  if (product.url !== params.url) throw redirect(productPath(product.url), 301);
  const { categories, categoryIds: _ids, searchKey: _key, related, ...rest } = product;
  const path = (categories[0]?.path ?? []).map(({ label, url }) => ({ label, url }));
  // A small category has few neighbours: those of the whole department fill the row.
  const isShort = related.length < relatedCount && path[0] !== undefined;
  const more = isShort ? await call(listProducts, { query: { category: path[0]?.url, sort: 5 } }) : undefined;
  const known = [product.id, ...related.map(({ id }) => id)];
  const others = more?.products.filter(({ id, isOutOfStock }) => !known.includes(id) && !isOutOfStock) ?? [];
  return { ...rest, path, related: [...related, ...others].slice(0, relatedCount).map(cardOf) };
}

export const meta = productMeta;

export default function ProductDetail({ loaderData: product }: Route.ComponentProps) {
  const last = product.path.at(-1);
  return (
    <article className={styles.product} key={product.id}>
      <div className={styles.top}>
        <Gallery images={product.images} name={product.productName} url={product.url} />
        <BuyBox product={product} />
      </div>
      <div className={styles.info}>
        <section className={styles.text} aria-labelledby="description">
          <h2 id="description">
            <Hidden>Description</Hidden>
          </h2>
          {/* Sanitised by the server when it was written. */}
          <div dangerouslySetInnerHTML={{ __html: product.longDescription }} />
        </section>
        <ItemTable product={product} />
      </div>
      {product.related.length > 0 && (
        <section className={styles.related} aria-labelledby="related">
          <header>
            <h2 id="related">Goes well with</h2>
            {last && <MoreLink to={listPath(last.url)}>All {last.label.toLowerCase()}</MoreLink>}
          </header>
          <ProductCards products={product.related} eager={0} headingLevel={3} />
        </section>
      )}
    </article>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Failure error={error} title={isMissing(error) ? 'Product not found' : productsFailed} />;
}
