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
type Contact = ShownBlockOf<'contact'>;

/** How to reach the company, from the settings. */
export function ContactView({ block, isInColumn = false }: Standing & { block: Contact }) {
  const settings = usePublicSettings();
  if (!settings) return null;
  const View = block.look === 'identity' ? Identity : Card;
  return (
    <Section block={block} isTitled={block.title !== ''} isInColumn={isInColumn}>
      <SectionHead block={block} className={block.look === 'identity' ? styles.head : undefined} />
      <View block={block} settings={settings} />
    </Section>
  );
}

interface ViewProps {
  block: Contact;
  settings: Settings;
}

const Identity = ({ settings: { company } }: ViewProps) => (
  <p className={styles.identity}>
    {company.name}
    {company.abn && `, ABN ${formatAbn(company.abn)}`}. Call us on <PhoneLink phone={company.officePhone} /> or write to{' '}
    <a href={`mailto:${company.email}`}>{company.email}</a>.
  </p>
);

function Card({ block: { phoneNote, mobileNote, addressNote }, settings: { company, brand } }: ViewProps) {
  const { officePhone, mobile, email, address } = company;
  return (
    <dl className={cx(layout.card, styles.card)}>
      <div>
        <dt>{[phoneNote || 'Office', brand.hours].filter(Boolean).join(', ')}</dt>
        <dd>
          <PhoneLink phone={officePhone} className={layout.num} />
        </dd>
      </div>
      <div>
        <dt>{mobileNote || 'Mobile'}</dt>
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
        <dt>{addressNote || 'Address'}</dt>
        <dd>{fullAddress(address)}</dd>
      </div>
    </dl>
  );
}
