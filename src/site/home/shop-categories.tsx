import { Link } from 'react-router';
import { Picture, tileClass } from '#catalogue/products/pictures/picture.tsx';
import { LinkButton } from '#ui/button/button.tsx';
import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import styles from './shop-categories.module.css';

interface ShownCategory {
  label: string;
  url: string;
  productCount: number;
  image: string | null;
  subcategories: string[];
}

export function ShopCategories({ categories }: { categories: readonly ShownCategory[] }) {
  if (categories.length === 0) return null;
  return (
    <section className={layout.section}>
      <div className={layout.wide}>
        <div className={cx(layout.sectionHead, styles.head)}>
          <h2>The supplies our crews use</h2>
          <p>The same chemicals, cloths and machines, sold by the piece or the carton.</p>
          <LinkButton look="quiet" to="/shopping/products/all" prefetch="intent">
            Visit the shop
          </LinkButton>
        </div>
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
      </div>
    </section>
  );
}
