import type { ShownBlockOf } from '../../content/shown.ts';
import { Section, SectionHead, type Standing } from '../frame/section.tsx';
import { storedInBrowser } from './stored-in-browser.ts';
import styles from './browser-storage.module.css';

/** What the program stores in a reader's browser. The list comes from the program itself, so that it is always true. */
export function BrowserStorageView({
  block,
  isInColumn = false,
}: Standing & { block: ShownBlockOf<'browserStorage'> }) {
  return (
    <Section block={block} isTitled={block.title !== ''} isInColumn={isInColumn}>
      <SectionHead block={block} className={styles.head} />
      <ul className={styles.stored}>
        {storedInBrowser.map(({ name, kind, what, until }) => (
          <li key={name}>
            <h3>
              <code>{name}</code> <span>{kind}</span>
            </h3>
            <p>{what}</p>
            <p className={styles.until}>{until}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
