import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { Link } from '#ui/link.tsx';
import { useCompanyName, useViewer } from '#lib/api/root-data.ts';
import { Mark } from '#site/logo.tsx';
import { DropdownMenu } from '#site/dropdown-menu.tsx';
import { cx } from '#ui/classes.ts';
import { Hidden } from '#ui/visually-hidden.tsx';
import { UpDownIcon, HomeIcon } from '#ui/icons/back-office-icons.tsx';
import type { Area } from '../area.ts';
import { areasOf } from '../areas.ts';
import styles from './navigation.module.css';
import { countText, useWaitingCounts } from './use-waiting-counts.ts';

export const navigationId = 'back-office-areas';

/** The links to the viewer's areas. On small screens, the button in the top bar opens the navigation. */
export function Navigation() {
  const nav = useRef<HTMLElement>(null);
  const { key } = useLocation();
  // Each navigation changes the location's key, which closes the menu.
  useEffect(() => {
    if (nav.current?.matches(':popover-open')) nav.current.hidePopover();
  }, [key]);
  const areas = areasOf(useViewer());
  const name = useCompanyName();
  const groups = Map.groupBy(areas, ({ group }) => group);
  return (
    <nav ref={nav} id={navigationId} popover="auto" className={styles.nav} aria-label="Back office">
      <Link className={styles.brand} to="/admin/">
        <Mark size={30} />
        <span className={styles.company}>
          <span title={name}>{name}</span>
          <small>Back office</small>
        </span>
      </Link>
      <div className={styles.list}>
        <NavLink to="/admin/" end>
          <HomeIcon />
          Home
        </NavLink>
        {[...groups].map(([group, members]) => (
          <Group key={group} label={group} areas={members} />
        ))}
      </div>
      <AccountMenu />
    </nav>
  );
}

function Group({ label, areas }: { label: string; areas: readonly Area[] }) {
  return (
    <>
      <p className={styles.group}>{label}</p>
      {areas.map(({ label: name, to, icon: Icon, count }) => (
        <NavLink key={to} to={to} prefetch="intent">
          <Icon />
          {name}
          {count && <AreaCount {...count} />}
        </NavLink>
      ))}
    </>
  );
}

/** The number of waiting items in an area. Only the number of new orders is highlighted in citrus. */
function AreaCount({ of, word }: NonNullable<Area['count']>) {
  const text = countText(useWaitingCounts()?.[of]);
  if (text === undefined) return null;
  return (
    <b className={cx(styles.count, of !== 'orders' && styles.muted)}>
      {text}
      <Hidden> {word}</Hidden>
    </b>
  );
}

function AccountMenu() {
  const viewer = useViewer();
  if (!viewer) return null;
  const { firstName, lastName, email } = viewer;
  const summary = (
    <>
      <span className={styles.avatar} aria-hidden="true">
        {firstName.slice(0, 1)}
        {lastName.slice(0, 1)}
      </span>
      <span className={styles.name}>
        {firstName} {lastName}
        <small title={email}>{email}</small>
      </span>
      <UpDownIcon />
    </>
  );
  return (
    <DropdownMenu className={styles.person} summary={summary}>
      <div className={styles.menu}>
        <Link to="/update-profile/" reloadDocument>
          Your profile
        </Link>
        <Link to="/update-profile/security/" reloadDocument>
          Sign-in and security
        </Link>
        <Link to="/logout/" reloadDocument>
          Sign out
        </Link>
      </div>
    </DropdownMenu>
  );
}
