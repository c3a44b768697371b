import { SitePicture } from '#site-pictures/site-picture.tsx';
import type { ShownBlockOf } from '../../content/shown.ts';
import { Section, SectionHead, type Standing } from '../frame/section.tsx';
import styles from './pictures.module.css';

/** Pictures with captions. */
export function PicturesView({ block, isInColumn = false }: Standing & { block: ShownBlockOf<'pictures'> }) {
  return (
    <Section block={block} isTitled={block.title !== ''} isInColumn={isInColumn}>
      <SectionHead block={block} />
      <ul className={styles.pictures}>
        {block.items.map(
          ({ picture, caption }, i) =>
            picture && (
              <li key={i}>
                <figure>
                  <SitePicture picture={picture} sizes="(min-width: 56em) 400px, 94vw" />
                  {caption && <figcaption>{caption}</figcaption>}
                </figure>
              </li>
            ),
        )}
      </ul>
    </Section>
  );
}
