import { valueText } from '#history/change-text.ts';
import { formatAbn } from '#lib/text/abn.ts';
import { formatPhone } from '#lib/text/phone.ts';
import type { InputOf, ReplyOf } from '#lib/api/endpoint.ts';
import { formatDollars } from '#lib/money.ts';
import type { getSettings, updateSettings } from '../contract.ts';
import type { Difference } from '#ui/overlay/field-differences.tsx';

/** The settings as the endpoint sends them: amounts are dollars. */
export type SettingsOnPage = ReplyOf<typeof getSettings>;
export type SettingsValues = Omit<InputOf<typeof updateSettings>['body'], 'version'>;

/** Labels of all fields by their path, in the page's order; a field's id is its path. */
export const settingLabels = {
  'company.name': 'Company name',
  'company.abn': 'ABN',
  'company.email': 'Email',
  'company.officePhone': 'Office phone',
  'company.mobile': 'Mobile',
  'company.address.unitNumber': 'Unit number',
  'company.address.streetNumber': 'Street number',
  'company.address.streetName': 'Street name',
  'company.address.city': 'City',
  'company.address.state': 'State',
  'company.address.postcode': 'Post code',
  'delivery.fee': 'Delivery fee',
  'delivery.freeFrom': 'Free delivery from',
  'delivery.times': 'Delivery times',
  'delivery.dispatch': 'When orders are sent',
  'delivery.pickUp': 'When orders are ready',
  'bank.accountName': 'Bank account name',
  'bank.bsb': 'BSB',
  'bank.accountNumber': 'Account number',
  'bank.payId': 'PayID',
  lowStockFrom: 'Low stock note from',
  'notifications.orders': 'Order notifications',
  'notifications.enquiries': 'Enquiry notifications',
  'notifications.submissions': 'Submission notifications',
  systemMessage: 'System message',
  'navigation.shopping': 'Shopping',
  'navigation.cart': 'My Cart',
  'navigation.faqs': 'FAQs',
  'navigation.login': 'Login',
  'navigation.register': 'Register',
  'navigation.admin': 'Admin',
  'navigation.logout': 'Logout',
  webhookUrl: 'Webhook address',
} as const;
export type SettingPath = keyof typeof settingLabels;
export const settingPaths = Object.keys(settingLabels) as SettingPath[]; // an object's own keys

/** Initial values of the form, with formatted numbers. */
export function valuesOf({ version: _version, ...settings }: SettingsOnPage): SettingsValues {
  const { company } = settings;
  const numbers = {
    abn: formatAbn(company.abn),
    officePhone: formatPhone(company.officePhone),
    mobile: formatPhone(company.mobile),
  };
  return { ...settings, company: { ...company, ...numbers } };
}

export const valueAt = (values: SettingsValues, path: SettingPath): unknown =>
  path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], values); // paths lead through objects

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? '') === JSON.stringify(other ?? '');

export const changedPaths = (before: SettingsValues, after: SettingsValues): SettingPath[] =>
  settingPaths.filter((path) => !isSame(valueAt(before, path), valueAt(after, path)));

function settingText(path: SettingPath, value: unknown): string {
  if (path.startsWith('delivery.') && typeof value === 'number' && Number.isFinite(value)) return formatDollars(value);
  return valueText(value);
}

export function differencesOf(stored: SettingsValues, mine: SettingsValues): Difference[] {
  const paths = new Set(changedPaths(stored, mine));
  return settingPaths
    .filter((path) => paths.has(path))
    .map((path) => ({
      label: settingLabels[path],
      theirs: settingText(path, valueAt(stored, path)),
      mine: settingText(path, valueAt(mine, path)),
    }));
}
