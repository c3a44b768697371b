import { useState } from 'react';
import { Link, type RouterContextProvider } from 'react-router';
import { useCartCount } from '#cart/browser-cart.ts';
import { api, viewer } from '#lib/api-context.ts';
import { dayOf, format } from '#lib/day.ts';
import type { ReplyOf } from '#lib/endpoint.ts';
import { formatDollars } from '#lib/money.ts';
import { listProducts, popularProducts } from '#shop/contract.ts';
import { type CardProduct, cardOf, ProductCards } from '#shop/product-card.tsx';
import { BuyAgain, Missing } from './buy-again.tsx';
import { listOrders } from './contract.ts';
import styles from './empty-offer.module.css';

const shown = 4;

type LastOrder = Pick<ReplyOf<typeof listOrders>[number], 'id' | 'orderNumber' | 'orderDate' | 'orderAmount'>;

/** What an empty cart offers. */
export interface Offer {
  products: CardProduct[];
  /** They are what sold most; a new shop shows what it has. */
  arePopular: boolean;
  /** The member's latest order. */
  last: LastOrder | null;
}

/** Reads the offer; what can't be read is left out. */
export async function loadOffer(context: Readonly<RouterContextProvider>): Promise<Offer> {
  const call = api(context);
  const [popular, orders] = await Promise.all([
    call(popularProducts).catch(() => []),
    viewer(context) ? call(listOrders, { query: { page: 1, pageSize: 1 } }).catch(() => []) : [],
  ]);
  const stocked = async () => (await call(listProducts, { query: { pageSize: shown, inStock: true } })).products;
  const products = popular.length > 0 ? popular : await stocked().catch(() => []);
  const [order] = orders;
  return {
    products: products.map(cardOf),
    arePopular: popular.length > 0,
    last: order ? pick(order) : null,
  };
}

const pick = ({ id, orderNumber, orderDate, orderAmount }: LastOrder): LastOrder => ({
  id,
  orderNumber,
  orderDate,
  orderAmount,
});

/** Under the sentence that the cart is empty. It comes with the page, so that nothing moves, and goes with the first item. */
export function EmptyOffer({ offer: { products, arePopular, last } }: { offer: Offer }) {
  const isFilled = useCartCount() > 0;
  if (isFilled) return null;
  return (
    <div className={styles.offer}>
      {last && <LastOrdered last={last} />}
      {products.length > 0 && (
        <section aria-labelledby="offer">
          <h2 id="offer">{arePopular ? 'Popular products' : 'From our shop'}</h2>
          <ProductCards products={products} eager={0} headingLevel={3} />
        </section>
      )}
    </div>
  );
}

function LastOrdered({ last }: { last: LastOrder }) {
  const [missing, setMissing] = useState<string[]>([]);
  return (
    <section aria-labelledby="last" className={styles.last}>
      <div>
        <h2 id="last">Order the same again</h2>
        <p>
          Your last order, <Link to={`/shopping/order/${last.id}`}>{last.orderNumber}</Link> of{' '}
          {format(dayOf(new Date(last.orderDate)))}, came to {formatDollars(last.orderAmount)}.
        </p>
      </div>
      <BuyAgain order={last} onMissing={setMissing} />
      <Missing reasons={missing} />
    </section>
  );
}
