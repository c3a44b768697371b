import type { ReactNode } from 'react';
import { Link } from '#ui/link.tsx';
import { type CartLine, lineKey } from '#storefront/cart/browser-cart.ts';
import { LinePicture } from '#storefront/cart/cart-line-picture.tsx';
import { Totals } from '#storefront/cart/cart-totals.tsx';
import type { Cart } from '#storefront/cart/use-cart.ts';
import { formatDollars } from '#lib/money.ts';
import { Count } from '#ui/feedback/badge.tsx';
import { Hidden } from '#ui/visually-hidden.tsx';
import { CartIcon, ChevronDownIcon } from '#ui/icons/icons.tsx';
import { Skeleton } from '#ui/layout/skeleton.tsx';
import { methodName } from '#storefront/cart/delivery-methods.ts';
import styles from './order-summary.module.css';

interface SummaryProps {
  cart: Cart;
  lines: CartLine[];
  method: string;
}

/** The order summary beside the form; on small screens `FoldedSummary` is shown above it. */
export function OrderSummary({ cart, lines, method }: SummaryProps) {
  return (
    <aside className={styles.summary} aria-labelledby="summary">
      <header>
        <h2 id="summary">Order summary</h2>
        <Link to="/shopping/view-cart">Edit cart</Link>
      </header>
      <SummaryContent cart={cart} lines={lines} method={method} />
    </aside>
  );
}

export function FoldedSummary({ cart, lines, method }: SummaryProps) {
  const count = lines.reduce((sum, { qty }) => sum + qty, 0);
  return (
    <details className={styles.fold}>
      <summary>
        <CartIcon />
        <span>{count === 1 ? 'Order summary, 1 item' : `Order summary, ${count} items`}</span>
        <strong>{cart.priced && formatDollars(cart.priced.total)}</strong>
        <ChevronDownIcon />
      </summary>
      <div>
        <SummaryContent cart={cart} lines={lines} method={method} />
        <Link to="/shopping/view-cart">Edit cart</Link>
      </div>
    </details>
  );
}

/** Shows a skeleton until the cart has been read, so that the layout does not shift. */
function SummaryContent({ cart, lines, method }: SummaryProps): ReactNode {
  if (lines.length === 0) return <Skeleton height="16rem" />;
  return (
    <>
      <ul className={styles.items}>
        {lines.map((line) => (
          <li key={lineKey(line)}>
            <span className={styles.picture}>
              <LinePicture line={line} sizes="60px" />
              <Count className={styles.count}>
                {line.qty}
                <Hidden> of</Hidden>
              </Count>
            </span>
            <p>
              {line.productName}
              {line.variations.length > 0 && (
                <small>{line.variations.map(({ selected }) => selected).join(', ')}</small>
              )}
            </p>
            <span className={styles.amount}>{formatDollars(Math.round(line.price * line.qty * 100) / 100)}</span>
          </li>
        ))}
      </ul>
      <div aria-live="polite" aria-busy={cart.isSyncing || undefined} className={styles.totals}>
        <Totals
          priced={cart.priced}
          saving={cart.promo.toUpperCase() || 'You save'}
          delivery={methodName(Number(method))}
        />
      </div>
    </>
  );
}
