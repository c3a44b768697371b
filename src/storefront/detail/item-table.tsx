import { useState } from 'react';
import { Link } from '#ui/link.tsx';
import { formatDollars } from '#lib/money.ts';
import { Button } from '#ui/button/button.tsx';
import { Hidden } from '#ui/visually-hidden.tsx';
import { PlusIcon } from '#ui/icons/icons.tsx';
import { QuantityField } from '#ui/form/quantity-field.tsx';
import { type OwnPrice, ownPriceOf } from '#trade/prices/use-site-prices.ts';
import { CellPrice } from './site-terms.tsx';
import { StockBadge } from './buy-box.tsx';
import { searchOf } from './selection-in-url.ts';
import styles from './item-table.module.css';
import type { VariationItem, Variations } from './available-options.ts';
import { putInCart } from '../list/add-to-cart-button.tsx';
import { type ChosenProduct, leftOf, lineOf } from './use-item-choice.ts';

/** With more items, the option buttons are easier to use than a table. */
const maxRows = 24;

/** All items with their codes, prices and buttons, to order several of them. Readable without JavaScript. */
interface ItemTableProps {
  product: ChosenProduct;
  /** What the reader's site pays. */
  prices: readonly OwnPrice[] | undefined;
}

export function ItemTable({ product, prices }: ItemTableProps) {
  const { variations, variationItems } = product;
  if (!product.hasVariants || variationItems.length > maxRows) return null;
  return (
    <section className={styles.items} aria-labelledby="items">
      <h2 id="items">All {variations.map(({ fieldText }) => plural(fieldText)).join(' and ')}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{variations.map(({ fieldText }) => fieldText).join(', ')} and code</th>
            <th scope="col">
              <Hidden>Stock</Hidden>
            </th>
            <th scope="col" className={styles.amount}>
              Price
            </th>
            <th scope="col" className={styles.act}>
              <Hidden>Add to cart</Hidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted(product).map((item) => (
            <Row
              key={item.id}
              product={product}
              item={item}
              own={ownPriceOf(prices, { id: product.id, variationItemId: item.id })}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** `Size` as `sizes`; good enough for the names of variations. */
const plural = (name: string): string => (/s$/i.test(name) ? name : `${name}s`).toLowerCase();

interface RowProps {
  product: ChosenProduct;
  item: VariationItem;
  own: OwnPrice | undefined;
}

function Row({ product, item, own }: RowProps) {
  const [quantity, setQuantity] = useState(1);
  const left = leftOf(product, item);
  const words = product.variations.flatMap(({ id }) => item.variationValues[id] ?? []).join(', ');
  return (
    <tr className={item.outOfStock ? styles.out : undefined}>
      <th scope="row">
        {item.outOfStock ? (
          words
        ) : (
          <Link to={searchOf(product, item.variationValues)} preventScrollReset replace>
            {words}
          </Link>
        )}
        <span className={styles.code}>{item.productCode}</span>
      </th>
      <td className={styles.stock}>
        {(item.outOfStock || left !== undefined) && <StockBadge isOut={item.outOfStock} left={left} />}
      </td>
      <td className={styles.amount}>{own ? <CellPrice own={own} /> : formatDollars(item.price)}</td>
      <td className={styles.act}>
        {!item.outOfStock && (
          <div>
            <QuantityField
              label={`Quantity of ${words}`}
              size="small"
              value={quantity}
              onChange={setQuantity}
              waitMs={0}
            />
            <Button look="soft" size="small" onClick={() => putInCart(lineOf(product, item, { quantity, own }))}>
              <PlusIcon />
              Add<Hidden> {words} to cart</Hidden>
            </Button>
          </div>
        )}
      </td>
    </tr>
  );
}

/** Items in the order of their variations' values. */
function sorted({ variations, variationItems, variationsSortTable }: Variations): VariationItem[] {
  const placesOf = (item: VariationItem) =>
    variations.map(({ id }) => variationsSortTable[id]?.[item.variationValues[id] ?? ''] ?? 0);
  return [...variationItems].sort((a, b) => {
    const [left, right] = [placesOf(a), placesOf(b)];
    const first = left.findIndex((place, index) => place !== right[index]);
    return first < 0 ? 0 : (left[first] ?? 0) - (right[first] ?? 0);
  });
}
