import { formatAbn } from '#lib/text/abn.ts';
import { fullAddress } from '#addresses/full-address.ts';
import { type PublicSettingsOnPage, usePublicSettings } from '#company/use-settings.ts';
import { PhoneLink } from '#ui/button/phone-link.tsx';
import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import type { ShownBlockOf } from '../../content/shown.ts';
import { Section, SectionHead, type Standing } from '../frame/section.tsx';
import styles from './contact.module.css';

type Settings = PublicSettingsOnPage;

/** How to reach the company, from the settings. */
export function ContactView({ block, isInColumn = false }: Standing & { block: ShownBlockOf<'contact'> }) {
  const settings = usePublicSettings();
  if (!settings) return null;
  const View = block.look === 'identity' ? Identity : Card;
  return (
    <Section block={block} isTitled={block.title !== ''} isInColumn={isInColumn}>
      <SectionHead block={block} className={block.look === 'identity' ? styles.head : undefined} />
      <View settings={settings} />
    </Section>
  );
}

const Identity = ({ settings: { company } }: { settings: Settings }) => (
  <p className={styles.identity}>
    {company.name}
    {company.abn && `, ABN ${formatAbn(company.abn)}`}. Call us on <PhoneLink phone={company.officePhone} /> or write to{' '}
    <a href={`mailto:${company.email}`}>{company.email}</a>.
  </p>
);

function Card({ settings: { company, brand } }: { settings: Settings }) {
  const { officePhone, mobile, email, address } = company;
  return (
    <dl className={cx(layout.card, styles.card)}>
      <div>
        <dt>Office{brand.hours && `, ${brand.hours}`}</dt>
        <dd>
          <PhoneLink phone={officePhone} className={layout.num} />
        </dd>
      </div>
      <div>
        <dt>On-call supervisor, nights and weekends</dt>
        <dd>
          <PhoneLink phone={mobile} className={layout.num} />
        </dd>
      </div>
      <div>
        <dt>E-mail</dt>
        <dd>
          <a href={`mailto:${email}`}>{email}</a>
        </dd>
      </div>
      <div>
        <dt>Office and pick-up counter</dt>
        <dd>{fullAddress(address)}</dd>
      </div>
    </dl>
  );
}
