import type { ShownBlockOf } from '../../content/shown.ts';
import { Section, type Standing, titleId } from '../frame/section.tsx';
import styles from './colours.module.css';

/** What colours stand for, such as those of cloths and buckets. */
export function ColoursView({ block, isInColumn = false }: Standing & { block: ShownBlockOf<'colours'> }) {
  const { title, items } = block;
  return (
    <Section block={block} isTitled={title !== ''} isInColumn={isInColumn}>
      {title && <h2 id={titleId(block)}>{title}</h2>}
      <dl className={styles.colours}>
        {items.map(({ name, text, colour }, i) => (
          <div key={i}>
            <dt>
              <span style={{ background: colour }} aria-hidden="true" />
              {name}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
