import Autoplay from 'embla-carousel-autoplay';
import useEmblaCarousel from 'embla-carousel-react';
import { type ReactNode, type Ref, useMemo, useState, useSyncExternalStore } from 'react';
import { Button } from '#ui/button/button.tsx';
import { Hidden } from '#ui/hidden.tsx';
import { ArrowLeftIcon, ArrowRightIcon, PauseIcon, PlayIcon } from '#ui/icons/icons.tsx';

/** Specification of the site, sections 2 and 9. */
const autoplayMs = 5_000;
const stillness = '(prefers-reduced-motion: reduce)';

const options = { loop: true, align: 'start' } as const;
const autoplay = { delay: autoplayMs, stopOnInteraction: false, stopOnMouseEnter: true } as const;

function onStillness(tell: () => void): () => void {
  const wish = window.matchMedia(stillness);
  wish.addEventListener('change', tell);
  return () => wish.removeEventListener('change', tell);
}

export interface PartnerCarouselProps {
  /** Of the controls; handed in, since a style sheet of its own would make the page load a helper for it. */
  className: string | undefined;
  /** The slides, in the box that they move in. */
  children: (viewport: Ref<HTMLDivElement>) => ReactNode;
}

/** Goes on by itself, round and round; rests while a pointer is on it, when it is told to, and where motion is unwanted. */
export function PartnerCarousel({ className, children }: PartnerCarouselProps) {
  const [isPaused, setPaused] = useState(false);
  const isStill = useSyncExternalStore(onStillness, () => window.matchMedia(stillness).matches);
  const plugins = useMemo(() => (isPaused || isStill ? [] : [Autoplay(autoplay)]), [isPaused, isStill]);
  const [viewport, carousel] = useEmblaCarousel(options, plugins);
  return (
    <div role="group" aria-roledescription="carousel" aria-labelledby="partners">
      {children(viewport)}
      <div className={className}>
        <Button look="quiet" size="small" onClick={() => carousel?.scrollPrev(isStill)}>
          <ArrowLeftIcon />
          <Hidden>Previous partner</Hidden>
        </Button>
        {!isStill && (
          <Button look="quiet" size="small" onClick={() => setPaused(!isPaused)}>
            {isPaused ? <PlayIcon /> : <PauseIcon />}
            {isPaused ? 'Play' : 'Pause'}
          </Button>
        )}
        <Button look="quiet" size="small" onClick={() => carousel?.scrollNext(isStill)}>
          <ArrowRightIcon />
          <Hidden>Next partner</Hidden>
        </Button>
      </div>
    </div>
  );
}
