import { Link } from '#ui/link.tsx';
import { Picture, tileClass } from '#catalogue/products/pictures/picture.tsx';
import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import styles from './shop-cards.module.css';

/** A category or a product of the shop. */
export interface ShopCard {
  to: string;
  /** The ground of the picture is chosen by this key. */
  key: string;
  title: string;
  text: string;
  image: string | null;
}

/** Cards that lead to the shop. */
export const ShopCards = ({ cards }: { cards: readonly ShopCard[] }) => (
  <ul className={styles.categories}>
    {cards.map(({ to, key, title, text, image }) => (
      <li key={key} className={cx(layout.linkCard, styles.category)}>
        <div className={cx(tileClass(key), styles.tile)}>
          {image && <Picture image={image} alt="" sizes="(min-width: 68em) 300px, 45vw" isSmall />}
        </div>
        <h3>
          <Link to={to} prefetch="intent">
            {title}
          </Link>
        </h3>
        <p>{text}</p>
      </li>
    ))}
  </ul>
);
