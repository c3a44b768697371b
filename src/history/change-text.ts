import { formatPhone } from '#lib/text/phone.ts';
import { format, formatInstant, isDay } from '#lib/day.ts';
import { type Claim, claims } from '#lib/api/endpoint.ts';

/** Verbs for actions, as in `Mia Rossi changed it`. */
const actions: Record<string, string> = {
  create: 'created',
  update: 'changed',
  archive: 'deleted',
  close: 'closed',
  open: 'opened',
  delete: 'deleted',
  restore: 'restored',
  import: 'imported',
  move: 'moved',
  refund: 'refunded',
  'refund-retry': 'retried a refund of',
  'refund-withdraw': 'cancelled a refund of',
  'refund-back': 'recorded a returned refund of',
  price: 'changed the prices of',
  stock: 'changed the stock of',
  undo: 'undid a change of',
  status: 'changed the status of',
  spam: 'changed the spam mark of',
  'join-account': 'added to an account',
  note: 'added a note to',
  'make-delivery': 'made a delivery of',
  'update-delivery': 'changed a delivery of',
  'dispatch-delivery': 'dispatched a delivery of',
  'deliver-delivery': 'recorded a delivery of',
  'fail-delivery': 'recorded a failed delivery of',
  'cancel-delivery': 'cancelled a delivery of',
  'restore-delivery': 'restored a delivery of',
  'renew-driver-link': 'replaced a driver’s link of',
  'back-order': 'changed the back order of',
  mail: 'sent an e-mail about',
  download: 'downloaded',
  'webhook-secret': 'replaced the signing secret of',
  'webhook-resend': 'resent a webhook event of',
  'job-retry': 'retried failed jobs of',
  publish: 'published',
  unpublish: 'took back',
  schedule: 'changed the time of publishing of',
  discard: 'discarded the changes of',
  'restore-version': 'restored a version of',
  apply: 'applied for',
  invite: 'invited a person to',
  join: 'joined',
  remind: 'sent a reminder to',
  payment: 'recorded a payment of',
  'pay-back': 'recorded credit that was paid back of',
  'write-off': 'wrote off an invoice of',
  allocate: 'allocated credit of',
  'take-back': 'took back an allocation of',
  'mend-exposure': 'corrected the exposure of',
  'approval-rules': 'changed the rules for approval of',
  'remember-codes': 'confirmed a former supplier’s codes of',
  order: 'ordered for',
};

/** Verbs of actions such as `add-site`, with the word between their object and `it`. */
const verbs: Record<string, [verb: string, word: string]> = {
  add: ['added', 'to'],
  update: ['changed', 'of'],
  remove: ['removed', 'from'],
  archive: ['archived', 'of'],
  end: ['ended', 'of'],
  pause: ['paused', 'of'],
  resume: ['resumed', 'of'],
};

/** `add-standing-order` in words: `added`, `standing order`, `to`; undefined for other actions. */
function partsOf(action: string): { verb: string; thing: string; word: string } | undefined {
  const [first = '', ...others] = action.split('-');
  const [verb, word] = verbs[first] ?? [];
  if (verb === undefined || word === undefined || others.length === 0) return undefined;
  return { verb, thing: others.join(' ').replace(/\bpo\b/, 'PO'), word };
}

/**
 * The verb of an action: `add-site` becomes `added a site to`. The name of an unknown action is split into words: `price-change` becomes
 * `price change`.
 */
export function actionWord(action: string): string {
  const { verb, thing, word } = partsOf(action) ?? {};
  return actions[action] ?? (verb ? `${verb} a ${thing} ${word}` : action.replace(/[-_]+/g, ' '));
}

/** Labels of actions whose verb makes no sense without an object. */
const actionLabels: Record<string, string> = {
  'refund-retry': 'Refund retried',
  'refund-withdraw': 'Refund cancelled',
  'refund-back': 'Refund came back',
  price: 'Prices changed',
  stock: 'Stock changed',
  undo: 'Change undone',
  status: 'Status changed',
  spam: 'Marked as spam or not spam',
  'join-account': 'Added to an account',
  note: 'Note added',
  'make-delivery': 'Delivery made',
  'update-delivery': 'Delivery changed',
  'dispatch-delivery': 'Delivery dispatched',
  'deliver-delivery': 'Delivered',
  'fail-delivery': 'Delivery failed',
  'cancel-delivery': 'Delivery cancelled',
  'restore-delivery': 'Delivery restored',
  'renew-driver-link': 'Driver’s link replaced',
  'back-order': 'Back order changed',
  mail: 'E-mail sent',
  'webhook-secret': 'Signing secret replaced',
  'webhook-resend': 'Webhook event resent',
  'job-retry': 'Jobs retried',
  schedule: 'Time of publishing changed',
  discard: 'Changes discarded',
  'restore-version': 'Version restored',
};

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** Labels of fields that have another name on pages than in records. */
const fields: Record<string, string> = {
  usersClaims: 'Permissions',
  claims: 'Permissions',
  userType: 'Member type',
  user_type: 'Member type',
};

/** Label of a field such as `shortDescription` or `first_name`. */
export const fieldLabel = (name: string): string =>
  fields[name] ??
  capital(
    name
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .replace(/[-_.]+/g, ' ')
      .toLowerCase(),
  );

/** An action as a label: `Created`, `Stock changed`. */
export function actionLabel(action: string): string {
  const { verb, thing } = partsOf(action) ?? {};
  return actionLabels[action] ?? (verb ? capital(`${thing} ${verb}`) : fieldLabel(actionWord(action)));
}

const memberTypes: Record<string, string> = { 1: 'Regular', 2: 'Company', 3: 'Admin' };

/** How the values of these fields are shown as text. */
const valueTexts: Record<string, (value: string) => string | undefined> = {
  userType: (value) => memberTypes[value],
  user_type: (value) => memberTypes[value],
  mobile: formatPhone,
};

const isClaim = (text: string): boolean => claims.includes(text as Claim); // type guard

const isInstant = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text));

/** A value as readable text; a dash for none. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') {
    if (isDay(value)) return format(value);
    if (isClaim(value)) return fieldLabel(value.replace('Cart', ''));
    return isInstant(value) ? formatInstant(new Date(value)) : value;
  }
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(valueText).join(', ');
  if (typeof value === 'object') {
    const entries = Object.entries(value).map(([name, one]) => `${fieldLabel(name)}: ${valueText(one)}`);
    return entries.join(', ') || '–';
  }
  return String(value);
}

export interface ChangedField {
  name: string;
  before: string;
  after: string;
}

type Content = Record<string, unknown> | null;

/** What distinguishes a part of a record, such as a site of an account, from others; shown with every change of it. */
const naming = ['site', 'number', 'person', 'role', 'list', 'item'];

/** The changed fields with those that name what was changed; for created and deleted records, all fields. */
export function changedFields(before: Content, after: Content): ChangedField[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const valueOf = (name: string, content: Content): string => {
    const word = valueText(content?.[name]);
    return valueTexts[name]?.(word) ?? word;
  };
  const fields = [...names].map((name) => {
    const isNaming = naming.includes(name);
    return { isNaming, name: fieldLabel(name), before: valueOf(name, before), after: valueOf(name, after) };
  });
  if (fields.every((field) => field.before === field.after)) return [];
  return fields
    .filter((field) => field.before !== field.after || (field.isNaming && before && after))
    .map(({ isNaming: _, ...field }) => field);
}
