import { breadcrumbList, describe } from '#lib/api/page-meta.ts';
import type { RootData } from '#lib/api/root-data.ts';
import { Breadcrumbs } from '#ui/layout/breadcrumbs.tsx';
import { LinkButton, MoreLink } from '#ui/button/button.tsx';
import { cx } from '#ui/classes.ts';
import { Hidden } from '#ui/visually-hidden.tsx';
import { CheckIcon } from '#ui/icons/icons.tsx';
import layout from '#ui/layout.module.css';
import { QuoteBand } from '../quote-band.tsx';
import { serviceSummaries } from '../home/service-summaries.ts';
import { included, quotedSeparately, visit } from '../services/contract-terms.ts';
import { Scene } from '../scene.tsx';
import { sceneOf } from '../services/scenes.ts';
import { quotePath, services, servicesPath } from '../services.ts';
import { TitledListItems } from '#ui/layout/titled-list-items.tsx';
import type { Route } from './+types/services';
import styles from './services.module.css';

export const handle = { cache: 'site' };

const home = { label: 'Home', to: '/' };

/** Texts and drawings come from the loader, so that they are not part of the script. */
export const loader = () => ({
  cards: services.map(({ name, path }) => ({ name, path, summary: serviceSummaries[name], ...sceneOf(path) })),
  visit,
  included,
  quotedSeparately,
});

type PageData = ReturnType<typeof loader>;

export const meta: Route.MetaFunction = (args) => {
  const root = args.matches[0]?.loaderData as Partial<RootData> | undefined; // undefined if the root failed
  const origin = root?.origin ?? '';
  return describe(args, {
    title: 'Services',
    description:
      'Eight cleaning services for clinics, aged care, schools, government, shops, sport and hospitality in Sydney, Newcastle and Wollongong, and what every contract includes.',
    path: servicesPath,
    structured: [
      {
        '@type': 'ItemList',
        itemListElement: services.map(({ name, path }, i) => ({
          '@type': 'ListItem',
          position: i + 1,
          name,
          url: origin + path,
        })),
      },
      breadcrumbList(origin, [home, { label: 'Services', to: servicesPath }]),
    ],
  });
};

export default function Services({ loaderData: { cards, visit, included, quotedSeparately } }: Route.ComponentProps) {
  return (
    <>
      <div className={layout.wide}>
        <Breadcrumbs crumbs={[home]} current="Services" />
        <header className={styles.head}>
          <h1>Eight kinds of building, eight ways to clean them</h1>
          <div>
            <p className={layout.lead}>
              A classroom is not an operating theatre, and a grandstand is neither. Each service has its own scope,
              rhythm and standards; read the one that is yours, then walk the building with us.
            </p>
            <LinkButton size="large" to={quotePath}>
              Get a free quote
            </LinkButton>
          </div>
        </header>
        <Cards cards={cards} />
      </div>
      <Visit visit={visit} />
      <Terms included={included} quotedSeparately={quotedSeparately} />
      <QuoteBand />
    </>
  );
}

function Cards({ cards }: Pick<PageData, 'cards'>) {
  return (
    <ul className={styles.cards}>
      {cards.map(({ name, path, summary, src, focus }, i) => (
        <li key={path} className={layout.linkCard}>
          <Scene src={src} focus={focus} isEager={i < 4} />
          <h2>{name}</h2>
          <p>{summary}</p>
          <MoreLink to={path} prefetch="intent">
            Learn More<Hidden> about {name}</Hidden>
          </MoreLink>
        </li>
      ))}
    </ul>
  );
}

function Visit({ visit }: Pick<PageData, 'visit'>) {
  return (
    <section className={cx(layout.section, styles.visit)}>
      <div className={layout.wide}>
        <div className={layout.sectionHead}>
          <h2>How we work, every visit</h2>
          <p>
            Buildings differ, but the order of work does not. These five steps are the same in a ward and in a workshop.
          </p>
        </div>
        <ol>
          <TitledListItems items={visit} />
        </ol>
      </div>
    </section>
  );
}

function Terms({ included, quotedSeparately }: Pick<PageData, 'included' | 'quotedSeparately'>) {
  return (
    <section className={layout.section}>
      <div className={cx(layout.wide, styles.terms)}>
        <div>
          <h2>What every contract includes</h2>
          <dl>
            {Object.entries(included).map(([name, text]) => (
              <div key={name}>
                <dt>
                  <CheckIcon />
                  {name}
                </dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </div>
        <aside aria-labelledby="on-top">
          <h2 id="on-top">Priced on its own line</h2>
          <p>These are not hidden in the monthly price. We quote them separately, before anybody starts.</p>
          <ul>
            {quotedSeparately.map((extra) => (
              <li key={extra}>{extra}</li>
            ))}
          </ul>
          <h3>About certificates</h3>
          <p>
            Our procedures follow ISO 9001, ISO 14001 and ISO 45001. We are aligned with these standards but not
            certified, and our tenders say the same.
          </p>
        </aside>
      </div>
    </section>
  );
}
