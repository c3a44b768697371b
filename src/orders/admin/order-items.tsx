import { unitCount } from '#lib/text/count-text.ts';
import { Link } from '#ui/link.tsx';
import { LinePicture } from '#storefront/cart/cart-line-picture.tsx';
import { formatDollars } from '#lib/money.ts';
import { useViewer } from '#lib/api/root-data.ts';
import { type SimpleColumn, SimpleTable } from '#ui/layout/simple-table.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { Amounts } from '../order-amounts.tsx';
import type { OrderOnPage } from './contract.ts';
import styles from './order-items.module.css';

type Item = OrderOnPage['orderItems'][number];

/** The ordered items at the prices paid, and the totals. */
export function OrderItems({ order }: { order: OrderOnPage }) {
  const { orderItems, amountRefunded } = order;
  const mayEdit = useViewer()?.claims.includes('ManageCartProducts') ?? false;
  const units = orderItems.reduce((sum, { quantity }) => sum + quantity, 0);
  const hasPromo = orderItems.some(({ promoCode }) => promoCode !== null);
  return (
    <section className={panel.panel} aria-labelledby="items">
      <header className={panel.head}>
        <h2 id="items">Items</h2>
        <p>{`${orderItems.length} ${orderItems.length === 1 ? 'line' : 'lines'}, ${unitCount(units)}`}</p>
      </header>
      <SimpleTable
        label="Items"
        rows={orderItems}
        keyOf={({ orderItemId }) => orderItemId}
        columns={columnsOf({ hasPromo, mayEdit })}
      />
      <Amounts
        order={order}
        discountLabel={order.promoCode ? `Discount, ${order.promoCode}` : 'Discount'}
        below={[
          ['Includes GST', formatDollars(order.totalIncludedGst)],
          [order.trade?.dueDay ? 'On account' : 'Amount paid', formatDollars(order.amountPaid)],
          ...(amountRefunded > 0 ? [['Refunded', `−${formatDollars(amountRefunded)}`] as const] : []),
        ]}
        styles={styles}
      />
    </section>
  );
}

/** The columns for promo and discount appear only if the order has a promo. */
function columnsOf({ hasPromo, mayEdit }: { hasPromo: boolean; mayEdit: boolean }): SimpleColumn<Item>[] {
  const promo: SimpleColumn<Item> = {
    label: 'Promo',
    isText: true,
    cell: ({ promoCode }) => (promoCode === null ? '–' : <span className={styles.promo}>{promoCode}</span>),
  };
  const discount: SimpleColumn<Item> = {
    label: 'Discount',
    cell: ({ discountedAmount }) => (discountedAmount > 0 ? `−${formatDollars(discountedAmount)}` : '–'),
  };
  return [
    { label: 'Product', cell: (item) => <Product item={item} mayEdit={mayEdit} /> },
    ...(hasPromo ? [promo] : []),
    { label: 'Price', cell: ({ price }) => formatDollars(price) },
    {
      label: 'Quantity',
      cell: ({ quantity, returnedQuantity }) => (
        <span>
          {quantity}
          {returnedQuantity > 0 && <small>{returnedQuantity} returned</small>}
        </span>
      ),
    },
    ...(hasPromo ? [discount] : []),
    { label: 'Total', cell: ({ total }) => <strong>{formatDollars(total)}</strong> },
  ];
}

function Product({ item, mayEdit }: { item: Item; mayEdit: boolean }) {
  const { productId, productName, productImage, productUrl, productCode, variation } = item;
  return (
    <div className={styles.product}>
      <span className={styles.picture}>
        {productImage && <LinePicture line={{ image: productImage, url: productUrl }} sizes="40px" />}
      </span>
      <span>
        {mayEdit ? (
          <Link to={`/admin/update-product-details/${productId}/`}>{productName}</Link>
        ) : (
          <strong>{productName}</strong>
        )}
        <small>{[variation, productCode].filter(Boolean).join(' · ')}</small>
      </span>
    </div>
  );
}
