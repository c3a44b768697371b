import type { ComponentType } from 'react';
import type { Viewer } from '#lib/api-context.ts';
import type { Claim } from '#lib/endpoint.ts';
import type { IconProps } from '#ui/icon.tsx';
import { ClockIcon, TruckIcon } from '#ui/icons.tsx';
import { BoxIcon, TreeIcon, UsersIcon } from '#ui/work-icons.tsx';

/** A part of the back office. */
export interface Area {
  /** In the navigation. */
  label: string;
  /** On the card of the home page, where the specification calls it otherwise. */
  card?: string;
  /** What one does there, in a line. */
  about: string;
  to: string;
  claim: Claim;
  group: 'Selling' | 'Catalogue' | 'People and forms' | 'Insight';
  icon: ComponentType<IconProps>;
  /** Other words that the palette finds it by. */
  words?: string;
}

/** Every area whose page is there, in the order of the navigation (specification of the shop, section 6). */
const areas: readonly Area[] = [
  {
    label: 'Products',
    about: 'Names, prices, pictures and variations',
    to: '/admin/manage-products/',
    claim: 'ManageCartProducts',
    group: 'Catalogue',
    icon: BoxIcon,
    words: 'catalogue items import export csv',
  },
  {
    label: 'Categories',
    about: 'The tree that the shop is sorted by',
    to: '/admin/manage-categories/',
    claim: 'ManageCartProducts',
    group: 'Catalogue',
    icon: TreeIcon,
    words: 'tree',
  },
  {
    label: 'Suppliers',
    about: 'Who the goods come from',
    to: '/admin/manage-suppliers/',
    claim: 'ManageCartProducts',
    group: 'Catalogue',
    icon: TruckIcon,
  },
  {
    label: 'Users',
    card: 'Manage Users',
    about: 'Customers, administrators and what they may do',
    to: '/admin/manage-users/',
    claim: 'ManageUsers',
    group: 'People and forms',
    icon: UsersIcon,
    words: 'people accounts permissions claims',
  },
  {
    label: 'Activity',
    about: 'Who changed what, and when',
    to: '/admin/activity/',
    claim: 'ManageUsers',
    group: 'Insight',
    icon: ClockIcon,
    words: 'audit log history',
  },
];

export const areasOf = (viewer: Viewer | null): readonly Area[] =>
  areas.filter(({ claim }) => viewer?.claims.includes(claim));

/** The cards of the home page in the specification's order. */
const cardOrder = ['Users', 'Suppliers', 'Categories', 'Products', 'Activity'];

export const cardsOf = (viewer: Viewer | null): readonly Area[] =>
  areasOf(viewer).toSorted((one, other) => cardOrder.indexOf(one.label) - cardOrder.indexOf(other.label));
