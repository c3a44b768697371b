import type { ReactNode } from 'react';
import { type LinkProps, useLocation } from 'react-router';
import type { Viewer } from '#lib/api/api-context.ts';
import { useCartCount } from '#storefront/cart/browser-cart.ts';
import { useKnownViewer } from '#lib/api/root-data.ts';
import { SiteStrip } from '#trade/limits/site-strip.tsx';
import { usePublicSettings } from '#company/use-settings.ts';
import { Count } from '#ui/feedback/badge.tsx';
import { cx } from '#ui/classes.ts';
import { Hidden } from '#ui/visually-hidden.tsx';
import { Link } from '#ui/link.tsx';
import { CartIcon, ChevronDownIcon, MenuIcon, ShopIcon, UserIcon } from '#ui/icons/icons.tsx';
import layout from '#ui/layout.module.css';
import styles from './header.module.css';
import { Logo } from './logo.tsx';
import { DropdownMenu } from './dropdown-menu.tsx';
import { accountEntries, mainEntries, type NavEntry } from './navigation.ts';
import { useMenus } from './use-menus.ts';

export function Header() {
  const entries = mainEntries(useKnownViewer(), usePublicSettings()?.navigation, useMenus());
  return (
    <header className={styles.header}>
      <div className={cx(layout.wide, styles.bar)}>
        <Logo />
        <nav className={styles.nav} aria-label="Main">
          {entries.map((entry, i) => (entry.items ? <Submenu key={i} entry={entry} /> : <Entry key={i} {...entry} />))}
        </nav>
        <div className={styles.tools}>
          <MenuLink className={cx(styles.tool, styles.shop)} to="/shopping/products/all" prefetch="intent">
            <ShopIcon />
            <span className={styles.word}>Shop</span>
          </MenuLink>
          <CartLink />
          <Account />
          <SmallMenu entries={entries} />
        </div>
      </div>
      <SiteStrip />
    </header>
  );
}

function Entry({ label, to, only }: NavEntry) {
  return (
    <MenuLink data-only={only} to={to} prefetch="intent" reloadDocument={to === '/logout/' || to === '/admin/'}>
      {label}
    </MenuLink>
  );
}

/** A link that is marked as current on its page and on those below it. */
function MenuLink({ to, ...rest }: LinkProps & { to: string }) {
  const { pathname } = useLocation();
  const path = to.replace(/\/?(?:[?#].*)?$/, '');
  const isCurrent = path === '' ? pathname === '/' : `${pathname}/`.startsWith(`${path}/`);
  return <Link {...rest} to={to} aria-current={isCurrent ? 'page' : undefined} />;
}

/** An entry that opens a submenu, by touch, mouse or keyboard. The entry's own page is the first link in it. */
function Submenu({ entry }: { entry: NavEntry }) {
  const { pathname } = useLocation();
  const paths = [entry, ...(entry.items ?? [])].map(({ to }) => to.replace(/\/$/, ''));
  const summary = (
    <>
      {entry.label}
      <ChevronDownIcon />
    </>
  );
  return (
    <DropdownMenu summary={summary} className={styles.sub} isCurrent={paths.includes(pathname.replace(/\/$/, ''))}>
      <div className={cx(styles.menu, styles.two)}>
        <AllOf entry={entry} />
        {entry.items?.map((item, i) => (
          <Entry key={i} {...item} />
        ))}
      </div>
    </DropdownMenu>
  );
}

/** `All services`, but `All NDIS`. */
const AllOf = ({ entry: { label, to } }: { entry: NavEntry }) => (
  <Entry label={`All ${label.replace(/\p{Lu}\p{Ll}+/gu, (word) => word.toLowerCase())}`} to={to} />
);

/** Only the browser knows the number of items in the cart. If there is a cart, space is reserved for the number, so that nothing moves. */
function CartLink() {
  const count = useCartCount();
  return (
    <MenuLink className={styles.tool} to="/shopping/view-cart">
      <CartIcon />
      <span className={styles.word}>Cart</span>
      <Count className={cx(styles.count, count === 0 && styles.none)}>
        <Hidden>items in cart: </Hidden>
        {count > 99 ? '99+' : count}
      </Count>
    </MenuLink>
  );
}

/** The account menu. A public page that does not know its reader yet has those of visitors and of members; `base.css` shows one. */
function Account() {
  const viewer = useKnownViewer();
  return (
    <>
      {!viewer && <VisitorMenu />}
      {viewer !== null && <MemberMenu viewer={viewer} />}
    </>
  );
}

function VisitorMenu() {
  const entries = accountEntries(null);
  return (
    <DropdownMenu only="visitor" summary={<Person name="Account" />} {...accountMenu}>
      <div className={styles.menu}>
        {entries.map((entry, i) => (
          <Entry key={i} {...entry} />
        ))}
      </div>
    </DropdownMenu>
  );
}

function MemberMenu({ viewer }: { viewer: Viewer | undefined }) {
  const summary = (
    <>
      <Person name={viewer?.firstName ?? <span className={styles.memberName} />} />
      <Hidden>, your account</Hidden>
    </>
  );
  return (
    <DropdownMenu only="member" summary={summary} {...accountMenu}>
      <div className={styles.menu}>
        {viewer && (
          <p className={styles.who}>
            {viewer.firstName} {viewer.lastName}
            <small>{viewer.email}</small>
          </p>
        )}
        {accountEntries(viewer).map((entry, i) => (
          <Entry key={i} {...entry} />
        ))}
      </div>
    </DropdownMenu>
  );
}

const accountMenu = { className: styles.account ?? '', summaryClassName: styles.tool ?? '' };

const Person = ({ name }: { name: ReactNode }) => (
  <>
    <UserIcon />
    <span className={styles.word}>{name}</span>
  </>
);

/** The menu on screens narrower than 750 px; it contains all entries. */
function SmallMenu({ entries }: { entries: readonly NavEntry[] }) {
  const summary = (
    <>
      <MenuIcon />
      <Hidden>Menu</Hidden>
    </>
  );
  return (
    <DropdownMenu summary={summary} className={styles.burger} summaryClassName={styles.tool}>
      <nav aria-label="Main, small screen">
        {entries.map((entry, i) =>
          entry.items ? (
            <details key={i}>
              <summary>
                {entry.label}
                <ChevronDownIcon />
              </summary>
              <div>
                <AllOf entry={entry} />
                {entry.items.map((item, i) => (
                  <Entry key={i} {...item} />
                ))}
              </div>
            </details>
          ) : (
            <Entry key={i} {...entry} />
          ),
        )}
        <Entry label="Shop" to="/shopping/products/all" />
        <Entry label="Cart" to="/shopping/view-cart" />
      </nav>
    </DropdownMenu>
  );
}
