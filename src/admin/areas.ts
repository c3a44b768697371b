import type { ComponentType } from 'react';
import type { Viewer } from '#lib/api/api-context.ts';
import type { Claim } from '#lib/api/endpoint.ts';
import type { IconProps } from '#ui/icons/icon.tsx';
import { ClockIcon, FileIcon, MailIcon, SearchIcon, TagIcon, TruckIcon } from '#ui/icons/icons.tsx';
import {
  BackupIcon,
  BoxIcon,
  BuildingIcon,
  ChartIcon,
  ChecklistIcon,
  PagesIcon,
  PaletteIcon,
  PictureIcon,
  PulseIcon,
  ReceiptIcon,
  SlidersIcon,
  StockIcon,
  TreeIcon,
  UsersIcon,
} from '#ui/icons/back-office-icons.tsx';

/** An area of the back office, with an entry in the navigation and a card on the home page. */
export interface Area {
  label: string;
  /** The card's title, if the specification names it differently. */
  card?: string;
  about: string;
  to: string;
  claim: Claim;
  group: 'Selling' | 'Catalogue' | 'People and forms' | 'Insight' | 'Site';
  icon: ComponentType<IconProps>;
  /** Which waiting items to count, and the word after their number: `3 new`. */
  count?: { of: 'orders' | 'stock' | 'submissions' | 'enquiries'; word: string };
  /** Other words by which the command palette finds the area. */
  words?: string;
}

