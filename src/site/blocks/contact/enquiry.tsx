import type { ReactNode } from 'react';
import { fullAddress } from '#addresses/full-address.ts';
import { type PublicSettingsOnPage, usePublicSettings } from '#company/use-settings.ts';
import { ContactForm } from '#enquiries/contact-form.tsx';
import { emptyValues, type EnquiryOnPage } from '#enquiries/use-contact-form.ts';
import { PhoneLink } from '#ui/button/phone-link.tsx';
import { cx } from '#ui/classes.ts';
import { MailIcon, PhoneIcon, PinIcon } from '#ui/icons/icons.tsx';
import { Breadcrumbs } from '#ui/layout/breadcrumbs.tsx';
import layout from '#ui/layout.module.css';
import type { ShownBlockOf, ShownPage } from '../../content/shown.ts';
import { home } from '../top/hero.tsx';
import styles from './enquiry.module.css';
import { MapPicture } from './map-picture.tsx';

type Enquiry = ShownBlockOf<'enquiry'>;

interface EnquiryProps {
  block: Enquiry;
  page: Pick<ShownPage, 'blocks' | 'crumbs' | 'title'>;
  enquiry?: EnquiryOnPage | undefined;
}

/** The form for enquiries, and other ways to reach the company, from the settings. */
export function EnquiryView({ block, page, enquiry }: EnquiryProps) {
  const { title, lead, formTitle, formIntro, anchor } = block;
  const isTop = page.blocks[0]?.id === block.id;
  return (
    <div className={layout.wide} id={anchor || undefined}>
      {isTop && <Breadcrumbs crumbs={[home, ...page.crumbs]} current={page.title} />}
      <div className={styles.page}>
        <header className={styles.head}>
          {isTop ? <h1>{title}</h1> : <h2>{title}</h2>}
          {lead && <p className={layout.lead}>{lead}</p>}
        </header>
        <Details block={block} />
        <section className={cx(layout.card, styles.form)} aria-labelledby="write">
          <header>
            <h2 id="write">{formTitle}</h2>
            {formIntro && <p>{formIntro}</p>}
          </header>
          <ContactForm {...(enquiry ?? { values: emptyValues })} />
        </section>
      </div>
    </div>
  );
}

function Details({ block }: { block: Enquiry }) {
  const settings = usePublicSettings();
  return (
    <aside className={styles.details} aria-label="How to reach us">
      {settings && <ContactWays block={block} settings={settings} />}
      <MapPicture block={block} sizes="(min-width: 56em) 36vw, 94vw" />
    </aside>
  );
}

function ContactWays({ block, settings: { company, brand } }: { block: Enquiry; settings: PublicSettingsOnPage }) {
  const { officePhone, mobile, email, address } = company;
  const { unitNumber, streetNumber, streetName, ...place } = address;
  const { phoneNote, mobileNote, emailNote, addressNote } = block;
  const town = fullAddress(place);
  return (
    <ul className={styles.ways}>
      <ContactWay icon={<PhoneIcon />} note={[phoneNote, brand.hours].filter(Boolean).join(', ')}>
        <PhoneLink phone={officePhone} className={layout.num} />
      </ContactWay>
      <ContactWay icon={<PhoneIcon />} note={mobileNote}>
        <PhoneLink phone={mobile} className={layout.num} />
      </ContactWay>
      <ContactWay icon={<MailIcon />} note={emailNote}>
        <a href={`mailto:${email}`}>{email}</a>
      </ContactWay>
      <ContactWay icon={<PinIcon />} note={addressNote ? `${town}. ${addressNote}` : town}>
        <strong>{fullAddress({ unitNumber, streetNumber, streetName })}</strong>
      </ContactWay>
    </ul>
  );
}

interface WayProps {
  icon: ReactNode;
  note: string;
  children: ReactNode;
}

const ContactWay = ({ icon, note, children }: WayProps) => (
  <li>
    <span className={styles.ball}>{icon}</span>
    <div>
      {children}
      {note && <p>{note}</p>}
    </div>
  </li>
);
