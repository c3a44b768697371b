import { z } from 'zod';
import { addressParts } from '#addresses/address-shape.ts';
import { isAbn } from '#lib/text/abn.ts';
import { endpoint, sharedEndpoint } from '#lib/api/endpoint.ts';
import { wholeWithin } from '#lib/api/input-shapes.ts';
import { publicBrand } from './brand-contract.ts';
import { email, baseVersion, moneyOf, optionalText, phone, text } from '#lib/api/wire.ts';

/** Eleven digits with valid check digits, or `''` for a company without ABN, whose invoices are titled "Invoice". */
const abn = z
  .string({ error: 'Invalid ABN.' })
  .overwrite((value) => value.replace(/\s/g, ''))
  .refine((value) => value === '' || isAbn(value), { error: 'Invalid ABN.' });

/** Phone numbers are stored as digits. `officePhone` is the landline, `mobile` the number for urgent calls. */
const company = z.object({
  name: text({
    required: 'Company name is required.',
    min: 2,
    max: 50,
    short: 'Company Name must have at least 2 characters.',
    long: 'Company Name is too long.',
  }),
  abn,
  email: email('Email is required.'),
  officePhone: phone('Office phone is required.'),
  mobile: phone('Mobile is required.'),
  address: addressParts,
});

/** An optional sentence in the company's own words. Nothing is shown for `''`, the default for settings stored before it existed. */
const promiseText = (max: number) => optionalText({ max, long: 'This sentence is too long.' }).default('');

/**
 * The flat fee of standard delivery, the total after discount from which delivery is free, and sentences that the shop shows: how
 * long delivery takes, when orders are sent, and when they are ready for pick-up.
 */
const delivery = z.object({
  fee: moneyOf('Delivery fee is required.'),
  freeFrom: moneyOf('Free delivery amount is required.').nullable(),
  times: promiseText(150),
  dispatch: promiseText(60),
  pickUp: promiseText(100),
});

/** At this number of units or fewer, a product page shows how many are left; at 0 it never does. */
const lowStockFrom = wholeWithin(0, 10).default(0);

const addresses = z.array(email('Email is required.')).max(10, { error: 'At most 10 addresses.' });

const notifications = z.object({ orders: addresses, enquiries: addresses, submissions: addresses });

/** The optional entries of the main bar; the specification's base list hides them all. */
const navigation = z.object({
  faqs: z.boolean(),
  login: z.boolean(),
  admin: z.boolean(),
  register: z.boolean(),
  shopping: z.boolean(),
  cart: z.boolean(),
  logout: z.boolean(),
});

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

/** Events are sent only over https, except to this machine, for development. */
function isWebhookAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || (protocol === 'http:' && loopbackHosts.includes(hostname));
}

/** The address that events are posted to, or `''`. */
const webhookUrl = z
  .string({ error: 'Invalid web address.' })
  .trim()
  .max(500, { error: 'Invalid web address.' })
  .refine((value) => value === '' || isWebhookAddress(value), { error: 'Invalid web address.' });

const bankText = (label: string, max: number) => optionalText({ max, long: `${label} is too long.` }).default('');

/** Where trade accounts pay their invoices; all `''` until the company has entered it. */
const bank = z
  .object({
    accountName: bankText('Account name', 60),
    /** Six digits. */
    bsb: z
      .string({ error: 'A BSB has six digits.' })
      .overwrite((value) => value.replace(/[\s-]/g, ''))
      .refine((value) => /^(\d{6})?$/.test(value), { error: 'A BSB has six digits.' })
      .default(''),
    accountNumber: bankText('Account number', 12),
    payId: bankText('PayID', 100),
  })
  .default({ accountName: '', bsb: '', accountNumber: '', payId: '' });

/** The site's settings; amounts are cents here and dollars in JSON, both sent and stored. */
export const settingsContent = z.object({
  company,
  delivery,
  bank,
  lowStockFrom,
  notifications,
  systemMessage: optionalText({ max: 300, long: 'System message is too long.', isMultiline: true }),
  navigation,
  webhookUrl,
});
export type SettingsContent = z.output<typeof settingsContent>;

export const settings = settingsContent.extend({ version: z.int() });
export type Settings = z.output<typeof settings>;

/** What visitors read above every page in maintenance mode, after the operator's own sentence. */
export const maintenanceNotice =
  'We are doing maintenance. You can look at everything; orders, forms and changes are paused for a few minutes.';

export const publicSettings = settingsContent
  .pick({ company: true, delivery: true, systemMessage: true, navigation: true })
  .extend({
    brand: publicBrand,
    hasTestPayments: z.boolean(),
    maintenance: z
      .string()
      .nullable()
      .meta({ description: 'In maintenance mode, the sentence that visitors read; otherwise null.' }),
    adConversionId: z
      .string()
      .nullable()
      .meta({ description: 'The account under which sent enquiries are counted for advertisements.' }),
  });
export type PublicSettings = z.output<typeof publicSettings>;

export const getSettings = endpoint('GET', '/v1/settings', {
  access: 'ManageUserPermissions',
  summary: "The site's settings.",
  reply: settings,
});

export const updateSettings = endpoint('PUT', '/v1/settings', {
  access: 'ManageUserPermissions',
  summary: "Replaces the site's settings; returns 409 for an outdated version.",
  body: settingsContent.extend({ version: baseVersion }),
  reply: settings,
});

export const getPublicSettings = sharedEndpoint(
  '/v1/settings/public',
  {
    summary: 'Company details, delivery fee, system message and navigation flags.',
    reply: publicSettings,
  },
  () => ['settings'],
);
