import { Link } from 'react-router';
import { Picture, tileClass } from '#catalogue/products/pictures/picture.tsx';
import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import styles from './shop-categories.module.css';

/** A category with the picture of its first product. */
export interface ShownCategory {
  label: string;
  url: string;
  productCount: number;
  image: string | null;
  subcategories: string[];
}

/** The categories of the shop. */
export function ShopCategories({ categories }: { categories: readonly ShownCategory[] }) {
  return (
    <ul className={styles.categories}>
      {categories.map(({ label, url, productCount, image, subcategories }) => (
        <li key={url} className={cx(layout.linkCard, styles.category)}>
          <div className={cx(tileClass(url), styles.tile)}>
            {image && <Picture image={image} alt="" sizes="(min-width: 68em) 300px, 45vw" isSmall />}
          </div>
          <h3>
            <Link to={`/shopping/products/${url}`} prefetch="intent">
              {label}
            </Link>
          </h3>
          <p>{subcategories.length > 0 ? subcategories.join(', ') : `${productCount} products`}</p>
        </li>
      ))}
    </ul>
  );
}
