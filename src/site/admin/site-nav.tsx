import { NavLink } from 'react-router';
import { recordWords } from './record-words.ts';
import styles from './records.module.css';

const links = [
  { to: '/admin/site/', label: 'Pages' },
  { to: '/admin/site/menus/', label: 'Menus' },
  ...Object.values(recordWords).map(({ path, title }) => ({ to: `/admin/site/lists/${path}/`, label: title })),
  { to: '/admin/site/links/', label: 'Dead links' },
];

/** The parts of the site that can be edited: pages, menus and lists. */
export const SiteNav = () => (
  <nav className={styles.nav} aria-label="Parts of the site">
    {links.map(({ to, label }) => (
      <NavLink key={to} to={to} end prefetch="intent">
        {label}
      </NavLink>
    ))}
  </nav>
);
