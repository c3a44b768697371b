import { administratorType } from '#lib/api/access.ts';
import type { Viewer } from '#lib/api/api-context.ts';
import type { PublicSettingsOnPage } from '#company/use-settings.ts';
import type { ShownMenus } from './content/menus-contract.ts';

export interface NavEntry {
  label: string;
  to: string;
  items?: readonly NavEntry[];
  /** Who sees the entry; if missing, everybody. A visitor is not signed in; administrators have user type 3. */
  only?: 'visitor' | 'member' | 'administrator';
}

interface Rule extends NavEntry {
  /** The setting that shows the entry in the main bar. Entries without one are always shown. */
  flag?: keyof PublicSettingsOnPage['navigation'];
}

/** The entries of the main bar that belong to the program, after those of the menu (specification of the site, section 2). */
const programEntries: readonly Rule[] = [
  { label: 'Shopping', to: '/shopping/products/all', flag: 'shopping' },
  { label: 'My Cart', to: '/shopping/view-cart', flag: 'cart' },
  { label: 'Login', to: '/login/', flag: 'login', only: 'visitor' },
  { label: 'Register', to: '/register/', flag: 'register', only: 'visitor' },
  { label: 'Admin', to: '/admin/', flag: 'admin', only: 'administrator' },
  { label: 'Logout', to: '/logout/', flag: 'logout', only: 'member' },
];

/** The pages of a user's own account, in navigation order. */
export const accountArea: readonly NavEntry[] = [
  { label: 'Overview', to: '/account/' },
  { label: 'Profile', to: '/update-profile/' },
  { label: 'My orders', to: '/my-orders/' },
  { label: 'My submissions', to: '/my-submissions/' },
  { label: 'Sign-in and security', to: '/update-profile/security/' },
];

const accountFlags = ['login', 'register', 'admin', 'logout'];

/** The reader; undefined while a public page does not know: then it has the entries of all readers, of which `base.css` shows some. */
type Reader = Viewer | null | undefined;

function isFor(rule: Rule, viewer: Reader): boolean {
  if (viewer === undefined) return true;
  if (rule.only === 'administrator') return viewer?.userType === administratorType;
  if (rule.only === 'member') return viewer !== null;
  return rule.only === undefined || viewer === null;
}

type Flags = PublicSettingsOnPage['navigation'] | undefined;

/** The entries of the main bar: those of the menu, then the program's. */
export const mainEntries = (viewer: Reader, flags: Flags, menus: ShownMenus | undefined): NavEntry[] => [
  ...(menus?.main ?? [])
    .filter(({ isFaqs }) => !isFaqs || flags?.faqs === true)
    .map(({ label, to, listsServices }) => ({ label, to, ...(listsServices && { items: menus?.services ?? [] }) })),
  ...programEntries.filter((entry) => isFor(entry, viewer) && (!entry.flag || flags?.[entry.flag] === true)),
];

/** The entries of the account menu; while the reader is not known, those of members and administrators. */
export const accountEntries = (viewer: Reader): NavEntry[] => [
  ...(viewer === null ? [] : accountArea),
  ...programEntries.filter(
    (entry) =>
      isFor(entry, viewer) &&
      accountFlags.includes(entry.flag ?? '') &&
      !(viewer === undefined && entry.only === 'visitor'),
  ),
];
