import { z } from 'zod';
import { addressParts } from '#addresses/parts.ts';
import { isAbn } from '#lib/text/company.ts';
import { endpoint } from '#lib/api/endpoint.ts';
import { email, knownVersion, moneyOf, optionalText, phone, text } from '#lib/api/wire.ts';

/** Eleven digits that hold the ABN's check, or `''` while there is none (invoices are then titled "Invoice"). */
const abn = z
  .string({ error: 'Invalid ABN.' })
  .overwrite((value) => value.replace(/\s/g, ''))
  .refine((value) => value === '' || isAbn(value), { error: 'Invalid ABN.' });

/** Phones are digits. `officePhone` is the land line, `mobile` the number for what can't wait. */
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

/** A sentence of the company's own; nothing is promised where it is empty, as it is in what was stored before. */
const promise = (max: number) => optionalText({ max, long: 'This sentence is too long.' }).default('');

/**
 * The flat fee of standard delivery, the sum from which it is free (compared with the sum after discount), and what the shop
 * promises about times: how long delivery takes, when an order is sent, when one is ready to be picked up.
 */
const delivery = z.object({
  fee: moneyOf('Delivery fee is required.'),
  freeFrom: moneyOf('Free delivery amount is required.').nullable(),
  times: promise(150),
  dispatch: promise(60),
  pickUp: promise(100),
});

/** From this number of units down a product page says how many are left; 0 is never. */
const lowStockFrom = z
  .int({ error: 'Must be a whole number from 0 to 10.' })
  .min(0, { error: 'Must be a whole number from 0 to 10.' })
  .max(10, { error: 'Must be a whole number from 0 to 10.' })
  .default(0);

const addresses = z.array(email('Email is required.')).max(10, { error: 'At most 10 addresses.' });

/** Whom the site tells what happens. */
const notifications = z.object({ orders: addresses, enquiries: addresses, submissions: addresses });

/** Which entries of the main bar show besides the specification's five; all are hidden in its base list. */
const navigation = z.object({
  faqs: z.boolean(),
  login: z.boolean(),
  admin: z.boolean(),
  register: z.boolean(),
  shopping: z.boolean(),
  cart: z.boolean(),
  logout: z.boolean(),
});

const thisMachine = ['localhost', '127.0.0.1', '[::1]'];

/** Signed events go over https; to this machine itself, where one tries things out, also without. */
function isWebhookAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || (protocol === 'http:' && thisMachine.includes(hostname));
}

/** Where other systems are told what happens, or `''`. */
const webhookUrl = z
  .string({ error: 'Invalid web address.' })
  .trim()
  .max(500, { error: 'Invalid web address.' })
  .refine((value) => value === '' || isWebhookAddress(value), { error: 'Invalid web address.' });

/** The site's settings; amounts are cents inside and dollars on the wire and in the stored JSON. */
export const settingsContent = z.object({
  company,
  delivery,
  lowStockFrom,
  notifications,
  systemMessage: optionalText({ max: 300, long: 'System message is too long.', isMultiline: true }),
  navigation,
  webhookUrl,
});
export type SettingsContent = z.output<typeof settingsContent>;

export const settings = settingsContent.extend({ version: z.int() });
export type Settings = z.output<typeof settings>;

/** What every page may show. */
export const publicSettings = settingsContent
  .pick({ company: true, delivery: true, systemMessage: true, navigation: true })
  .extend({
    hasTestPayments: z.boolean(),
    hasDemoContent: z
      .boolean()
      .meta({ description: 'The shop began with the demo content, so pages may show invented partners.' }),
    adConversionId: z.string().nullable().meta({ description: 'Where sent enquiries are counted for advertisements.' }),
  });
export type PublicSettings = z.output<typeof publicSettings>;

export const getSettings = endpoint('GET', '/v1/settings', {
  access: 'ManageUserPermissions',
  summary: "The site's settings.",
  reply: settings,
});

export const updateSettings = endpoint('PUT', '/v1/settings', {
  access: 'ManageUserPermissions',
  summary: "Replaces the site's settings; an older version answers 409.",
  body: settingsContent.extend({ version: knownVersion }),
  reply: settings,
});

export const getPublicSettings = endpoint('GET', '/v1/settings/public', {
  access: 'public',
  summary: 'Company details, delivery fee, system message and navigation flags.',
  reply: publicSettings,
});
