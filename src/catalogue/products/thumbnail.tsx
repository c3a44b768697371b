import styles from './thumbnail.module.css';

/** A product's small picture beside its name; an empty square if it has none. */
export const Thumbnail = ({ image }: { image: string | null }) =>
  image === null ? (
    <span className={styles.thumbnail} />
  ) : (
    <img className={styles.thumbnail} src={`${image}?w=160`} alt="" width="36" height="36" loading="lazy" />
  );
