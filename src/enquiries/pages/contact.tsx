import { data, Link, redirect } from 'react-router';
import { readProfile } from '#accounts/contract.ts';
import { api, viewer } from '#lib/api-context.ts';
import { formatPhone, openingHours, telephoneLink } from '#lib/company.ts';
import { describe } from '#lib/page-meta.ts';
import { Problem } from '#lib/problem.ts';
import { usePublicSettings } from '#settings/use-settings.ts';
import { ClockIcon, FileIcon, MailIcon, PhoneIcon, PinIcon } from '#ui/icons.tsx';
import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import { sendEnquiry } from '../contract.ts';
import { longestName, sentences } from '../sentences.ts';
import type { Route } from './+types/contact';
import { ContactForm } from './contact-form.tsx';
import { type EnquiryValues, enquiryNames, nothingTyped } from './contact-values.ts';
import styles from './contact.module.css';

export const handle = { cache: 'site' };

/** Who is signed in need not type what we know. */
export async function loader({ context }: Route.LoaderArgs) {
  const reader = viewer(context);
  if (!reader) return { known: nothingTyped };
  const profile = await api(context)(readProfile, { params: { userId: reader.id } }).catch(() => null);
  const whole = `${reader.firstName} ${reader.lastName}`.trim();
  const name = whole.length <= longestName ? whole : reader.lastName;
  const known = { company: profile?.companyName ?? '', name, email: reader.email, phone: profile?.mobile ?? '' };
  return { known: { ...nothingTyped, ...known } };
}

/** Sends an enquiry that was written without script. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const typed = Object.fromEntries(
    enquiryNames.map((name) => [name, String(form.get(name) ?? '')]),
  ) as unknown as EnquiryValues; // all of its names
  try {
    await api(context)(sendEnquiry, { body: { ...typed, website: String(form.get('website') ?? '') } });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { status, faults, message } = error;
    return data({ typed, faults, message: status === 500 || status === 429 ? message : sentences.failed }, status);
  }
  return redirect('/contact-us/success/');
}

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'Contact',
    description:
      'Call, write or visit us: quotes for cleaning contracts, questions about an order, and what our crews need to know about your site.',
    path: '/contact-us/',
  });

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className={cx(layout.wide, styles.page)}>
      <header className={styles.head}>
        <h1>Talk to the people who clean</h1>
        <p className={layout.lead}>
          Tell us about the site: what it is, how large, and when we can be in it. A person reads every message and
          answers within one business day.
        </p>
      </header>
      <Details />
      <section className={cx(layout.card, layout.panel, styles.form)} aria-labelledby="write">
        <h2 id="write">Write to us</h2>
        <ContactForm typed={actionData?.typed ?? loaderData.known} told={actionData} />
      </section>
    </div>
  );
}

const forms = [
  { label: 'Ask for a free quote', to: '/forms/free-quote/' },
  { label: 'Tell us how the clean was', to: '/forms/customer-feedback/' },
  { label: 'Report an incident on site', to: '/forms/incident-report/' },
];

function Details() {
  const company = usePublicSettings()?.company;
  if (!company) return null;
  const { address } = company;
  const street = [address.unitNumber && `${address.unitNumber}/`, `${address.streetNumber} ${address.streetName}`];
  return (
    <aside className={styles.details} aria-label="How to reach us">
      <dl>
        <dt>
          <PhoneIcon /> Office phone
        </dt>
        <dd>
          <a href={telephoneLink(company.officePhone)}>{formatPhone(company.officePhone)}</a>
        </dd>
        <dt>
          <PhoneIcon /> After hours and urgent
        </dt>
        <dd>
          <a href={telephoneLink(company.mobile)}>{formatPhone(company.mobile)}</a>
        </dd>
        <dt>
          <MailIcon /> E-mail
        </dt>
        <dd>
          <a href={`mailto:${company.email}`}>{company.email}</a>
        </dd>
        <dt>
          <PinIcon /> Office and pick-up counter
        </dt>
        <dd>
          {street.filter(Boolean).join('')}
          <br />
          {address.city} {address.state} {address.postcode}
        </dd>
        <dt>
          <ClockIcon /> Hours
        </dt>
        <dd>{openingHours}</dd>
        <dt>
          <FileIcon /> Forms
        </dt>
        {forms.map(({ label, to }) => (
          <dd key={to}>
            <Link to={to}>{label}</Link>
          </dd>
        ))}
      </dl>
    </aside>
  );
}
