import { usePageAddress } from '#lib/api/root-data.ts';
import { format } from '#lib/day.ts';
import { LinkButton } from '#ui/button/button.tsx';
import { cx } from '#ui/classes.ts';
import { CheckIcon } from '#ui/icons/icons.tsx';
import layout from '#ui/layout.module.css';
import type { ShownBlockOf, ShownRecord } from '../../content/shown.ts';
import { Section, SectionHead, type Standing } from '../frame/section.tsx';
import styles from './positions.module.css';

type Position = ShownRecord<'position'>;

/** The open positions, each with a link to its form or, without one, to the contact page. */
export function PositionsView({ block, isInColumn = false }: Standing & { block: ShownBlockOf<'positions'> }) {
  return (
    <Section
      block={block}
      isTitled={block.title !== ''}
      isInColumn={isInColumn}
      className={cx(styles.positions, block.title === '' && styles.untitled)}
    >
      <SectionHead block={block} className={styles.head} />
      {block.positions.length === 0 && <p>There is no open position at the moment.</p>}
      {block.positions.map((position) => (
        <PositionCard key={position.id} position={position} />
      ))}
    </Section>
  );
}

/** The facts that come first; empty ones are left out. */
const factsOf = ({ place, type, pay, closesOn, facts }: Position) =>
  [
    { title: 'Where', text: place },
    { title: 'Type', text: type },
    { title: 'Pay', text: pay },
    { title: 'Apply by', text: closesOn === null ? '' : format(closesOn) },
    ...facts,
  ].filter(({ text }) => text !== '');

function PositionCard({ position }: { position: Position }) {
  const { anchor, name, summary, form, duties, bring, provided } = position;
  const shownFacts = factsOf(position);
  const contact = usePageAddress('/contact-us/');
  const apply = form ? { to: `/forms/${form}/?position=${anchor}`, label: 'Apply Now' } : undefined;
  const button = apply ?? (contact && { to: contact, label: 'Write to us' });
  return (
    <article className={cx(layout.card, styles.position)} id={anchor} aria-labelledby={`${anchor}-name`}>
      <div className={styles.about}>
        <h3 id={`${anchor}-name`}>{name}</h3>
        <p>{summary}</p>
        {button && (
          <LinkButton to={button.to} size="large" aria-describedby={`${anchor}-name`}>
            {button.label}
          </LinkButton>
        )}
      </div>
      {shownFacts.length > 0 && (
        <dl className={styles.facts}>
          {shownFacts.map(({ title, text }, i) => (
            <div key={i}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {duties.length + bring.length + provided.length > 0 && (
        <div className={styles.lists}>
          <Ticks title="What you do" items={duties} />
          <Ticks title="What to bring" items={bring} />
          <Ticks title="What you get from us" items={provided} />
        </div>
      )}
    </article>
  );
}

function Ticks({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <div>
      <h4>{title}</h4>
      <ul>
        {items.map((item, i) => (
          <li key={i}>
            <CheckIcon />
            {item}
          </li>
        ))}
      </ul>
    </div>
  );
}
