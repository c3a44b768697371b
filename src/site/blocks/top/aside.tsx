import { PhoneButton } from '#company/phone-button.tsx';
import { usePublicSettings } from '#company/use-settings.ts';
import { LinkButton } from '#ui/button/button.tsx';
import { CheckIcon } from '#ui/icons/icons.tsx';
import layout from '#ui/layout.module.css';
import type { ShownPage } from '../../content/shown.ts';
import styles from './aside.module.css';

type Aside = NonNullable<ShownPage['aside']>;
export interface Content {
  anchor: string;
  label: string;
}

/** A card that leads to a quote, with the contents of the page, beside its blocks. */
export function AsideCard({
  aside: { title, points, action, hasPhone },
  contents,
}: {
  aside: Aside;
  contents: readonly Content[];
}) {
  const company = usePublicSettings()?.company;
  return (
    <aside className={styles.aside} aria-label="Quote and telephone">
      <div className={styles.card}>
        <h2>{title}</h2>
        <ul>
          {points.map((point, i) => (
            <li key={i}>
              <CheckIcon />
              {point}
            </li>
          ))}
        </ul>
        <LinkButton look="accent" isBlock to={action.to}>
          {action.label}
        </LinkButton>
        {hasPhone && <PhoneButton look="onInk" isBlock className={layout.num} />}
        {company && (
          <p>
            Or write to <a href={`mailto:${company.email}`}>{company.email}</a>
          </p>
        )}
      </div>
      {contents.length > 0 && (
        <nav className={styles.places} aria-label="On this page">
          <ul>
            {contents.map(({ anchor, label }) => (
              <li key={anchor}>
                <a href={`#${anchor}`}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </aside>
  );
}

/** A bar at the bottom of the window, on phones and tablets. */
export function AsideBar({ aside: { action, hasPhone } }: { aside: Aside }) {
  return (
    <div className={styles.bar}>
      <LinkButton to={action.to}>{action.label}</LinkButton>
      {hasPhone && <PhoneButton look="quiet" className={layout.num} />}
    </div>
  );
}
