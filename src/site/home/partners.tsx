import { type ComponentType, type Ref, useEffect, useRef, useState } from 'react';
import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import marks from '#assets/art/partners.svg';
import type { PartnerCarouselProps } from './partner-carousel.tsx';
import styles from './partners.module.css';

/** The suppliers of the demo catalogue (`demo/catalogue.csv`). */
const partners: readonly { name: string; mark: string; lettering: 'caps' | 'round' | 'serif' | 'plain' }[] = [
  { name: 'Tallowfen Chemical Works', mark: 'tallowfen', lettering: 'serif' },
  { name: 'Marlowick Brushware', mark: 'marlowick', lettering: 'round' },
  { name: 'Kestrelbank Safety', mark: 'kestrelbank', lettering: 'caps' },
  { name: 'Hartwhistle Machines', mark: 'hartwhistle', lettering: 'plain' },
  { name: 'Bindlestone Textiles', mark: 'bindlestone', lettering: 'round' },
  { name: 'Quillbrook Paper Co', mark: 'quillbrook', lettering: 'serif' },
];

/** The carousel's code is loaded when the user scrolls near it. Until then, and without script, the logos are a static row. */
export function Partners() {
  const section = useRef<HTMLElement>(null);
  const [Carousel, setCarousel] = useState<ComponentType<PartnerCarouselProps>>();
  useEffect(() => {
    if (!section.current) return;
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        watch.disconnect();
        void import('./partner-carousel.tsx').then((module) => setCarousel(() => module.PartnerCarousel));
      },
      { rootMargin: '50% 0px' },
    );
    watch.observe(section.current);
    return () => watch.disconnect();
  }, []);
  return (
    <section ref={section} className={styles.band} aria-labelledby="partners">
      <div className={layout.wide}>
        <div className={styles.head}>
          <h2 id="partners">Our supply partners</h2>
          <p>
            Our crews use their chemicals, cloths and machines, and our shop sells them. Their names and logos are
            invented for this demonstration.
          </p>
        </div>
        <div className={styles.carousel}>
          {Carousel ? <Carousel className={styles.controls}>{slides}</Carousel> : slides()}
        </div>
      </div>
    </section>
  );
}

/** The row of logos: one, two, three or five at a time. */
const slides = (viewport?: Ref<HTMLDivElement>) => (
  <div ref={viewport} className={styles.viewport}>
    <ul className={styles.track}>
      {partners.map(({ name, lettering, mark }) => (
        <li key={name} className={styles.slide}>
          <span className={cx(styles.partner, styles[lettering])}>
            <svg viewBox="0 0 48 48" aria-hidden="true">
              <use href={`${marks}#${mark}`} />
            </svg>
            {name}
          </span>
        </li>
      ))}
    </ul>
  </div>
);
