import { useMatches } from 'react-router';
import { Link } from '#ui/link.tsx';
import { switchScheme } from '#site/colour-scheme.tsx';
import type { Crumb } from '#ui/layout/breadcrumbs.tsx';
import { IconButton, iconButton } from '#ui/button/icon-button.tsx';
import { MenuIcon, SchemeIcon, SearchIcon } from '#ui/icons/icons.tsx';
import { KeyboardKey } from '#ui/button/keyboard-key.tsx';
import { ExternalIcon } from '#ui/icons/back-office-icons.tsx';
import { navigationId } from './navigation.tsx';
import styles from './shell.module.css';

/**
 * What a page exports for its breadcrumbs: `handle = { crumb: 'Suppliers', above: [...] }`. `data` is undefined if the
 * page failed.
 */
interface CrumbHandle {
  crumb?: string | ((data: unknown) => string);
  above?: readonly Crumb[];
}

export function TopBar({ onSearch }: { onSearch: () => void }) {
  return (
    <header className={styles.top}>
      <button
        type="button"
        className={`${iconButton} ${styles.menuButton}`}
        popoverTarget={navigationId}
        aria-label="Menu"
      >
        <MenuIcon />
      </button>
      <Crumbs />
      <button type="button" className={styles.search} onClick={onSearch} aria-keyshortcuts="Control+K">
        <SearchIcon />
        <span>Search or jump to…</span>
        <KeyboardKey>Ctrl</KeyboardKey>
        <KeyboardKey>K</KeyboardKey>
      </button>
      <IconButton label="Switch colour scheme" onClick={switchScheme}>
        <SchemeIcon />
      </IconButton>
      <a className={iconButton} href="/" aria-label="Open the website" title="Open the website">
        <ExternalIcon />
      </a>
    </header>
  );
}

function Crumbs() {
  const last = useMatches().at(-1);
  const { crumb, above = [] } = (last?.handle ?? {}) as CrumbHandle; // all our pages export this type
  const current = typeof crumb === 'function' ? crumb(last?.loaderData) : crumb;
  const way = current === undefined ? [] : [{ label: 'Home', to: '/admin/' }, ...above];
  return (
    <nav className={styles.crumbs} aria-label="Breadcrumbs">
      <ol>
        {way.map(({ label, to }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
        <li>
          <span aria-current="page">{current ?? 'Home'}</span>
        </li>
      </ol>
    </nav>
  );
}
