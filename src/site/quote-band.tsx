import { formatPhone, telephoneLink } from '#lib/text/company.ts';
import { usePublicSettings } from '#company/use-settings.ts';
import { AnchorButton, LinkButton } from '#ui/button/button.tsx';
import { cx } from '#ui/classes.ts';
import { PhoneIcon } from '#ui/icons/icons.tsx';
import layout from '#ui/layout.module.css';
import styles from './quote-band.module.css';
import { quotePath } from './services.ts';

interface AskBandProps {
  title?: string;
  text?: string;
  /** The button's label and target; the quote form by default. */
  action?: string;
  to?: string;
}

/** The closing band of a company page, with a quote button and the phone number. */
export function QuoteBand({
  title = 'Walk your site with us',
  text = 'Tell us the building and the hours. A supervisor calls back within one working day with a time to meet.',
  action = 'Book a free site walk',
  to = quotePath,
}: AskBandProps) {
  const company = usePublicSettings()?.company;
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
          {company && (
            <AnchorButton look="onInk" size="large" href={telephoneLink(company.officePhone)}>
              <PhoneIcon />
              {formatPhone(company.officePhone)}
            </AnchorButton>
          )}
        </div>
      </div>
    </section>
  );
}
