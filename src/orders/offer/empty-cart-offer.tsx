import { useState } from 'react';
import { Link } from '#ui/link.tsx';
import { useCartCount } from '#storefront/cart/browser-cart.ts';
import { dayOf, format } from '#lib/day.ts';
import { formatDollars } from '#lib/money.ts';
import { SuggestedProducts } from '#storefront/suggested/suggested-products.tsx';
import { BuyAgain, MissingItems } from '../account/buy-again.tsx';
import styles from './empty-cart-offer.module.css';
import type { LastOrder, Offer } from './load-empty-cart-offer.ts';

/** Offers to order the last order's items again, and suggests products. Rendered with the page, so that the layout does not shift. */
export function EmptyCartOffer({ offer: { offered, last } }: { offer: Offer }) {
  const isFilled = useCartCount() > 0;
  if (isFilled) return null;
  return (
    <div className={styles.offer}>
      {last && <LastOrdered last={last} />}
      <SuggestedProducts offered={offered} />
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
          Your last order, <Link to={`/shopping/order/${last.id}`}>{last.orderNumber}</Link>, placed on{' '}
          {format(dayOf(new Date(last.orderDate)))}, came to {formatDollars(last.orderAmount)}.
        </p>
      </div>
      <BuyAgain order={last} onMissing={setMissing} />
      <MissingItems reasons={missing} />
    </section>
  );
}
