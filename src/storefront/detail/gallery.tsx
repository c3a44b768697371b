import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { cx } from '#ui/classes.ts';
import { ZoomIcon } from '#ui/icons/icons.tsx';
import styles from './gallery.module.css';
import { Picture, tileClass } from '#catalogue/products/pictures/picture.tsx';
import { type GalleryImage, Zoom } from './picture-zoom.tsx';

interface GalleryProps {
  images: readonly GalleryImage[];
  name: string;
  /** The product's url, which selects the background colour. */
  url: string;
  /** Index of the picture of the selected item. */
  shown?: number | undefined;
}

const large = '(min-width: 80em) 560px, (min-width: 40em) 50vw, 94vw';

/** All pictures in a row that users swipe, scroll or move with arrow keys, with thumbnails. Works without JavaScript. */
export function Gallery({ images, name, url, shown }: GalleryProps) {
  const row = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const [isZoomed, setZoomed] = useState(false);
  const tile = tileClass(url);
  const words = (index: number) =>
    images[index]?.altText ?? (images.length > 1 ? `${name}, picture ${index + 1} of ${images.length}` : name);
  const goTo = (index: number): void => {
    const box = row.current;
    box?.scrollTo({ left: box.clientWidth * index, behavior: 'smooth' });
  };
  useEffect(() => {
    if (shown === undefined || !row.current) return;
    row.current.scrollTo({ left: row.current.clientWidth * shown });
  }, [shown]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const last = images.length - 1;
    const to = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    goTo(Math.min(Math.max(to, 0), last));
  };
  const onScroll = (): void => {
    const box = row.current;
    if (box && box.clientWidth > 0) setCurrent(Math.round(box.scrollLeft / box.clientWidth));
  };
  return (
    <section className={styles.gallery} aria-label="Pictures">
      <div className={styles.stage}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys scroll it by one picture */}
        <div
          ref={row}
          className={styles.row}
          role="group"
          aria-label={name}
          tabIndex={0}
          onScroll={onScroll}
          onKeyDown={onKeyDown}
        >
          {images.map(({ id, image }, index) => (
            <div key={id} id={`picture-${index + 1}`} className={cx(tile, styles.picture)}>
              <Picture image={image} alt={words(index)} sizes={large} isEager={index === 0} isFirst={index === 0} />
            </div>
          ))}
        </div>
        <button type="button" className={styles.zoom} aria-label="Zoom picture" onClick={() => setZoomed(true)}>
          <ZoomIcon />
        </button>
      </div>
      {images.length > 1 && <Thumbs {...{ images, current, goTo, tile }} />}
      {isZoomed && <Zoom {...{ images, words, goTo }} start={current} onClose={() => setZoomed(false)} />}
    </section>
  );
}

interface ThumbsProps {
  images: readonly GalleryImage[];
  current: number;
  goTo: (index: number) => void;
  tile: string;
}

function Thumbs({ images, current, goTo, tile }: ThumbsProps) {
  const choose = (event: MouseEvent, index: number): void => {
    event.preventDefault();
    goTo(index);
  };
  return (
    <ol className={styles.thumbs}>
      {images.map(({ id, image }, index) => (
        <li key={id}>
          <a
            href={`#picture-${index + 1}`}
            aria-label={`Picture ${index + 1}`}
            aria-current={index === current ? 'true' : undefined}
            onClick={(event) => choose(event, index)}
          >
            <span className={tile}>
              <Picture image={image} alt="" sizes="84px" isSmall isEager />
            </span>
          </a>
        </li>
      ))}
    </ol>
  );
}
