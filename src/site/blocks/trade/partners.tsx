import { type ComponentType, type Ref, useEffect, useRef, useState } from 'react';
import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import { SitePicture } from '#site-pictures/site-picture.tsx';
import type { ShownBlockOf } from '../../content/shown.ts';
import { titleId } from '../frame/section.tsx';
import type { PartnerCarouselProps } from './partner-carousel.tsx';
import styles from './partners.module.css';

type Partners = ShownBlockOf<'partners'>;

/** The carousel's code is loaded when the user scrolls near it. Until then, and without script, the logos are a static row. */
export function PartnersView({ block }: { block: Partners }) {
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
  if (block.partners.length === 0) return null;
  const slides = slidesOf(block);
  return (
    <section ref={section} className={styles.band} id={block.anchor || undefined} {...nameOf(block)}>
      <div className={layout.wide}>
        <div className={styles.head}>
          {block.title && <h2 id={titleId(block)}>{block.title}</h2>}
          {block.intro && <p>{block.intro}</p>}
        </div>
        <div className={styles.carousel}>
          {Carousel ? (
            <Carousel className={styles.controls} name={nameOf(block)}>
              {slides}
            </Carousel>
          ) : (
            slides()
          )}
        </div>
      </div>
    </section>
  );
}

const nameOf = (block: Partners) =>
  block.title ? { 'aria-labelledby': titleId(block) } : { 'aria-label': 'Partners' };

/** The row of logos: one, two, three or five at a time. */
const slidesOf =
  ({ partners }: Partners) =>
  (viewport?: Ref<HTMLDivElement>) => (
    <div ref={viewport} className={styles.viewport}>
      <ul className={styles.track}>
        {partners.map(({ id, name, lettering, picture }) => (
          <li key={id} className={styles.slide}>
            <span className={cx(styles.partner, styles[lettering])}>
              {picture && <SitePicture picture={{ ...picture, alt: '' }} sizes="48px" />}
              {name}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
