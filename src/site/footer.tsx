import { Link } from 'react-router';
import { formatAbn, formatPhone, telephoneLink } from '#lib/company.ts';
import { type PublicSettingsOnPage, usePublicSettings } from '#settings/use-settings.ts';
import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import { SchemeSwitch } from './colour-scheme.tsx';
import styles from './footer.module.css';
import { Logo } from './logo.tsx';
import { isOpen, type NavEntry } from './navigation.ts';
import { services } from './services.ts';

const columns: { title: string; entries: NavEntry[] }[] = [
  { title: 'Services', entries: services.map(({ name, path }) => ({ label: name, to: path })) },
  {
    title: 'Company',
    entries: [
      { label: 'About Us', to: '/about-us/' },
      { label: 'Careers', to: '/careers/' },
      { label: 'FAQs', to: '/faqs/' },
      { label: 'Contact', to: '/contact-us/' },
      { label: 'Privacy policy', to: '/privacy-policy/' },
      { label: 'Terms and conditions', to: '/terms-and-conditions/' },
    ],
  },
  {
    title: 'Shop',
    entries: [
      { label: 'All products', to: '/shopping/products/all' },
      { label: 'My cart', to: '/shopping/view-cart' },
      { label: 'Login', to: '/login/' },
    ],
  },
];

/** Longer columns stand in several on small screens. */
const maxRows = 6;

export function Footer() {
  const company = usePublicSettings()?.company;
  return (
    <footer className={styles.footer}>
      <div className={layout.wide}>
        <div className={styles.columns}>
          <div className={styles.about}>
            <Logo isOnInk />
            <p>
              Commercial cleaning and cleaning supplies for Greater Sydney, Newcastle and the Illawarra. Family run
              since 2009.
            </p>
            <p>
              We work on Gadigal, Dharug, Awabakal and Dharawal Country and pay our respects to Elders past and present.
            </p>
          </div>
          {columns.map((column) => (
            <Column key={column.title} {...column} />
          ))}
          <div className={styles.areas}>
            <h2>Where we work</h2>
            <ul>
              <li>Sydney, from the CBD to Penrith</li>
              <li>Newcastle and Lake Macquarie</li>
              <li>Wollongong and the Illawarra</li>
              <li>Supplies delivered Australia wide</li>
            </ul>
          </div>
          {company && <Contact company={company} />}
        </div>
        <div className={styles.base}>
          <p>
            {company?.name ?? 'Spruce'}
            {company?.abn && <span className={layout.num}>, ABN {formatAbn(company.abn)}</span>}. Prices in Australian
            dollars, GST included.
          </p>
          <SchemeSwitch />
        </div>
      </div>
    </footer>
  );
}

/** A column shows the pages that are there, and goes when there are none. */
function Column({ title, entries }: { title: string; entries: NavEntry[] }) {
  const open = entries.filter(({ to }) => isOpen(to));
  if (open.length === 0) return null;
  return (
    <nav aria-label={title} className={open.length > maxRows ? styles.long : undefined}>
      <h2>{title}</h2>
      <ul>
        {open.map(({ label, to }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Contact({ company }: { company: PublicSettingsOnPage['company'] }) {
  return (
    <div className={styles.contact}>
      <h2>Talk to us</h2>
      <ul>
        {[company.officePhone, company.mobile].map((phone) => (
          <li key={phone}>
            <a className={cx(layout.num, styles.phone)} href={telephoneLink(phone)}>
              {formatPhone(phone)}
            </a>
          </li>
        ))}
        <li>
          <a href={`mailto:${company.email}`}>{company.email}</a>
        </li>
        <li>Mon to Fri, 7 am to 6 pm</li>
      </ul>
    </div>
  );
}
