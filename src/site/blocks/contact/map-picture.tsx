import layout from '#ui/layout.module.css';
import { SitePicture } from '#site-pictures/site-picture.tsx';
import type { ShownBlockOf } from '../../content/shown.ts';
import styles from './map-picture.module.css';

interface MapProps {
  block: Pick<ShownBlockOf<'areas'>, 'picture' | 'places'>;
  /** The picture's attribute `sizes`: how wide it is shown, so that the browser can choose the file to load. */
  sizes: string;
}

/** A picture with names on it, such as a map; nothing if the block has no picture. */
export function MapPicture({ block: { picture, places }, sizes }: MapProps) {
  if (!picture) return null;
  return (
    <figure className={styles.map}>
      <SitePicture picture={picture} className={layout.scene} sizes={sizes} />
      {places.map(({ name, left, top }, i) => (
        <span key={i} style={{ left: `${left}%`, top: `${top}%` }} aria-hidden="true">
          {name}
        </span>
      ))}
    </figure>
  );
}
