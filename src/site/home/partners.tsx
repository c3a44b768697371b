import { type ComponentType, type Ref, useEffect, useRef, useState } from 'react';
import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import marks from '#assets/art/partners.svg';
import type { PartnerCarouselProps } from './partner-carousel.tsx';
import styles from './partners.module.css';

/** The suppliers of the demo catalogue (`demo/catalogue.csv`). */
const partners: readonly { name: string; mark: string; hand: 'caps' | 'round' | 'serif' | 'plain' }[] = [
  { name: 'Tallowfen Chemical Works', mark: 'tallowfen', hand: 'serif' },
  { name: 'Marlowick Brushware', mark: 'marlowick', hand: 'round' },
  { name: 'Kestrelbank Safety', mark: 'kestrelbank', hand: 'caps' },
  { name: 'Hartwhistle Machines', mark: 'hartwhistle', hand: 'plain' },
  { name: 'Bindlestone Textiles', mark: 'bindlestone', hand: 'round' },
  { name: 'Quillbrook Paper Co', mark: 'quillbrook', hand: 'serif' },
];

/**
 * The carousel's code is loaded when its section comes near; until then, and without script, the logos are a static
 * row.
 */
export function Partners() {
  const band = useRef<HTMLElement>(null);
  const [Carousel, setCarousel] = useState<ComponentType<PartnerCarouselProps>>();
  useEffect(() => {
    if (!band.current) return;
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        watch.disconnect();
        void import('./partner-carousel.tsx').then((module) => setCarousel(() => module.PartnerCarousel));
      },
      { rootMargin: '50% 0px' },
    );
    watch.observe(band.current);
    return () => watch.disconnect();
  }, []);
  return (
    <section ref={band} className={styles.band} aria-labelledby="partners">
      <div className={layout.wide}>
        <div className={styles.head}>
          <h2 id="partners">Our supply partners</h2>
          <p>
            The makers whose chemicals, cloths and machines our crews use and our shop sells. Their names and marks are
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
      {partners.map(({ name, hand, mark }) => (
        <li key={name} className={styles.slide}>
          <span className={cx(styles.partner, styles[hand])}>
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
