import { formatDollars } from '#lib/money.ts';
import styles from './item-table.module.css';
import type { VariationItem, Variations } from './narrowing.ts';

interface ItemTableProps {
  product: Variations & { productCode: string; hasVariants: boolean; price: number; isOutOfStock: boolean };
}

/** Longer tables say less than the buttons above them. */
const maxRows = 24;

/** Every code with its price, for those who order by code and read without script. */
export function ItemTable({ product }: ItemTableProps) {
  const { variations, variationItems } = product;
  if (!product.hasVariants || variationItems.length > maxRows) return null;
  return (
    <section className={styles.items} aria-labelledby="items">
      <h2 id="items">Sizes and codes</h2>
      <div className={styles.scroll} tabIndex={0} role="region" aria-label="All sizes, codes and prices">
        <table>
          <thead>
            <tr>
              <th scope="col">Code</th>
              <th scope="col">{variations.map(({ fieldText }) => fieldText).join(', ')}</th>
              <th scope="col" className={styles.amount}>
                Price
              </th>
            </tr>
          </thead>
          <tbody>
            {sorted(product).map((item) => (
              <tr key={item.id} className={item.outOfStock ? styles.out : undefined}>
                <th scope="row">{item.productCode}</th>
                <td>{variations.map(({ id }) => item.variationValues[id]).join(', ')}</td>
                <td className={styles.amount}>
                  {formatDollars(item.price)}
                  {item.outOfStock && <small>Out of Stock</small>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
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
