import { Link } from '#ui/link.tsx';
import { formatDollars } from '#lib/money.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { LinkButton } from '#ui/button/button.tsx';
import { Hidden } from '#ui/visually-hidden.tsx';
import { Price } from '#ui/layout/price.tsx';
import { AddButton, type CardProduct } from './add-to-cart-button.tsx';
import { lowestOf, type OwnPrice, ownPriceOf, useSitePrices } from '#trade/prices/use-site-prices.ts';
import { Picture, tileClass } from '#catalogue/products/pictures/picture.tsx';
import styles from './product-card.module.css';
import { productPath } from '../shop-paths.ts';

/** Picks the fields of a card, so that the rest is not sent with the page. */
export const cardOf = (product: CardProduct): CardProduct => ({
  id: product.id,
  url: product.url,
  productCode: product.productCode,
  productName: product.productName,
  price: product.price,
  hasMultiplePrices: product.hasMultiplePrices,
  hasVariants: product.hasVariants,
  isOutOfStock: product.isOutOfStock,
  primaryImage: product.primaryImage,
});

interface CardsProps {
  products: readonly CardProduct[];
  /** How many are in the first row of a wide screen, to load eagerly. 0 below the fold. */
  eager: number;
  headingLevel?: 2 | 3;
}

const sizes = '(min-width: 75em) 16rem, (min-width: 44em) 13rem, 45vw';

export function ProductCards({ products, eager, headingLevel = 2 }: CardsProps) {
  const ownPrices = useSitePrices(products.map(({ id }) => id));
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  return (
    <ul className={styles.products}>
      {products.map((product, index) => (
        <li key={product.id} className={product.isOutOfStock ? `${styles.product} ${styles.out}` : styles.product}>
          <div className={tileClass(product.url)}>
            <Picture
              image={product.primaryImage}
              alt=""
              sizes={sizes}
              isSmall
              isEager={index < eager}
              isFirst={index === 0 && eager > 0}
            />
            {product.isOutOfStock && (
              <Badge isRaised className={styles.badge}>
                Out of Stock
              </Badge>
            )}
          </div>
          <div className={styles.body}>
            <span className={styles.code}>{product.productCode}</span>
            <Heading className={styles.name}>
              <Link to={productPath(product.url)}>{product.productName}</Link>
            </Heading>
            <div className={styles.foot}>
              <CardPrice product={product} lowest={lowestOf(ownPrices, product.id)} />
              <CardAction product={product} own={ownPriceOf(ownPrices, { id: product.id, variationItemId: null })} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}

type Lowest = ReturnType<typeof lowestOf>;

interface CardPriceProps {
  product: CardProduct;
  /** What the reader's site pays. */
  lowest: Lowest;
}

/** Whether a card says the same of a site's prices as of the shop's. */
export const isAsInShop = (
  { price, hasMultiplePrices }: Pick<CardProduct, 'price' | 'hasMultiplePrices'>,
  { own, isFrom }: NonNullable<Lowest>,
): boolean => own.price === price && isFrom === hasMultiplePrices && (isFrom || own.breaks.length === 0);

function CardPrice({ product, lowest }: CardPriceProps) {
  if (!lowest || isAsInShop(product, lowest))
    return <Price amount={formatDollars(product.price)} isFrom={product.hasMultiplePrices} className={styles.price} />;
  const { own, isFrom } = lowest;
  const [next] = isFrom ? [] : own.breaks;
  return (
    <Price
      amount={formatDollars(own.price)}
      label={isFrom ? 'Your price from' : 'Your price'}
      {...(own.price < own.basePrice && { before: formatDollars(own.basePrice) })}
      note={next && `${next.minQuantity}+ ${formatDollars(next.price)}`}
      className={styles.price}
    />
  );
}

/** The action: add a plain product, or choose options on the product's page; none if out of stock. */
function CardAction({ product, own }: { product: CardProduct; own: OwnPrice | undefined }) {
  if (product.isOutOfStock) return null;
  if (!product.hasVariants) return <AddButton product={product} own={own} className={styles.action} />;
  return (
    <LinkButton look="quiet" size="small" className={styles.action} to={productPath(product.url)}>
      Choose<Hidden> options of {product.productName}</Hidden>
    </LinkButton>
  );
}