/** All areas, in the order of the navigation (specification of the shop, section 6). */
const areas: readonly Area[] = [
  {
    label: 'Orders',
    about: 'Customer orders and their status',
    to: '/admin/manage-orders/',
    count: { of: 'orders', word: 'new' },
    claim: 'ManageCartOrders',
    group: 'Selling',
    icon: ReceiptIcon,
    words: 'sales invoices picking packing refunds',
  },
  {
    label: 'Trade accounts',
    about: 'Companies with sites, credit and people',
    to: '/admin/accounts/',
    claim: 'ManageAccounts',
    group: 'Selling',
    icon: BuildingIcon,
    words: 'companies credit limit applications approve sites customers b2b',
  },
  {
    label: 'Quotes',
    about: 'What trade accounts ask for and are offered',
    to: '/admin/quotes/',
    claim: 'ManageAccounts',
    group: 'Selling',
    icon: FileIcon,
    words: 'requests offers revisions trade prices',
  },
  {
    label: 'Debtors',
    about: 'What trade accounts owe, payments and bank files',
    to: '/admin/debtors/',
    claim: 'ManageAccounts',
    group: 'Selling',
    icon: ReceiptIcon,
    words: 'ageing receivables overdue invoices payments bank import statements reminders ledger credit',
  },
  {
    label: 'Accounting',
    about: 'Invoices of accounts as files for Xero or MYOB',
    to: '/admin/accounting/',
    claim: 'ManageAccounts',
    group: 'Selling',
    icon: FileIcon,
    words: 'xero myob export bookkeeping invoices notes gst',
  },
  {
    label: 'Promos',
    about: 'Discount codes for orders',
    to: '/admin/manage-product-codes/',
    claim: 'ManageCartPromoCodes',
    group: 'Selling',
    icon: TagIcon,
    words: 'codes discounts vouchers coupons',
  },
  {
    label: 'Price lists',
    about: 'What trade accounts and their sites pay',
    to: '/admin/price-lists/',
    claim: 'ManageAccounts',
    group: 'Selling',
    icon: TagIcon,
    words: 'trade contract prices breaks cartons customers wholesale',
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
    about: 'The category tree of the shop',
    to: '/admin/manage-categories/',
    claim: 'ManageCartProducts',
    group: 'Catalogue',
    icon: TreeIcon,
    words: 'tree',
  },
  {
    label: 'Suppliers',
    about: 'The companies that products are bought from',
    to: '/admin/manage-suppliers/',
    claim: 'ManageCartProducts',
    group: 'Catalogue',
    icon: TruckIcon,
  },
  {
    label: 'Search words',
    about: 'Synonyms for the shop’s search, and searches that found nothing',
    to: '/admin/search-words/',
    claim: 'ManageCartProducts',
    group: 'Catalogue',
    icon: SearchIcon,
    words: 'synonyms search found nothing garbage bags',
  },
  {
    label: 'Stock',
    about: 'Stock on hand, stock movements and stock takes',
    to: '/admin/manage-product-stocks/',
    count: { of: 'stock', word: 'out of stock' },
    claim: 'ManageCartStock',
    group: 'Catalogue',
    icon: StockIcon,
    words: 'inventory ledger movements low stock take count barcode',
  },
  {
    label: 'Purchase orders',
    about: 'Reordering and deliveries',
    to: '/admin/purchase-orders/',
    claim: 'ManageCartStock',
    group: 'Catalogue',
    icon: TruckIcon,
    words: 'reorder receive deliveries suppliers buying',
  },
  {
    label: 'Users',
    card: 'Manage Users',
    about: 'Customers, administrators and their permissions',
    to: '/admin/manage-users/',
    claim: 'ManageUsers',
    group: 'People and forms',
    icon: UsersIcon,
    words: 'people accounts permissions claims',
  },
  {
    label: 'Form Import',
    about: 'Import and export of forms as a zip file',
    to: '/admin/form-builder/upload-forms/',
    claim: 'ManageForms',
    group: 'People and forms',
    icon: FileIcon,
    words: 'forms upload export zip schema reset replace',
  },
  {
    label: 'Submissions',
    about: 'Submitted forms and their status',
    to: '/admin/submissions/',
    count: { of: 'submissions', word: 'new' },
    claim: 'ManageForms',
    group: 'People and forms',
    icon: ChecklistIcon,
    words: 'forms answers inbox quotes applications export',
  },
  {
    label: 'Enquiries',
    about: 'Messages from the contact page',
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
    label: 'Pages',
    about: 'The pages of the site: their words, pictures and addresses',
    to: '/admin/site/',
    claim: 'ManageSite',
    group: 'Site',
    icon: PagesIcon,
    words: 'site website editor blocks home content publish draft text',
  },
  {
    label: 'Brand',
    about: 'Colours, and what every page says of the company',
    to: '/admin/site/brand/',
    claim: 'ManageSite',
    group: 'Site',
    icon: PaletteIcon,
    words: 'colours logo tagline hours areas footer acknowledgement social',
  },
  {
    label: 'Pictures',
    about: 'The pictures that pages of the site show',
    to: '/admin/site/pictures/',
    claim: 'ManageSite',
    group: 'Site',
    icon: PictureIcon,
    words: 'images photos library upload alternative text crop focal point',
  },
  {
    label: 'Settings',
    about: 'Company, delivery, notifications and website options',
    to: '/admin/settings/',
    claim: 'ManageUserPermissions',
    group: 'Site',
    icon: SlidersIcon,
    words: 'company abn delivery fee notifications system message navigation webhook',
  },
  {
    label: 'System',
    about: 'Health, jobs and version of the program',
    to: '/admin/system/',
    claim: 'ManageUserPermissions',
    group: 'Site',
    icon: PulseIcon,
    words: 'health status jobs queue failed retry database disk mail backup version update certificate',
  },
  {
    label: 'Backups',
    about: 'Copies of the whole shop, and restore drills',
    to: '/admin/backups/',
    claim: 'ManageUserPermissions',
    group: 'Site',
    icon: BackupIcon,
    words: 'backup restore drill disaster recovery archive download',
  },
];

/** The areas that the viewer may use. */
export const areasOf = (viewer: Viewer | null): readonly Area[] =>
  areas.filter(({ claim }) => viewer?.claims.includes(claim));

/** The cards of the home page, in the specification's order. */
const cardOrder = [
  'Users',
  'Suppliers',
  'Categories',
  'Products',
  'Search words',
  'Orders',
  'Trade accounts',
  'Debtors',
  'Stock',
  'Purchase orders',
  'Promos',
  'Price lists',
  'Accounting',
  'Reports',
  'Form Import',
  'Submissions',
  'Enquiries',
  'Activity',
  'Pages',
  'Brand',
  'Pictures',
  'Settings',
  'System',
  'Backups',
];

export const cardsOf = (viewer: Viewer | null): readonly Area[] =>
  areasOf(viewer).toSorted((one, other) => cardOrder.indexOf(one.label) - cardOrder.indexOf(other.label));
