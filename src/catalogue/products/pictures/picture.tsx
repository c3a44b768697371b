import styles from './picture.module.css';
import { backgroundOf } from './background.ts';

/** The widths that pictures are stored in. */
const widths = [160, 480, 960, 1600];
/** Cards are never wider than this many CSS pixels. */
const cardWidths = widths.slice(0, 3);

interface PictureProps {
  image: string;
  alt: string;
  /** Its displayed width, for the browser's choice (`sizes`). */
  sizes: string;
  /** In the first row: loaded eagerly, the very first with high priority. */
  isEager?: boolean;
  isFirst?: boolean;
  /** One of many small pictures: the largest width is left out. */
  isSmall?: boolean;
}

/** A product's picture in the fitting width; its space is reserved while it loads. */
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

/** The class of the coloured square behind a product's picture. */
export const tileClass = (url: string): string => `${styles.tile} ${grounds[backgroundOf(url)]}`;
