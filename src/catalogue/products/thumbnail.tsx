import styles from './thumbnail.module.css';

/** A product's picture in a row or a heading, beside its name; an empty square if there is none. */
export const Thumbnail = ({ image }: { image: string | null }) =>
  image === null ? (
    <span className={styles.thumbnail} />
  ) : (
    <img className={styles.thumbnail} src={`${image}?w=160`} alt="" width="36" height="36" loading="lazy" />
  );
