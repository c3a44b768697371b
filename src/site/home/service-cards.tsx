import type { ReactNode } from 'react';
import drawings from '#assets/art/spots.svg';
import { MoreLink } from '#ui/button/button.tsx';
import { cx } from '#ui/classes.ts';
import { Hidden } from '#ui/visually-hidden.tsx';
import layout from '#ui/layout.module.css';
import { Scene } from '../scene.tsx';
import { sceneOf } from '../services/scenes.ts';
import { type Service, services } from '../services.ts';
import styles from './service-cards.module.css';
import { serviceSummaries } from './service-summaries.ts';

const spot = (name: string): ReactNode => (
  <svg viewBox="0 0 56 56" aria-hidden="true">
    <use href={`${drawings}#${name}`} />
  </svg>
);

/** Small drawings by service name, 56 units wide. They are in a separate file to keep the script small. */
const spots: Record<string, ReactNode> = {
  'Covid Cleaning': spot('covid'),
  'Aged Care': spot('aged-care'),
  'Government Cleaning': spot('government'),
  'Sports Cleaning': spot('sports'),
  'Hospitality Cleaning': spot('hospitality'),
};

const withScene = ['/healthcare-cleaning', '/education-cleaning', '/retail-cleaning'];
const large = withScene.flatMap((path) => services.filter((service) => service.path === path));
const small = services.filter(({ path }) => !withScene.includes(path));

/** A card for each of the eight services: three with a scene, five with a small drawing. */
export function ServiceCards() {
  return (
    <section className={cx(styles.services, layout.section)} id="services">
      <div className={layout.wide}>
        <div className={cx(layout.sectionHead, styles.head)}>
          <h2>Our Services</h2>
          <p>
            Eight kinds of building, eight scopes. Each has its own checklist, colour code and trained crew, because a
            classroom is not an operating theatre.
          </p>
        </div>
        <ul>
          {large.map((service) => (
            <li key={service.path} className={cx(styles.service, styles.big)}>
              <Scene src={sceneOf(service.path).src} />
              <Words {...service} />
            </li>
          ))}
          {small.map((service) => (
            <li key={service.path} className={styles.service}>
              {spots[service.name]}
              <Words {...service} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Words({ name, path }: Service) {
  return (
    <>
      <h3>{name}</h3>
      <p>{serviceSummaries[name]}</p>
      <MoreLink to={path} prefetch="intent">
        Learn More<Hidden> about {name}</Hidden>
      </MoreLink>
    </>
  );
}
