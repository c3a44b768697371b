import { Link } from 'react-router';
import { LinkButton } from '#ui/button.tsx';
import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import styles from './supplies.module.css';

interface ShownCategory {
  label: string;
  url: string;
  productCount: number;
  /** Path of a picture of one of its products. */
  image: string | null;
  /** Names of some categories below it. */
  within: string[];
}

const grounds = [styles.mint, styles.sand, styles.mist, styles.lemon];

/** The shop's top categories, each with one of its products. */
export function Supplies({ categories }: { categories: readonly ShownCategory[] }) {
  if (categories.length === 0) return null;
  return (
    <section className={layout.section}>
      <div className={layout.wide}>
        <div className={cx(layout.sectionHead, styles.head)}>
          <h2>The supplies our crews use</h2>
          <p>The same chemicals, cloths and machines, sold by the piece or the carton, with safety data sheets.</p>
          <LinkButton look="quiet" to="/shopping/products/all" prefetch="intent">
            Visit the shop
          </LinkButton>
        </div>
        <ul className={styles.categories}>
          {categories.map(({ label, url, productCount, image, within }, i) => (
            <li key={url} className={styles.category}>
              <div className={cx(styles.tile, grounds[i % grounds.length])}>
                {image && (
                  <img
                    src={`${image}?w=480`}
                    srcSet={`${image}?w=160 160w, ${image}?w=480 480w`}
                    sizes="(min-width: 68em) 300px, 45vw"
                    alt=""
                    width={480}
                    height={480}
                    loading="lazy"
                    decoding="async"
                  />
                )}
              </div>
              <h3>
                <Link to={`/shopping/products/${url}`} prefetch="intent">
                  {label}
                </Link>
              </h3>
              <p>{within.length > 0 ? within.join(', ') : `${productCount} products`}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
