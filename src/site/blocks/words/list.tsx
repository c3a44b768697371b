import type { ShownBlockOf } from '../../content/shown.ts';
import { RichText } from '../frame/rich-text.tsx';
import { Section, type Standing, titleId } from '../frame/section.tsx';
import styles from './list.module.css';

/** Short lines on a tinted ground, and a text below them. */
export function ListView({ block, isInColumn = false }: Standing & { block: ShownBlockOf<'list'> }) {
  const { title, intro, items, body } = block;
  return (
    <Section block={block} isTitled={title !== ''} isInColumn={isInColumn} innerClassName={styles.list}>
      {title && <h2 id={titleId(block)}>{title}</h2>}
      {intro && <p>{intro}</p>}
      <ul>
        {items.map((item, at) => (
          <li key={at}>{item}</li>
        ))}
      </ul>
      <RichText html={body} />
    </Section>
  );
}
