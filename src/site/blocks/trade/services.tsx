import { Link } from '#ui/link.tsx';
import { MoreLink } from '#ui/button/button.tsx';
import { cx } from '#ui/classes.ts';
import { Hidden } from '#ui/visually-hidden.tsx';
import layout from '#ui/layout.module.css';
import { SitePicture } from '#site-pictures/site-picture.tsx';
import type { ShownBlockOf, ShownService } from '../../content/shown.ts';
import { SectionHead, titleId } from '../frame/section.tsx';
import cards from './service-cards.module.css';
import mixed from './mixed-services.module.css';
import related from './related-services.module.css';

type Services = ShownBlockOf<'services'>;

/** The services: with large pictures and small drawings, as cards, or only those related to the page's own service. */
export function ServicesView({ block }: { block: Services }) {
  if (block.services.length === 0) return null;
  if (block.look === 'related') return <RelatedServices block={block} />;
  return block.look === 'mixed' ? <MixedServices block={block} /> : <ServiceCards block={block} />;
}

/** A link that covers its card; nothing while the service has no page. */
const LearnMore = ({ service: { name, path } }: { service: ShownService }) =>
  path && (
    <MoreLink to={path} prefetch="intent">
      Learn More<Hidden> about {name}</Hidden>
    </MoreLink>
  );

const largeServices = 3;

function MixedServices({ block }: { block: Services }) {
  const isLarge = (i: number) => i < largeServices;
  return (
    <section
      className={cx(mixed.services, layout.section)}
      id={block.anchor || undefined}
      aria-labelledby={block.title ? titleId(block) : undefined}
    >
      <div className={layout.wide}>
        <SectionHead block={block} className={mixed.head} />
        <ul>
          {block.services.map((service, i) => (
            <li key={service.id} className={cx(mixed.service, isLarge(i) && mixed.big)}>
              {isLarge(i) && service.picture && (
                <Decoration picture={service.picture} sizes="(min-width: 68em) 440px, 94vw" />
              )}
              {!isLarge(i) && service.symbol && (
                <Decoration picture={service.symbol} sizes="56px" className={mixed.symbol} />
              )}
              <h3>{service.name}</h3>
              <p>{service.text}</p>
              <LearnMore service={service} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** A picture beside the name of what it shows, which therefore needs no description. */
const Decoration = ({ picture, ...rest }: Parameters<typeof SitePicture>[0]) => (
  <SitePicture {...rest} picture={{ ...picture, alt: '' }} className={cx(layout.scene, rest.className)} />
);

function ServiceCards({ block }: { block: Services }) {
  return (
    <section className={cx(layout.wide, cards.section)} id={block.anchor || undefined}>
      <SectionHead block={block} />
      <ul className={cards.cards}>
        {block.services.map((service, i) => (
          <li key={service.id} className={layout.linkCard}>
            {service.picture && (
              <Decoration picture={service.picture} sizes="(min-width: 68em) 330px, 46vw" isEager={i < 4} />
            )}
            <h2>{service.name}</h2>
            <p>{service.text}</p>
            <LearnMore service={service} />
          </li>
        ))}
      </ul>
      {block.link && <MoreLink to={block.link.to}>{block.link.label}</MoreLink>}
    </section>
  );
}

function RelatedServices({ block }: { block: Services }) {
  return (
    <section
      className={cx(layout.section, related.related)}
      aria-labelledby={block.title ? titleId(block) : undefined}
      id={block.anchor || undefined}
    >
      <div className={layout.wide}>
        <SectionHead block={block} className={related.head}>
          {block.link && <MoreLink to={block.link.to}>{block.link.label}</MoreLink>}
        </SectionHead>
        <ul>
          {block.services.map(({ id, name, text, path, picture }) => (
            <li key={id} className={layout.linkCard}>
              {picture && <Decoration picture={picture} sizes="9rem" />}
              <h3>
                {path ? (
                  <Link to={path} prefetch="intent">
                    {name}
                  </Link>
                ) : (
                  name
                )}
              </h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
