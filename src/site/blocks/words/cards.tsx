import { MoreLink } from '#ui/button/button.tsx';
import { cx } from '#ui/classes.ts';
import { CheckIcon } from '#ui/icons/icons.tsx';
import { SitePicture } from '#site-pictures/site-picture.tsx';
import type { ShownBlockOf } from '../../content/shown.ts';
import { Section, SectionHead, type Standing } from '../frame/section.tsx';
import boxes from './boxes.module.css';
import lists from './card-lists.module.css';
import pictures from './picture-cards.module.css';

type Cards = ShownBlockOf<'cards'>;

/** Short texts with titles: in two columns beside their heading, in boxes, with pictures, or with ticks. */
export function CardsView({ block, isInColumn = false }: Standing & { block: Cards }) {
  const { look, title, link } = block;
  const isBeside = look === 'band' || look === 'plain';
  return (
    <Section
      block={block}
      isTitled={title !== ''}
      isInColumn={isInColumn}
      className={look === 'band' ? lists.band : undefined}
      innerClassName={isBeside && !isInColumn ? lists.beside : undefined}
    >
      <SectionHead block={block} className={isBeside ? lists.head : undefined} />
      <Items block={block} />
      {link && <MoreLink to={link.to}>{link.label}</MoreLink>}
    </Section>
  );
}

function Items({ block: { look, items } }: { block: Cards }) {
  if (look === 'boxes') return <Boxes items={items} />;
  if (look === 'pictures') return <PictureCards items={items} />;
  return look === 'ticks' ? <Ticked items={items} /> : <Titled items={items} isMarked={look === 'band'} />;
}

type Items = Pick<Cards, 'items'>;

const Titled = ({ items, isMarked }: Items & { isMarked: boolean }) => (
  <ul className={cx(lists.titled, isMarked && lists.marked)}>
    {items.map(({ title, text, link }, i) => (
      <li key={i}>
        <h3>{title}</h3>
        <p>{text}</p>
        {link && <MoreLink to={link.to}>{link.label}</MoreLink>}
      </li>
    ))}
  </ul>
);

const Boxes = ({ items }: Items) => (
  <ul className={boxes.boxes}>
    {items.map(({ title, text, note, link }, i) => (
      <li key={i}>
        <h3>{title}</h3>
        <p>{text}</p>
        {note && (
          <p>
            <strong>{note.lead}</strong> {note.text}
          </p>
        )}
        {link && <MoreLink to={link.to}>{link.label}</MoreLink>}
      </li>
    ))}
  </ul>
);

const PictureCards = ({ items }: Items) => (
  <ul className={pictures.kit}>
    {items.map(({ title, text, picture, ground, link }, i) => (
      <li key={i}>
        {picture && (
          <SitePicture
            picture={picture}
            className={cx(pictures.picture, ground === 'none' ? pictures.filled : pictures[ground])}
            sizes="(min-width: 68em) 300px, 94vw"
          />
        )}
        <strong>{title}</strong>
        <p>{text}</p>
        {link && <MoreLink to={link.to}>{link.label}</MoreLink>}
      </li>
    ))}
  </ul>
);

const Ticked = ({ items }: Items) => (
  <dl className={lists.ticked}>
    {items.map(({ title, text }, i) => (
      <div key={i}>
        <dt>
          <CheckIcon />
          {title}
        </dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
);
