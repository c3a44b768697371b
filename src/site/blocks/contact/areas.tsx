import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import { SitePicture } from '#site-pictures/site-picture.tsx';
import type { ShownBlockOf } from '../../content/shown.ts';
import { titleId } from '../frame/section.tsx';
import styles from './areas.module.css';

/** Where the company works: a map with names, and a list. */
export function AreasView({ block }: { block: ShownBlockOf<'areas'> }) {
  const { title, items, picture, places, anchor } = block;
  return (
    <section className={styles.areas} id={anchor || undefined} aria-labelledby={title ? titleId(block) : undefined}>
      <div className={cx(layout.wide, picture && styles.grid)}>
        {picture && (
          <figure className={styles.map}>
            <SitePicture picture={picture} className={layout.scene} sizes="(min-width: 56em) 56vw, 94vw" />
            {places.map(({ name, left, top }) => (
              <span key={name} style={{ left: `${left}%`, top: `${top}%` }} aria-hidden="true">
                {name}
              </span>
            ))}
          </figure>
        )}
        <div className={styles.list}>
          {title && <h2 id={titleId(block)}>{title}</h2>}
          <dl>
            {items.map(({ name, text }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </section>
  );
}
