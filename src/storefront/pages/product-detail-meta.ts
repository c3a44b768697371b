import { breadcrumbList, describe, rootOf, titleOnPage } from '#lib/api/page-meta.ts';
import type { Route } from './+types/product-detail';
import { searchOf } from '../detail/selection-in-url.ts';
import { pageTrail, wholeTrail } from '../list/breadcrumb-trail.ts';
import { productPath } from '../shop-paths.ts';

/** Title, description, canonical address and structured data of a product. */
export const productMeta: Route.MetaFunction = (args) => {
  const product = args.loaderData;
  if (!product) return [{ title: titleOnPage(args, 'Product not found') }];
  const root = rootOf(args);
  const origin = root?.origin ?? '';
  const path = productPath(product.url);
  return describe(args, {
    title: product.productName,
    description:
      product.shortDescription ||
      `${product.productName}: price including GST, stock and delivery, for commercial cleaning.`,
    path,
    image: `${product.primaryImage}?w=960`,
    structured: [
      breadcrumbList(origin, wholeTrail(pageTrail(product.productName, product.path), path)),
      productData(product, { origin, seller: root?.settings.company.name }),
    ],
  });
};

type Product = NonNullable<Route.MetaArgs['loaderData']>;

const availability = (isOutOfStock: boolean): string => `https://schema.org/${isOutOfStock ? 'OutOfStock' : 'InStock'}`;

interface Offered {
  sku: string;
  price: number;
  isOut: boolean;
  /** The query that chooses the item. */
  search?: string;
}

/** A product as search engines read it (schema.org Product with an Offer for each item). */
function productData(product: Product, { origin, seller }: { origin: string; seller: string | undefined }) {
  const address = origin + productPath(product.url);
  const offer = ({ sku, price, isOut, search = '' }: Offered) => ({
    '@type': 'Offer',
    sku,
    url: address + search,
    price: price.toFixed(2),
    priceCurrency: 'AUD',
    availability: availability(isOut),
    itemCondition: 'https://schema.org/NewCondition',
  });
  const items = product.variationItems;
  const prices = items.map(({ price }) => price);
  const plain = offer({ sku: product.productCode, price: product.price, isOut: product.isOutOfStock });
  const all = {
    '@type': 'AggregateOffer',
    lowPrice: Math.min(...prices).toFixed(2),
    highPrice: Math.max(...prices).toFixed(2),
    priceCurrency: 'AUD',
    offerCount: items.length,
    availability: availability(product.isOutOfStock),
    offers: items
      .slice(0, 24)
      .map(({ productCode, price, outOfStock, variationValues }) =>
        offer({ sku: productCode, price, isOut: outOfStock, search: searchOf(product, variationValues) }),
      ),
  };
  return {
    '@type': 'Product',
    name: product.productName,
    sku: product.productCode,
    description: product.shortDescription,
    image: product.images.map(({ image }) => `${origin}${image}?w=960`),
    ...(seller !== undefined && { brand: { '@type': 'Brand', name: seller } }),
    ...(product.path.length > 0 && { category: product.path.map(({ label }) => label).join(' > ') }),
    offers: product.hasVariants && items.length > 0 ? all : plain,
  };
}
