import { cx } from '#ui/classes.ts';
import type { ShownBlockOf } from '../../content/shown.ts';
import { RichText } from '../frame/rich-text.tsx';
import { Section, SectionHead, type Standing } from '../frame/section.tsx';
import line from './coloured-steps.module.css';
import styles from './steps.module.css';

type Steps = ShownBlockOf<'steps'>;

const grounds = { dark: styles.dark, band: styles.band, numbers: undefined, colours: undefined };

/** Steps that follow one another. */
export function StepsView({ block, isInColumn = false }: Standing & { block: Steps }) {
  const { look, title, body } = block;
  return (
    <Section block={block} isTitled={title !== ''} isInColumn={isInColumn} className={grounds[look]}>
      <SectionHead block={block} />
      {look === 'colours' ? <ColouredSteps block={block} /> : <Row block={block} isInColumn={isInColumn} />}
      {body && <RichText html={body} className={styles.after} />}
    </Section>
  );
}

function Row({ block: { items, look }, isInColumn }: Standing & { block: Steps }) {
  const isDated = items.some(({ when }) => when !== '');
  return (
    <ol
      className={cx(
        isInColumn ? styles.stacked : styles.row,
        isDated ? styles.dated : styles.numbered,
        look === 'band' && styles.onBand,
      )}
    >
      {items.map(({ when, title, text }, i) => (
        <li key={i}>
          {when && <p className={styles.when}>{when}</p>}
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
}

const ColouredSteps = ({ block: { items } }: { block: Steps }) => (
  <ol className={line.steps}>
    {items.map(({ title, text, colour }, i) => (
      <li key={i} className={colour ? line.coloured : undefined}>
        {colour && <span style={{ background: colour }} />}
        <strong>{title}</strong>
        <p>{text}</p>
      </li>
    ))}
  </ol>
);
