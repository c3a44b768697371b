import { usePublicSettings } from '#company/use-settings.ts';
import { PhoneLink } from '#ui/button/phone-link.tsx';
import { CheckIcon } from '#ui/icons/icons.tsx';
import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import { SitePicture } from '#site-pictures/site-picture.tsx';
import type { ShownBlockOf } from '../../content/shown.ts';
import { Links } from './hero-links.tsx';
import styles from './wide-hero.module.css';

type Hero = ShownBlockOf<'hero'>;

/** The top of the home page. */
export function WideHero({ block: { title, emphasis, lead, actions, hasPhone, picture, report } }: { block: Hero }) {
  return (
    <section className={styles.hero}>
      <div className={cx(layout.wide, styles.grid)}>
        <div className={styles.copy}>
          <h1>
            {title} {emphasis && <span>{emphasis}</span>}
          </h1>
          <p className={styles.lead}>{lead}</p>
          {actions.length > 0 && (
            <div className={styles.cta}>
              <Links block={{ actions }} />
            </div>
          )}
          {hasPhone && <Call />}
        </div>
        {picture && (
          <div className={styles.art}>
            <SitePicture picture={picture} className={layout.scene} sizes="(min-width: 56em) 52vw, 94vw" isFirst />
            {report && <Report report={report} />}
          </div>
        )}
      </div>
    </section>
  );
}

function Call() {
  const settings = usePublicSettings();
  if (!settings) return null;
  return (
    <p className={styles.call}>
      Or call the site team on <PhoneLink phone={settings.company.officePhone} />
      {settings.brand.hours && `, ${settings.brand.hours}`}.
    </p>
  );
}

function Report({ report: { title, note, score, items } }: { report: NonNullable<Hero['report']> }) {
  return (
    <aside className={styles.report} aria-label="An example of a visit report">
      <header>
        <p>
          <strong>{title}</strong>
          <span>{note}</span>
        </p>
        {score && (
          <p className={styles.score}>
            <CheckIcon /> {score}
          </p>
        )}
      </header>
      <ul>
        {items.map(({ text, at }, place) => (
          <li key={place}>
            <span className={styles.tick}>
              <CheckIcon />
            </span>
            {text}
            <time>{at}</time>
          </li>
        ))}
      </ul>
    </aside>
  );
}
