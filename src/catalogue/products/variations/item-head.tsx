import styles from './item-head.module.css';
import { Thumbnail } from '../thumbnail.tsx';

export interface ShownItem {
  productName: string;
  /** `Small / Blue`, empty for a plain product. */
  variation: string;
  productCode: string;
  stockOnHand: number;
  /** Its path; null where there is none, left out where none shall be shown. */
  image?: string | null;
}

/** What a dialog acts on: an item, and how many of it are on hand. */
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
