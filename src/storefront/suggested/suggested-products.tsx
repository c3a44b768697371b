import styles from './suggested-products.module.css';
import type { CardProduct } from '../list/add-to-cart-button.tsx';
import { ProductCards } from '../list/product-card.tsx';

export interface Suggestion {
  products: CardProduct[];
  arePopular: boolean;
}

/** Products to suggest on a page that has none of its own. */
export function SuggestedProducts({ offered: { products, arePopular } }: { offered: Suggestion }) {
  if (products.length === 0) return null;
  return (
    <section aria-labelledby="offered" className={styles.offered}>
      <h2 id="offered">{arePopular ? 'Popular products' : 'From our shop'}</h2>
      <ProductCards products={products} eager={0} headingLevel={3} />
    </section>
  );
}
