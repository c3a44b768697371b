import Autoplay from 'embla-carousel-autoplay';
import useEmblaCarousel from 'embla-carousel-react';
import { type ReactNode, type Ref, useMemo, useState, useSyncExternalStore } from 'react';
import { Button } from '#ui/button/button.tsx';
import { Hidden } from '#ui/visually-hidden.tsx';
import { ArrowLeftIcon, ArrowRightIcon, PauseIcon, PlayIcon } from '#ui/icons/icons.tsx';

const autoplayMs = 5_000; // specification of the site, sections 2 and 9
const reducedMotion = '(prefers-reduced-motion: reduce)';

const options = { loop: true, align: 'start' } as const;
const autoplay = { delay: autoplayMs, stopOnInteraction: false, stopOnMouseEnter: true } as const;

function subscribeReducedMotion(notify: () => void): () => void {
  const query = window.matchMedia(reducedMotion);
  query.addEventListener('change', notify);
  return () => query.removeEventListener('change', notify);
}

export interface PartnerCarouselProps {
  /**
   * The class of the controls. It is passed in, because with a separate stylesheet the bundler would add code to the
   * page.
   */
  className: string | undefined;
  /** The accessible name: the block's title, if it has one. */
  name: { 'aria-labelledby': string } | { 'aria-label': string };
  children: (viewport: Ref<HTMLDivElement>) => ReactNode;
}

/** Scrolls in a loop. A button pauses it, as do the pointer over it and the user's preference for reduced motion. */
export function PartnerCarousel({ className, name, children }: PartnerCarouselProps) {
  const [isPaused, setPaused] = useState(false);
  const isReducedMotion = useSyncExternalStore(subscribeReducedMotion, () => window.matchMedia(reducedMotion).matches);
  const plugins = useMemo(() => (isPaused || isReducedMotion ? [] : [Autoplay(autoplay)]), [isPaused, isReducedMotion]);
  const [viewport, carousel] = useEmblaCarousel(options, plugins);
  return (
    <div role="group" aria-roledescription="carousel" {...name}>
      {children(viewport)}
      <div className={className}>
        <Button look="quiet" size="small" onClick={() => carousel?.scrollPrev(isReducedMotion)}>
          <ArrowLeftIcon />
          <Hidden>Previous partner</Hidden>
        </Button>
        {!isReducedMotion && (
          <Button look="quiet" size="small" onClick={() => setPaused(!isPaused)}>
            {isPaused ? <PlayIcon /> : <PauseIcon />}
            {isPaused ? 'Play' : 'Pause'}
          </Button>
        )}
        <Button look="quiet" size="small" onClick={() => carousel?.scrollNext(isReducedMotion)}>
          <ArrowRightIcon />
          <Hidden>Next partner</Hidden>
        </Button>
      </div>
    </div>
  );
}
