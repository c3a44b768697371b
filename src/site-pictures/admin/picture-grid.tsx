import type { ReactNode } from 'react';
import type { Picture } from '../contract.ts';
import { SitePicture } from '../site-picture.tsx';
import styles from './picture-grid.module.css';

/** Tiles of equal width; each is the content of a link or button, which `wrap` puts around it. */
export function PictureGrid({
  pictures,
  wrap,
}: {
  pictures: readonly Picture[];
  wrap: (picture: Picture, tile: ReactNode) => ReactNode;
}) {
  return (
    <ul className={styles.grid}>
      {pictures.map((picture) => (
        <li key={picture.id} className={styles.tile}>
          {wrap(picture, <Tile picture={picture} />)}
        </li>
      ))}
    </ul>
  );
}

/** The alternative text is the picture's own, so it is not repeated for screen readers below it. */
const Tile = ({ picture: { shown, name, isDecorative, alt } }: { picture: Picture }) => (
  <>
    <SitePicture picture={shown} sizes="14rem" />
    <b>{name}</b>
    <small aria-hidden={!isDecorative}>{isDecorative ? 'Only decoration' : alt}</small>
  </>
);
