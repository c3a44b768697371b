import styles from './item-head.module.css';
import { Thumbnail } from '../thumbnail.tsx';

export interface ShownItem {
  productName: string;
  /** `Small / Blue`; empty for a product without variations. */
  variation: string;
  productCode: string;
  stockOnHand: number;
  /** The path of its picture; null if it has none, undefined to leave out the space for it. */
  image?: string | null;
}

/** The head of a dialog about an item: its name, code and stock on hand. */
export function ItemHead({ productName, variation, productCode, stockOnHand, image }: ShownItem) {
  return (
    <div className={styles.head}>
      {image !== undefined && <Thumbnail image={image} />}
      <p>
        <strong>{productName}</strong>
        <span>{[variation, productCode].filter(Boolean).join(' · ')}</span>
      </p>
      <p className={styles.count}>
        <strong>{stockOnHand.toLocaleString('en-AU')}</strong>
        <span>on hand</span>
      </p>
    </div>
  );
}
