import { useEffect, useRef } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { useViewer } from '#lib/root-data.ts';
import { Mark } from '#site/logo.tsx';
import { Menu } from '#site/menu.tsx';
import { Hidden } from '#ui/hidden.tsx';
import { UpDownIcon, HomeIcon } from '#ui/work-icons.tsx';
import { type Area, areasOf } from '../areas.ts';
import styles from './navigation.module.css';
import { useNewOrders } from './use-new-orders.ts';

export const navigationId = 'areas';

/** The areas that the viewer may see; on small screens it comes over the page when the button in the top bar is pressed. */
export function Navigation() {
  const nav = useRef<HTMLElement>(null);
  const { key } = useLocation();
  // Another page closes it, which is all that the key is for.
  useEffect(() => {
    if (nav.current?.matches(':popover-open')) nav.current.hidePopover();
  }, [key]);
  const areas = areasOf(useViewer());
  const groups = Map.groupBy(areas, ({ group }) => group);
  return (
    <nav ref={nav} id={navigationId} popover="auto" className={styles.nav} aria-label="Back office">
      <Link className={styles.brand} to="/admin/">
        <Mark isOnInk size={30} />
        Spruce
        <small>Back office</small>
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
      <Person />
    </nav>
  );
}

function Group({ label, areas }: { label: string; areas: readonly Area[] }) {
  return (
    <>
      <p className={styles.group}>{label}</p>
      {areas.map(({ label: name, to, icon: Icon }) => (
        <NavLink key={to} to={to} prefetch="intent">
          <Icon />
          {name}
          {name === 'Orders' && <NewOrders />}
        </NavLink>
      ))}
    </>
  );
}

/** Orders that wait to be picked: the one figure of the frame in citrus. */
function NewOrders() {
  const orders = useNewOrders();
  if (!orders) return null;
  return (
    <b className={styles.count}>
      {orders > 1_000 ? '1,000+' : orders.toLocaleString('en-AU')}
      <Hidden> new</Hidden>
    </b>
  );
}

function Person() {
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
        <small>{email}</small>
      </span>
      <UpDownIcon />
    </>
  );
  return (
    <Menu className={styles.person} summary={summary}>
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
    </Menu>
  );
}
