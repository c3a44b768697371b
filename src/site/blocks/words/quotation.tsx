import { SitePicture } from '#site-pictures/site-picture.tsx';
import type { ShownBlockOf } from '../../content/shown.ts';
import { Section, type Standing } from '../frame/section.tsx';
import styles from './quotation.module.css';

/** What somebody has said, with their name and role. */
export function QuotationView({ block, isInColumn = false }: Standing & { block: ShownBlockOf<'quotation'> }) {
  const { text, name, role, picture } = block;
  return (
    <Section block={block} isTitled={false} isInColumn={isInColumn}>
      <figure className={styles.quotation}>
        <blockquote>{text}</blockquote>
        {(name || role) && (
          <figcaption>
            {picture && <SitePicture picture={picture} sizes="4rem" />}
            <span>
              <strong>{name}</strong>
              {role}
            </span>
          </figcaption>
        )}
      </figure>
    </Section>
  );
}
