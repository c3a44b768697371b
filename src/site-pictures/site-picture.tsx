import { sitePictureWidths, sizedPicture } from '#lib/picture-path.ts';
import type { ShownPicture } from './contract.ts';

interface SitePictureProps {
  picture: ShownPicture;
  /** The attribute `sizes`: the displayed width, from which the browser chooses a file. */
  sizes: string;
  /** Whether it is in view when the page opens; it is then loaded without waiting until it is near the screen. */
  isEager?: boolean;
  /** Whether it is the largest picture in view, which is loaded first. */
  isFirst?: boolean;
  className?: string | undefined;
}

const isDrawing = (path: string): boolean => path.endsWith('.svg');

/** The file for places that show one size, such as a list. */
export const smallPicture = ({ path }: Pick<ShownPicture, 'path'>): string =>
  isDrawing(path) ? path : sizedPicture(path, 480);

/** The files up to the picture's own width; a wider one would hold the same pixels. */
function filesOf({ path, width }: ShownPicture): string | undefined {
  if (isDrawing(path)) return undefined;
  const last = sitePictureWidths.findIndex((one) => one >= width);
  const files = last < 0 ? sitePictureWidths : sitePictureWidths.slice(0, last + 1);
  return files.map((one) => `${sizedPicture(path, one)} ${Math.min(one, width)}w`).join(', ');
}

/**
 * A picture of the library, in the size that fits; its space is reserved while it loads. Where its frame cuts it off (`object-fit: cover`), the
 * focal point stays in view.
 */
export function SitePicture({ picture, sizes, isEager = false, isFirst = false, className }: SitePictureProps) {
  const { alt, width, height, focus } = picture;
  return (
    <img
      src={smallPicture(picture)}
      srcSet={filesOf(picture)}
      sizes={sizes}
      alt={alt}
      width={width}
      height={height}
      className={className}
      style={{ objectPosition: `${focus.x}% ${focus.y}%` }}
      loading={isEager || isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : undefined}
      decoding="async"
    />
  );
}
