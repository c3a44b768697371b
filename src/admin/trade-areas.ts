import { FileIcon, TagIcon } from '#ui/icons/icons.tsx';
import { BuildingIcon, ReceiptIcon } from '#ui/icons/back-office-icons.tsx';
import type { Area } from './area.ts';

/** The areas of trade accounts. */
export const tradeAreas: readonly Area[] = [
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
    label: 'Price lists',
    about: 'What trade accounts and their sites pay',
    to: '/admin/price-lists/',
    claim: 'ManageAccounts',
    group: 'Selling',
    icon: TagIcon,
    words: 'trade contract prices breaks cartons customers wholesale',
  },
];
