import { usePublicSettings } from '#company/use-settings.ts';
import { PhoneLink } from '#ui/button/phone-link.tsx';
import { LinkButton } from '#ui/button/button.tsx';
import { cx } from '#ui/classes.ts';
import { CheckIcon } from '#ui/icons/icons.tsx';
import layout from '#ui/layout.module.css';
import hero from '#assets/art/hero.svg';
import { quotePath, servicesPath } from '../services.ts';
import styles from './hero.module.css';

export function Hero() {
  const settings = usePublicSettings();
  return (
    <section className={styles.hero}>
      <div className={cx(layout.wide, styles.grid)}>
        <div className={styles.copy}>
          <h1>
            Cleaned properly. <span>Proven every visit.</span>
          </h1>
          <p className={styles.lead}>
            We clean hospitals, schools, shops and public buildings to a written scope. Before you open, the signed
            checklist is in your inbox.
          </p>
          <div className={styles.cta}>
            <LinkButton size="large" to={quotePath} prefetch="intent">
              Get a free quote
            </LinkButton>
            <LinkButton look="quiet" size="large" to={servicesPath} prefetch="intent">
              See our services
            </LinkButton>
          </div>
          {settings && (
            <p className={styles.call}>
              Or call the site team on <PhoneLink phone={settings.company.officePhone} />, {settings.brand.hours}.
            </p>
          )}
        </div>
        <div className={styles.art}>
          <img
            className={layout.scene}
            src={hero}
            alt="Two cleaners at work in a glass lobby in the early morning"
            width={1200}
            height={1000}
            fetchPriority="high"
          />
          <Report />
        </div>
      </div>
    </section>
  );
}

const done = [
  { task: 'Treatment rooms 1 to 6', at: '5:20' },
  { task: 'Washrooms restocked', at: '5:41' },
];

function Report() {
  return (
    <aside className={styles.report} aria-label="An example of a visit report">
      <header>
        <p>
          <strong>Macleay Street clinic</strong>
          <span>Example report, 5:48 am</span>
        </p>
        <p className={styles.score}>
          <CheckIcon /> 42 of 42
        </p>
      </header>
      <ul>
        {done.map(({ task, at }) => (
          <li key={task}>
            <span className={styles.tick}>
              <CheckIcon />
            </span>
            {task}
            <time>{at}</time>
          </li>
        ))}
      </ul>
    </aside>
  );
}
