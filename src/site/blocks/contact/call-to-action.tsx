import { PhoneButton } from '#company/phone-button.tsx';
import { LinkButton } from '#ui/button/button.tsx';
import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import type { ShownBlockOf } from '../../content/shown.ts';
import styles from './call-to-action.module.css';

/** A band with a button and the phone number. */
export function CallToActionView({ block }: { block: ShownBlockOf<'callToAction'> }) {
  const { title, text, action, hasPhone, anchor } = block;
  return (
    <section className={styles.ask} id={anchor || undefined}>
      <div className={cx(layout.wide, styles.row)}>
        <div>
          <h2>{title}</h2>
          {text && <p>{text}</p>}
        </div>
        <div className={styles.cta}>
          <LinkButton look="accent" size="large" to={action.to}>
            {action.label}
          </LinkButton>
          {hasPhone && <PhoneButton look="onInk" size="large" />}
        </div>
      </div>
    </section>
  );
}
