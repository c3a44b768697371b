import styles from './picture.module.css';
import { groundOf } from './ground.ts';

/** The widths that pictures are stored in. */
const widths = [160, 480, 960, 1600];
/** Cards never show wider than this many CSS pixels. */
const cardWidths = widths.slice(0, 3);

interface PictureProps {
  image: string;
  alt: string;
  /** How wide it shows, for the browser's choice (`sizes`). */
  sizes: string;
  /** Of the first row: loaded at once, the very first before all else. */
  isEager?: boolean;
  isFirst?: boolean;
  /** One of many small ones: the largest width is left out. */
  isSmall?: boolean;
}

/** A product's picture in the width that fits; its place is kept while it loads. */
export function Picture({ image, alt, sizes, isEager = false, isFirst = false, isSmall = false }: PictureProps) {
  return (
    <img
      src={`${image}?w=480`}
      srcSet={(isSmall ? cardWidths : widths).map((width) => `${image}?w=${width} ${width}w`).join(', ')}
      sizes={sizes}
      alt={alt}
      width={480}
      height={480}
      loading={isEager ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : undefined}
      decoding="async"
    />
  );
}

const grounds = { mint: '', sand: styles.sand, mist: styles.mist, lemon: styles.lemon };

/** The class of the coloured square that a product's picture stands on. */
export const tileClass = (url: string): string => `${styles.tile} ${grounds[groundOf(url)]}`;
