import { LinkButton } from '#ui/button/button.tsx';
import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import type { ShownBlockOf } from '../../content/shown.ts';
import { Section, type Standing, titleId } from '../frame/section.tsx';
import styles from './form.module.css';

/** A card that leads to a form. */
export function FormView({ block, isInColumn = false }: Standing & { block: ShownBlockOf<'form'> }) {
  const { title, text, form, action } = block;
  return (
    <Section block={block} isTitled={title !== ''} isInColumn={isInColumn}>
      <div className={cx(layout.card, styles.form)}>
        <div>
          {title && <h2 id={titleId(block)}>{title}</h2>}
          {text && <p>{text}</p>}
        </div>
        <LinkButton size="large" to={`/forms/${form}/`}>
          {action}
        </LinkButton>
      </div>
    </Section>
  );
}
