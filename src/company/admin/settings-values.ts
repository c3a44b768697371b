import { valueWord } from '#history/change-words.ts';
import { formatAbn, formatPhone } from '#lib/text/company.ts';
import type { InputOf, ReplyOf } from '#lib/api/endpoint.ts';
import { formatDollars } from '#lib/money.ts';
import type { getSettings, updateSettings } from '../contract.ts';
import type { Difference } from '#ui/overlay/differences.tsx';

/** The settings as they travel: amounts are dollars. */
export type SettingsOnPage = ReplyOf<typeof getSettings>;
export type SettingsValues = Omit<InputOf<typeof updateSettings>['body'], 'version'>;

/** Every field by its place, in the page's order, and what it is called; a field's id is its place. */
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
  lowStockFrom: 'Say what is left from',
  'notifications.orders': 'Told of orders',
  'notifications.enquiries': 'Told of enquiries',
  'notifications.submissions': 'Told of submissions',
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
export const settingPaths = Object.keys(settingLabels) as SettingPath[]; // its own

/** What the form begins with: numbers as people write them. */
export function valuesOf({ version: _version, ...settings }: SettingsOnPage): SettingsValues {
  const { company } = settings;
  const numbers = {
    abn: formatAbn(company.abn),
    officePhone: formatPhone(company.officePhone),
    mobile: formatPhone(company.mobile),
  };
  return { ...settings, company: { ...company, ...numbers } };
}

/** What stands at a place. */
export const valueAt = (values: SettingsValues, path: SettingPath): unknown =>
  path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], values); // places of objects

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? '') === JSON.stringify(other ?? '');

/** Where two differ. */
export const changedPaths = (before: SettingsValues, after: SettingsValues): SettingPath[] =>
  settingPaths.filter((path) => !isSame(valueAt(before, path), valueAt(after, path)));

function word(path: SettingPath, value: unknown): string {
  if (path.startsWith('delivery.') && typeof value === 'number' && Number.isFinite(value)) return formatDollars(value);
  return valueWord(value);
}

/** What `mine` would change of what is stored. */
export function differencesOf(stored: SettingsValues, mine: SettingsValues): Difference[] {
  const paths = new Set(changedPaths(stored, mine));
  return settingPaths
    .filter((path) => paths.has(path))
    .map((path) => ({
      label: settingLabels[path],
      theirs: word(path, valueAt(stored, path)),
      mine: word(path, valueAt(mine, path)),
    }));
}
