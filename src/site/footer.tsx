import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Link } from '#ui/link.tsx';
import { formatAbn } from '#lib/text/abn.ts';
import { useKnownViewer, usePageAddress } from '#lib/api/root-data.ts';
import { type PublicSettingsOnPage, usePublicSettings } from '#company/use-settings.ts';
import { PhoneLink } from '#ui/button/phone-link.tsx';
import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import { SchemeSwitch } from './colour-scheme.tsx';
import styles from './footer.module.css';
import { Logo } from './logo.tsx';
import type { NavEntry } from './navigation.ts';
import type { ShownMenus } from './content/menus-contract.ts';
import { useMenus } from './use-menus.ts';

const shop = {
  title: 'Shop',
  entries: [
    { label: 'All products', to: '/shopping/products/all' },
    { label: 'My cart', to: '/shopping/view-cart' },
    { label: 'Login', to: '/login/', only: 'visitor' },
  ],
} as const;

/** The columns of links: the services, the columns of the menus, and the shop. */
const columnsOf = (menus: ShownMenus | undefined): { title: string; entries: readonly NavEntry[] }[] =>
  [{ title: 'Services', entries: menus?.services ?? [] }, ...(menus?.foot ?? []), shop].filter(
    ({ entries }) => entries.length > 0,
  );

/** Longer columns are split in two on small screens. */
const maxRows = 6;

/** Whether a page is a task such as the checkout, during which links elsewhere would distract. */
const isTask = (path: string): boolean => path.startsWith('/shopping/checkout') || path.startsWith('/forms/');

export function Footer() {
  const settings = usePublicSettings();
  const brand = settings?.brand;
  const isSignedIn = Boolean(useKnownViewer());
  const menus = useMenus();
  if (isTask(useLocation().pathname)) return <ShortFooter settings={settings} />;
  return (
    <footer className={styles.footer}>
      <div className={layout.wide}>
        <div className={styles.columns}>
          <div className={styles.about}>
            <Logo isOnInk />
            {brand?.about && <p>{brand.about}</p>}
            {brand?.acknowledgement && <p>{brand.acknowledgement}</p>}
          </div>
          {columnsOf(menus).map(({ title, entries }, i) => (
            <Column key={i} title={title} entries={entries.filter(({ only }) => !isSignedIn || only !== 'visitor')} />
          ))}
          {brand && brand.areas.length > 0 && (
            <div className={styles.areas}>
              <h2>Where we work</h2>
              <ul>
                {brand.areas.map((area, i) => (
                  <li key={i}>{area}</li>
                ))}
              </ul>
            </div>
          )}
          {settings && <Contact settings={settings} />}
        </div>
        <Base settings={settings}>{brand && brand.links.length > 0 && <Elsewhere links={brand.links} />}</Base>
      </div>
    </footer>
  );
}

/** Undefined on the error page of a site whose database is unavailable. */
type Settings = PublicSettingsOnPage | undefined;

function Base({ settings, children }: { settings: Settings; children?: ReactNode }) {
  const company = settings?.company;
  return (
    <div className={styles.base}>
      <p>
        {company && (settings.brand.legalName || company.name)}
        {company?.abn && <span className={layout.num}>, ABN {formatAbn(company.abn)}</span>}
        {company && '. '}Prices in Australian dollars, GST included.
      </p>
      {children}
      <SchemeSwitch />
    </div>
  );
}

const Elsewhere = ({ links }: { links: PublicSettingsOnPage['brand']['links'] }) => (
  <nav aria-label="Our pages elsewhere">
    <ul className={styles.elsewhere}>
      {links.map(({ url, name }) => (
        <li key={url}>
          <a href={url} rel="me">
            {name}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);

function ShortFooter({ settings }: { settings: Settings }) {
  const [privacy, terms] = [usePageAddress('/privacy-policy/'), usePageAddress('/terms-and-conditions/')];
  const company = settings?.company;
  return (
    <footer className={styles.footer}>
      <div className={layout.wide}>
        <ul className={styles.short}>
          {company && (
            <>
              <li>
                <PhoneLink phone={company.officePhone} className={cx(layout.num, styles.phone)} />
              </li>
              <li>
                <a href={`mailto:${company.email}`}>{company.email}</a>
              </li>
            </>
          )}
          {privacy && (
            <li>
              <Link to={privacy}>Privacy policy</Link>
            </li>
          )}
          {terms && (
            <li>
              <Link to={terms}>Terms and conditions</Link>
            </li>
          )}
        </ul>
        <Base settings={settings} />
      </div>
    </footer>
  );
}

function Column({ title, entries }: { title: string; entries: readonly NavEntry[] }) {
  return (
    <nav aria-label={title} className={entries.length > maxRows ? styles.long : undefined}>
      <h2>{title}</h2>
      <ul>
        {entries.map(({ label, to, only }, i) => (
          <li key={i} data-only={only}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Contact({ settings: { company, brand } }: { settings: PublicSettingsOnPage }) {
  return (
    <div className={styles.contact}>
      <h2>Talk to us</h2>
      <ul>
        {[...new Set([company.officePhone, company.mobile])].map((phone) => (
          <li key={phone}>
            <PhoneLink phone={phone} className={cx(layout.num, styles.phone)} />
          </li>
        ))}
        <li>
          <a href={`mailto:${company.email}`}>{company.email}</a>
        </li>
        {brand.hours && <li>{brand.hours}</li>}
      </ul>
    </div>
  );
}
