import { LinePicture } from '#storefront/cart/cart-line-picture.tsx';
import { ShopIcon } from '#ui/icons/icons.tsx';
import { cx } from '#ui/classes.ts';
import styles from './item-picture.module.css';

/** The picture of an item, small. */
export function ItemPicture({ item, isFaded }: { item: { image: string; url: string }; isFaded?: boolean }) {
  return (
    <span className={cx(styles.picture, isFaded && styles.faded)} aria-hidden="true">
      {item.image === '' ? <ShopIcon /> : <LinePicture line={item} sizes="56px" />}
    </span>
  );
}
