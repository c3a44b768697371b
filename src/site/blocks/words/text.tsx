import { MoreLink } from '#ui/button/button.tsx';
import { cx } from '#ui/classes.ts';
import type { ShownBlockOf } from '../../content/shown.ts';
import { RichText } from '../frame/rich-text.tsx';
import { Section, type Standing, titleId } from '../frame/section.tsx';
import styles from './text.module.css';

/** A title and rich text. */
export function TextView({ block, isInColumn = false }: Standing & { block: ShownBlockOf<'text'> }) {
  const { title, body, link } = block;
  return (
    <Section block={block} isTitled={title !== ''} isInColumn={isInColumn} innerClassName={cx(styles.text)}>
      {title && <h2 id={titleId(block)}>{title}</h2>}
      <RichText html={body} />
      {link && <MoreLink to={link.to}>{link.label}</MoreLink>}
    </Section>
  );
}
