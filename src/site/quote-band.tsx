import { PhoneButton } from '#company/phone-button.tsx';
import { LinkButton } from '#ui/button/button.tsx';
import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import styles from './quote-band.module.css';
import { quotePath } from './services.ts';

interface QuoteBandProps {
  title?: string;
  text?: string;
  /** The button's label and target; the quote form by default. */
  action?: string;
  to?: string;
}

/** A band at the end of a page about the company, with a button for a quote and the phone number. */
export function QuoteBand({
  title = 'Walk your site with us',
  text = 'Tell us the building and the hours. A supervisor calls back within one working day with a time to meet.',
  action = 'Book a free site walk',
  to = quotePath,
}: QuoteBandProps) {
  return (
    <section className={styles.ask}>
      <div className={cx(layout.wide, styles.row)}>
        <div>
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
        <div className={styles.cta}>
          <LinkButton look="accent" size="large" to={to}>
            {action}
          </LinkButton>
          <PhoneButton look="onInk" size="large" />
        </div>
      </div>
    </section>
  );
}
