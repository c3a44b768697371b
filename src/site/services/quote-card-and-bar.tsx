import { PhoneButton } from '#company/phone-button.tsx';
import { usePublicSettings } from '#company/use-settings.ts';
import { LinkButton } from '#ui/button/button.tsx';
import { CheckIcon } from '#ui/icons/icons.tsx';
import layout from '#ui/layout.module.css';
import { quotePathOf } from '../services.ts';
import type { ServiceContent } from './service-content.ts';
import styles from './quote-card-and-bar.module.css';

const places = [
  { to: '#rooms', label: 'What we clean' },
  { to: '#how-often', label: 'How often' },
  { to: '#standards', label: 'Standards' },
  { to: '#checklist', label: 'Checklist' },
  { to: '#questions', label: 'Questions' },
];

export function QuoteCard({ path, quote: { title, points } }: Pick<ServiceContent, 'path' | 'quote'>) {
  const company = usePublicSettings()?.company;
  return (
    <aside className={styles.aside} aria-label="Quote and telephone">
      <div className={styles.card}>
        <h2>{title}</h2>
        <ul>
          {points.map((point) => (
            <li key={point}>
              <CheckIcon />
              {point}
            </li>
          ))}
        </ul>
        <LinkButton look="accent" isBlock to={quotePathOf(path)}>
          Get a quote
        </LinkButton>
        <PhoneButton look="onInk" isBlock className={layout.num} />
        {company && (
          <p>
            Or write to <a href={`mailto:${company.email}`}>{company.email}</a>
          </p>
        )}
      </div>
      <nav className={styles.places} aria-label="On this page">
        <ul>
          {places.map(({ to, label }) => (
            <li key={to}>
              <a href={to}>{label}</a>
            </li>
          ))}
        </ul>
      </nav>
    </aside>
  );
}

/** A bar at the bottom of the window, on phones and tablets. */
export function QuoteBar({ path }: Pick<ServiceContent, 'path'>) {
  return (
    <div className={styles.bar}>
      <LinkButton to={quotePathOf(path)}>Get a quote</LinkButton>
      <PhoneButton look="quiet" className={layout.num} />
    </div>
  );
}
