import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import education from '../../assets/art/service-education.svg';
import healthcare from '../../assets/art/service-healthcare.svg';
import retail from '../../assets/art/service-retail.svg';
import { services } from '../services.ts';
import styles from './service-cards.module.css';
import { spots } from './spots.tsx';
import { summaries } from './summaries.ts';

const scenes: Record<string, { src: string; alt: string }> = {
  'Healthcare Cleaning': { src: healthcare, alt: 'A cleaner disinfecting a bed rail in a ward' },
  'Education Cleaning': { src: education, alt: 'A cleaner vacuuming a classroom' },
  'Retail Cleaning': { src: retail, alt: 'A cleaner with a floor scrubber in a shop' },
};

const large = Object.keys(scenes).flatMap((name) => services.filter((service) => service.name === name));
const small = services.filter((service) => !(service.name in scenes));

/** Eight kinds of building: three with their scene, five with a spot drawing. */
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
          {large.map(({ name }) => (
            <li key={name} className={cx(styles.service, styles.big)}>
              <img
                className={layout.scene}
                src={scenes[name]?.src}
                alt={scenes[name]?.alt ?? ''}
                width={960}
                height={720}
                loading="lazy"
                decoding="async"
              />
              <h3>{name}</h3>
              <p>{summaries[name]}</p>
            </li>
          ))}
          {small.map(({ name }) => (
            <li key={name} className={styles.service}>
              {spots[name]}
              <h3>{name}</h3>
              <p>{summaries[name]}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
