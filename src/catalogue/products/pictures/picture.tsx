import { pictureSet, pictureWidths, sizedPicture } from '#lib/picture-path.ts';
import styles from './picture.module.css';

/** Cards are never wider than this many CSS pixels. */
const cardWidths = pictureWidths.slice(0, 3);

interface PictureProps {
  image: string;
  alt: string;
  /** The attribute `sizes`: the displayed width, from which the browser chooses a file. */
  sizes: string;
  /** Whether the picture is in the first row; it is then loaded without waiting until it is near the screen. */
  isEager?: boolean;
  isFirst?: boolean;
  /** Whether it is one of many small pictures, which don't need the largest width. */
  isSmall?: boolean;
}

/** A product's picture, in the width that fits; its space is reserved while it loads. */
export function Picture({ image, alt, sizes, isEager = false, isFirst = false, isSmall = false }: PictureProps) {
  return (
    <img
      src={sizedPicture(image, 480)}
      srcSet={pictureSet(image, isSmall ? cardWidths : pictureWidths)}
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

const backgrounds = ['', styles.sand, styles.mist, styles.lemon];

/** The class of the square behind a product's picture. Its colour depends on the url, so that it never changes. */
export function tileClass(url: string): string {
  let sum = 0;
  for (let i = 0; i < url.length; i++) sum = (sum * 31 + url.charCodeAt(i)) % 9973;
  return `${styles.tile} ${backgrounds[sum % backgrounds.length]}`;
}
