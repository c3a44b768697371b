import type { ReactNode } from 'react';
import { data, Link, redirect } from 'react-router';
import { readProfile } from '#accounts/contract.ts';
import { fullAddress } from '#addresses/full-address.ts';
import { api, viewer } from '#lib/api/api-context.ts';
import { describe } from '#lib/api/page-meta.ts';
import { isPaused, Problem } from '#lib/api/problem.ts';
import { type PublicSettingsOnPage, usePublicSettings } from '#company/use-settings.ts';
import { PhoneLink } from '#ui/button/phone-link.tsx';
import { Breadcrumbs } from '#ui/layout/breadcrumbs.tsx';
import { cx } from '#ui/classes.ts';
import { MailIcon, PhoneIcon, PinIcon } from '#ui/icons/icons.tsx';
import layout from '#ui/layout.module.css';
import map from '#assets/art/areas-map.svg';
import { sendEnquiry } from '../contract.ts';
import { maxNameLength, sentences } from '../sentences.ts';
import { TitledListItems } from '#ui/layout/titled-list-items.tsx';
import type { Route } from './+types/contact';
import { ContactForm } from './contact-form.tsx';
import styles from './contact.module.css';
import { emptyValues, enquiryNames, type EnquiryValues } from './use-contact-form.ts';

export const handle = { cache: 'site' };

/** Pre-fills the details of signed-in members. */
export async function loader({ context }: Route.LoaderArgs) {
  const member = viewer(context);
  if (!member) return { known: emptyValues };
  const profile = await api(context)(readProfile, { params: { userId: member.id } }).catch(() => null);
  const whole = `${member.firstName} ${member.lastName}`.trim();
  const name = whole.length <= maxNameLength ? whole : member.lastName;
  const known = { company: profile?.companyName ?? '', name, email: member.email, phone: profile?.mobile ?? '' };
  return { known: { ...emptyValues, ...known } };
}

/** Sends the enquiry of a visitor whose browser runs no script. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const typed = Object.fromEntries(
    enquiryNames.map((name) => [name, String(form.get(name) ?? '')]),
  ) as unknown as EnquiryValues; // has all fields
  try {
    await api(context)(sendEnquiry, { body: { ...typed, website: String(form.get('website') ?? '') } });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { status, faults, message } = error;
    const isSpecific = status === 500 || status === 429 || isPaused(error);
    return data({ typed, faults, message: isSpecific ? message : sentences.failed }, status);
  }
  return redirect('/contact-us/success/');
}

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'Contact',
    description:
      'Call, write or visit us for a cleaning quote, a question about an order, or anything that our crews need to know about your site.',
    path: '/contact-us/',
  });

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <div className={layout.wide}>
        <Breadcrumbs crumbs={[{ label: 'Home', to: '/' }]} current="Contact Us" />
        <div className={styles.page}>
          <header className={styles.head}>
            <h1>Talk to someone who cleans</h1>
            <p className={layout.lead}>
              Every enquiry goes to a site supervisor, not a call centre. You hear back within one working day.
            </p>
          </header>
          <Details />
          <section className={cx(layout.card, styles.form)} aria-labelledby="write">
            <header>
              <h2 id="write">Send an enquiry</h2>
              <p>Tell us the building, the rough size and the hours it is empty.</p>
            </header>
            <ContactForm initialValues={actionData?.typed ?? loaderData.known} serverMessage={actionData} />
          </section>
        </div>
      </div>
      <Next />
    </>
  );
}

/** Places on the map, as percentages of its width and height. */
const marks = [
  { name: 'Newcastle', left: '71%', top: '5%' },
  { name: 'Sydney', left: '68%', top: '38%' },
  { name: 'Wollongong', left: '56%', top: '75%' },
];

function Details() {
  const settings = usePublicSettings();
  return (
    <aside className={styles.details} aria-label="How to reach us">
      {settings && <ContactWays settings={settings} />}
      <figure className={styles.map}>
        <img className={layout.scene} src={map} alt="The coast from Newcastle to Wollongong" width={560} height={300} />
        {marks.map(({ name, left, top }) => (
          <span key={name} style={{ left, top }} aria-hidden="true">
            {name}
          </span>
        ))}
      </figure>
    </aside>
  );
}

function ContactWays({ settings: { company, brand } }: { settings: PublicSettingsOnPage }) {
  const { officePhone, mobile, email, address } = company;
  const { unitNumber, streetNumber, streetName, ...place } = address;
  return (
    <ul className={styles.ways}>
      <ContactWay icon={<PhoneIcon />} note={`Office, ${brand.hours}`}>
        <PhoneLink phone={officePhone} className={layout.num} />
      </ContactWay>
      <ContactWay icon={<PhoneIcon />} note="On-call supervisor, nights and weekends">
        <PhoneLink phone={mobile} className={layout.num} />
      </ContactWay>
      <ContactWay icon={<MailIcon />} note="Quotes, audits and supply orders">
        <a href={`mailto:${email}`}>{email}</a>
      </ContactWay>
      <ContactWay icon={<PinIcon />} note={`${fullAddress(place)}. Office and pick-up counter.`}>
        <strong>{fullAddress({ unitNumber, streetNumber, streetName })}</strong>
      </ContactWay>
    </ul>
  );
}

function ContactWay({ icon, note, children }: { icon: ReactNode; note: string; children: ReactNode }) {
  return (
    <li>
      <span className={styles.ball}>{icon}</span>
      <div>
        {children}
        <p>{note}</p>
      </div>
    </li>
  );
}

const steps = {
  'A supervisor calls':
    'Within one working day, to find an hour that suits your site. Early mornings and evenings are fine.',
  'We walk the building': 'We measure, count fittings and note floor types. You point out what has gone wrong before.',
  'You get a scope and a price':
    'Room by room, with a fixed monthly figure including GST, within three working days of the walk.',
};

const forms = [
  { label: 'Ask for a free quote', to: '/forms/free-quote/' },
  { label: 'Tell us how the clean was', to: '/forms/customer-feedback/' },
  { label: 'Report an incident on site', to: '/forms/incident-report/' },
];

function Next() {
  return (
    <section className={styles.next} aria-labelledby="next">
      <div className={layout.wide}>
        <h2 id="next">What happens next</h2>
        <ol>
          <TitledListItems items={steps} />
        </ol>
        <p className={styles.forms}>
          Prefer to fill in a form?{' '}
          {forms.map(({ label, to }) => (
            <Link key={to} to={to}>
              {label}
            </Link>
          ))}
        </p>
      </div>
    </section>
  );
}
