import type { ComponentType } from 'react';
import type { Viewer } from '#lib/api/api-context.ts';
import type { Claim } from '#lib/api/endpoint.ts';
import type { IconProps } from '#ui/icons/icon.tsx';
import { ClockIcon, FileIcon, MailIcon, SearchIcon, TagIcon, TruckIcon } from '#ui/icons/icons.tsx';
import {
  BoxIcon,
  ChartIcon,
  ChecklistIcon,
  ReceiptIcon,
  SlidersIcon,
  StockIcon,
  TreeIcon,
  UsersIcon,
} from '#ui/icons/work-icons.tsx';

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
  group: 'Selling' | 'Catalogue' | 'People and forms' | 'Insight' | 'Site';
  icon: ComponentType<IconProps>;
  /** What waits there, and what it is called: `3 new`. */
  count?: { of: 'orders' | 'stock' | 'submissions' | 'enquiries'; word: string };
  /** Other words that the palette finds it by. */
  words?: string;
}

/** Every area whose page is there, in the order of the navigation (specification of the shop, section 6). */
const areas: readonly Area[] = [
  {
    label: 'Orders',
    about: 'What was ordered, and how far it is',
    to: '/admin/manage-orders/',
    count: { of: 'orders', word: 'new' },
    claim: 'ManageCartOrders',
    group: 'Selling',
    icon: ReceiptIcon,
    words: 'sales invoices picking packing refunds',
  },
  {
    label: 'Promos',
    about: 'Codes that take something off an order',
    to: '/admin/manage-product-codes/',
    claim: 'ManageCartPromoCodes',
    group: 'Selling',
    icon: TagIcon,
    words: 'codes discounts vouchers coupons',
  },
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
    label: 'Search words',
    about: 'Synonyms of the shop, and searches that found nothing',
    to: '/admin/search-words/',
    claim: 'ManageCartProducts',
    group: 'Catalogue',
    icon: SearchIcon,
    words: 'synonyms search found nothing garbage bags',
  },
  {
    label: 'Stock',
    about: 'What is on hand, what came and went, stock takes',
    to: '/admin/manage-product-stocks/',
    count: { of: 'stock', word: 'out of stock' },
    claim: 'ManageCartStock',
    group: 'Catalogue',
    icon: StockIcon,
    words: 'inventory ledger movements low stock take count barcode',
  },
  {
    label: 'Purchase orders',
    about: 'What to reorder, and what has come',
    to: '/admin/purchase-orders/',
    claim: 'ManageCartStock',
    group: 'Catalogue',
    icon: TruckIcon,
    words: 'reorder receive deliveries suppliers buying',
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
    label: 'Form Import',
    about: 'Forms of the site, in and out as a zip',
    to: '/admin/form-builder/upload-forms/',
    claim: 'ManageForms',
    group: 'People and forms',
    icon: FileIcon,
    words: 'forms upload export zip schema reset replace',
  },
  {
    label: 'Submissions',
    about: 'What was sent with the forms, and how far it is',
    to: '/admin/submissions/',
    count: { of: 'submissions', word: 'new' },
    claim: 'ManageForms',
    group: 'People and forms',
    icon: ChecklistIcon,
    words: 'forms answers inbox quotes applications export',
  },
  {
    label: 'Enquiries',
    about: 'What was written from the contact page',
    to: '/admin/enquiries/',
    count: { of: 'enquiries', word: 'new' },
    claim: 'ManageForms',
    group: 'People and forms',
    icon: MailIcon,
    words: 'contact messages inbox spam reply',
  },
  {
    label: 'Reports',
    about: 'Sales, margin, GST and the inventory report',
    to: '/admin/reports-page/',
    claim: 'ViewReports',
    group: 'Insight',
    icon: ChartIcon,
    words: 'sales gst margin inventory excel download statistics consignment',
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
  {
    label: 'Settings',
    about: 'The company, delivery, notices and what the site shows',
    to: '/admin/settings/',
    claim: 'ManageUserPermissions',
    group: 'Site',
    icon: SlidersIcon,
    words: 'company abn delivery fee notifications system message navigation webhook',
  },
];

export const areasOf = (viewer: Viewer | null): readonly Area[] =>
  areas.filter(({ claim }) => viewer?.claims.includes(claim));

/** The cards of the home page in the specification's order. */
const cardOrder = [
  'Users',
  'Suppliers',
  'Categories',
  'Products',
  'Search words',
  'Orders',
  'Stock',
  'Purchase orders',
  'Promos',
  'Reports',
  'Form Import',
  'Submissions',
  'Enquiries',
  'Activity',
  'Settings',
];

export const cardsOf = (viewer: Viewer | null): readonly Area[] =>
  areasOf(viewer).toSorted((one, other) => cardOrder.indexOf(one.label) - cardOrder.indexOf(other.label));
