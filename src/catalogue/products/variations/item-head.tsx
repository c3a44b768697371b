import styles from './item-head.module.css';
import { Thumbnail } from '../thumbnail.tsx';

export interface ShownItem {
  productName: string;
  /** `Small / Blue`; empty for a product without variations. */
  variation: string;
  productCode: string;
  stockOnHand: number;
  /** Its path; null if there is none, undefined to show no picture. */
  image?: string | null;
}

/** The item that a dialog is about, and its stock on hand. */
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
