import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import type { ShownBlockOf } from '../../content/shown.ts';
import { titleId } from '../frame/section.tsx';
import styles from './areas.module.css';
import { MapPicture } from './map-picture.tsx';

/** Where the company works: a map with names, and a list. */
export function AreasView({ block }: { block: ShownBlockOf<'areas'> }) {
  const { title, items, picture, anchor } = block;
  return (
    <section className={styles.areas} id={anchor || undefined} aria-labelledby={title ? titleId(block) : undefined}>
      <div className={cx(layout.wide, picture && styles.grid)}>
        <MapPicture block={block} sizes="(min-width: 56em) 56vw, 94vw" />
        <div className={styles.list}>
          {title && <h2 id={titleId(block)}>{title}</h2>}
          <dl>
            {items.map(({ name, text }, at) => (
              <div key={at}>
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
