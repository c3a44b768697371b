import { Link } from '#ui/link.tsx';
import { LinePicture } from '#storefront/cart/cart-line-picture.tsx';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { formatDollars } from '#lib/money.ts';
import type { readOrder } from '../contract.ts';
import styles from './order.module.css';

type Order = ReplyOf<typeof readOrder>;

export function OrderItems({ order }: { order: Order }) {
  return (
    <section aria-labelledby="items" className={styles.items}>
      <h2 id="items">Items</h2>
      <ul>
        {order.orderItems.map((item) => (
          <li key={item.orderItemId}>
            <span className={styles.picture}>
              {item.productImage && (
                <LinePicture line={{ image: item.productImage, url: item.productUrl }} sizes="72px" />
              )}
            </span>
            <div>
              <h3>
                <Link to={`/shopping/product-detail/${encodeURIComponent(item.productUrl)}`}>{item.productName}</Link>
              </h3>
              <p>
                {item.variation && <span>{item.variation}</span>}
                <span>{item.productCode}</span>
              </p>
              <p>{`${item.quantity} × ${formatDollars(item.price)}`}</p>
            </div>
            <p className={styles.amount}>
              {formatDollars(item.total)}
              {item.discountedAmount > 0 && <small>{`${formatDollars(item.discountedAmount)} off`}</small>}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
