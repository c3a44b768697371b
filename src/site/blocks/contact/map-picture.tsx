import layout from '#ui/layout.module.css';
import { SitePicture } from '#site-pictures/site-picture.tsx';
import type { ShownBlockOf } from '../../content/shown.ts';
import styles from './map-picture.module.css';

interface MapProps {
  block: Pick<ShownBlockOf<'areas'>, 'picture' | 'places'>;
  /** How wide it is, for the browser's choice among the sizes of the picture. */
  sizes: string;
}

/** A picture with names on it, such as a map; nothing if the block has no picture. */
export function MapPicture({ block: { picture, places }, sizes }: MapProps) {
  if (!picture) return null;
  return (
    <figure className={styles.map}>
      <SitePicture picture={picture} className={layout.scene} sizes={sizes} />
      {places.map(({ name, left, top }, at) => (
        <span key={at} style={{ left: `${left}%`, top: `${top}%` }} aria-hidden="true">
          {name}
        </span>
      ))}
    </figure>
  );
}
