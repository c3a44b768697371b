import { administratorType } from '#lib/api/access.ts';
import type { Viewer } from '#lib/api/api-context.ts';
import type { PublicSettingsOnPage } from '#company/use-settings.ts';
import { services, servicesPath } from './services.ts';

export interface NavEntry {
  label: string;
  to: string;
  items?: readonly NavEntry[];
}

interface Rule extends NavEntry {
  /** The setting that shows the entry in the main bar. Entries without one are always shown. */
  flag?: keyof PublicSettingsOnPage['navigation'];
  /** Who sees the entry, if not everybody. A visitor is not signed in; administrators have user type 3. */
  only?: 'visitor' | 'member' | 'administrator';
}

/** All entries of the site, in order (specification of the site, section 2). */
const entries: readonly Rule[] = [
  { label: 'Home', to: '/' },
  { label: 'About Us', to: '/about-us/' },
  {
    label: 'Services',
    to: servicesPath,
    items: services.map(({ name, path }) => ({ label: name, to: path })),
  },
  { label: 'Careers', to: '/careers/' },
  { label: 'Contact', to: '/contact-us/' },
  { label: 'FAQs', to: '/faqs/', flag: 'faqs' },
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

function isFor(rule: Rule, viewer: Viewer | null): boolean {
  if (rule.only === 'administrator') return viewer?.userType === administratorType;
  if (rule.only === 'member') return viewer !== null;
  return rule.only === undefined || viewer === null;
}

const unlisted: readonly string[] = ['/privacy-policy/', '/terms-and-conditions/'];

const withItems = ({ to, items = [] }: NavEntry): string[] => [to, ...items.map((item) => item.to)];

/** The pages that search engines may index: those about the company, not those of a user's account. */
export const indexedPaths = (): string[] => [
  ...entries.filter(({ flag }) => flag === undefined || flag === 'faqs').flatMap(withItems),
  ...unlisted,
];

/** The entries of the main bar. */
export const mainEntries = (viewer: Viewer | null, flags: PublicSettingsOnPage['navigation'] | undefined): NavEntry[] =>
  entries.filter((entry) => isFor(entry, viewer) && (!entry.flag || flags?.[entry.flag] === true));

/** The entries of the account menu. */
export const accountEntries = (viewer: Viewer | null): NavEntry[] => [
  ...(viewer === null ? [] : accountArea),
  ...entries.filter((entry) => isFor(entry, viewer) && accountFlags.includes(entry.flag ?? '')),
];
