import type { Viewer } from '#lib/api/api-context.ts';
import type { PublicSettingsOnPage } from '#company/use-settings.ts';
import { services, servicesPath } from './services.ts';

export interface NavEntry {
  label: string;
  to: string;
  items?: readonly NavEntry[];
}

interface Rule extends NavEntry {
  /** False until the page exists; such an entry is not shown anywhere. */
  isOpen: boolean;
  /** Shown in the main bar only if the settings enable it; the base list hides it. */
  flag?: keyof PublicSettingsOnPage['navigation'];
  /** `unknown` is not signed in. Register is hidden for any user type, Admin is for type 3. */
  only?: 'unknown' | 'member' | 'administrator';
}

const administrator = 3;

/** All entries of the site, in order (specification of the site, section 2). */
const entries: readonly Rule[] = [
  { label: 'Home', to: '/', isOpen: true },
  { label: 'About Us', to: '/about-us/', isOpen: true },
  {
    label: 'Services',
    to: servicesPath,
    isOpen: true,
    items: services.map(({ name, path }) => ({ label: name, to: path })),
  },
  { label: 'Careers', to: '/careers/', isOpen: true },
  { label: 'Contact', to: '/contact-us/', isOpen: true },
  { label: 'FAQs', to: '/faqs/', isOpen: true, flag: 'faqs' },
  { label: 'Shopping', to: '/shopping/products/all', isOpen: true, flag: 'shopping' },
  { label: 'My Cart', to: '/shopping/view-cart', isOpen: true, flag: 'cart' },
  { label: 'Login', to: '/login/', isOpen: true, flag: 'login', only: 'unknown' },
  { label: 'Register', to: '/register/', isOpen: true, flag: 'register', only: 'unknown' },
  { label: 'Admin', to: '/admin/', isOpen: true, flag: 'admin', only: 'administrator' },
  { label: 'Logout', to: '/logout/', isOpen: true, flag: 'logout', only: 'member' },
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

function isFor(rule: Rule, viewer: Viewer | null): boolean {
  if (rule.only === 'administrator') return viewer?.userType === administrator;
  if (rule.only === 'member') return viewer !== null;
  return rule.only === undefined || viewer === null;
}

/** Pages without a menu entry. */
const unlisted: readonly string[] = ['/privacy-policy/', '/terms-and-conditions/'];

const withItems = ({ to, items = [] }: NavEntry): string[] => [to, ...items.map((item) => item.to)];

const openPaths = (among: readonly Rule[]): string[] => among.filter((rule) => rule.isOpen).flatMap(withItems);

/** Whether a linked page exists. */
export const isOpen = (to: string): boolean => unlisted.includes(to) || openPaths(entries).includes(to);

/** Pages for search engines: those about the company, not a user's own. */
export const indexedPaths = (): string[] => [
  ...openPaths(entries.filter(({ flag }) => flag === undefined || flag === 'faqs')),
  ...unlisted,
];

/** The main bar: the base list plus the entries that the settings enable. */
export const mainEntries = (viewer: Viewer | null, flags: PublicSettingsOnPage['navigation'] | undefined): NavEntry[] =>
  entries.filter((entry) => entry.isOpen && isFor(entry, viewer) && (!entry.flag || flags?.[entry.flag] === true));

/** The account menu beside the bar. */
export const accountEntries = (viewer: Viewer | null): NavEntry[] => [
  ...(viewer === null ? [] : accountArea),
  ...entries.filter((entry) => entry.isOpen && isFor(entry, viewer) && accountFlags.includes(entry.flag ?? '')),
];
