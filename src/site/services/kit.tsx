import { cx } from '#ui/classes.ts';
import type { ShownService } from './service-content.ts';
import styles from './kit.module.css';

export function Kit({ kit }: Pick<ShownService, 'kit'>) {
  return (
    <ul className={styles.kit} aria-label="What the crew brings">
      {kit.map(({ src, ground, name, text }) => (
        <li key={name}>
          <img
            className={cx(styles.picture, styles[ground])}
            src={src}
            alt=""
            width={480}
            height={480}
            loading="lazy"
            decoding="async"
          />
          <strong>{name}</strong>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}
