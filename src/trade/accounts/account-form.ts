import { z } from 'zod';
import { addressNames, type AddressValues } from '#addresses/field/address-values.ts';
import { fullAddress } from '#addresses/full-address.ts';
import type { InputOf, ReplyOf } from '#lib/api/endpoint.ts';
import { formatDollars } from '#lib/money.ts';
import { formatAbn, formatAcn } from '#lib/text/abn.ts';
import { toIsoDay, toTypedDay } from '#lib/text/day-text.ts';
import { formatPhone } from '#lib/text/phone.ts';
import type { Difference } from '#ui/overlay/field-differences.tsx';
import { termsInWords } from '../trading-terms.ts';
import { accountInput, type addAccount, type readAccount } from './contract.ts';

/** An account as the browser gets it, with amounts in dollars. */
export type AccountOnPage = ReplyOf<typeof readAccount>;
type Body = InputOf<typeof addAccount>['body'];

export interface AccountValues extends AddressValues {
  name: string;
  abn: string;
  acn: string;
  contactName: string;
  contactEmail: string;
  accountsEmail: string;
  phone: string;
  termsKind: 'days' | 'endOfMonth';
  termsDays: string;
  creditLimit: number | null;
  /** Empty for none. */
  priceListId: string;
  poRule: 'none' | 'required' | 'pattern';
  poPattern: string;
  ppsrNumber: string;
  /** `31/12/2026` */
  ppsrUntil: string;
  notes: string;
}

/** In the dialog's order; a field's id is its name. */
export const accountFields = [
  'name',
  'abn',
  'acn',
  'contactName',
  'contactEmail',
  'phone',
  'accountsEmail',
  ...addressNames,
  'creditLimit',
  'termsKind',
  'termsDays',
  'priceListId',
  'poRule',
  'poPattern',
  'ppsrNumber',
  'ppsrUntil',
  'notes',
] as const satisfies readonly (keyof AccountValues)[];

const noAddress: AddressValues = {
  unitNumber: '',
  streetNumber: '',
  streetName: '',
  city: '',
  state: '',
  postcode: '',
};

export const newAccount: AccountValues = {
  ...noAddress,
  name: '',
  abn: '',
  acn: '',
  contactName: '',
  contactEmail: '',
  accountsEmail: '',
  phone: '',
  termsKind: 'days',
  termsDays: '30',
  creditLimit: 0,
  priceListId: '',
  poRule: 'none',
  poPattern: '',
  ppsrNumber: '',
  ppsrUntil: '',
  notes: '',
};

export const valuesOf = (account: AccountOnPage): AccountValues => ({
  ...noAddress,
  ...account.postalAddress,
  unitNumber: account.postalAddress?.unitNumber ?? '',
  name: account.name,
  abn: formatAbn(account.abn),
  acn: formatAcn(account.acn),
  contactName: account.contactName,
  contactEmail: account.contactEmail,
  accountsEmail: account.accountsEmail,
  phone: formatPhone(account.phone),
  termsKind: account.termsKind,
  termsDays: String(account.termsDays),
  creditLimit: account.creditLimit,
  priceListId: account.priceListId ?? '',
  poRule: account.poRule,
  poPattern: account.poPattern,
  ppsrNumber: account.ppsrNumber,
  ppsrUntil: account.ppsrUntil === null ? '' : toTypedDay(account.ppsrUntil),
  notes: account.notes,
});

/** The request's body. Days that are no number become -1, so that validation reports them; an address without any part is none. */
export function bodyOf({ priceListId, termsDays, ppsrUntil, ...values }: AccountValues): Body {
  const { unitNumber, streetNumber, streetName, city, state, postcode, ...rest } = values;
  const parts = { unitNumber, streetNumber, streetName, city, state: state as 'NSW', postcode }; // the shape checks the state
  return {
    ...rest,
    postalAddress: Object.values(parts).some(Boolean) ? parts : null,
    termsDays: /^\d+$/.test(termsDays.trim()) ? Number(termsDays) : -1,
    creditLimit: values.creditLimit as number, // the shape reports a missing one
    priceListId: priceListId || null,
    ppsrUntil: ppsrUntil ? toIsoDay(ppsrUntil) : null,
  };
}

/** The schema of the form. The faults of the address are those of its fields in the form. */
export const typedAccount = z.custom<AccountValues>().transform((values, context) => {
  const read = accountInput.safeParse(bodyOf(values));
  for (const { path, message } of read.error?.issues ?? []) {
    context.addIssue({ code: 'custom', path: path[0] === 'postalAddress' ? path.slice(1) : [...path], message });
  }
  return read.data ?? z.NEVER;
});

const poRules = { none: 'Not needed', required: 'Required', pattern: 'Must fit a pattern' };

const inWords = (values: AccountValues): Record<string, string> => ({
  'Company name': values.name,
  ABN: values.abn.replace(/\s/g, ''),
  ACN: values.acn.replace(/\s/g, ''),
  'Contact person': values.contactName,
  'Contact email': values.contactEmail,
  Phone: values.phone.replace(/\s/g, ''),
  'Email for invoices': values.accountsEmail,
  'Postal address': values.streetName ? fullAddress(values) : '',
  'Credit limit': values.creditLimit === null ? '' : formatDollars(values.creditLimit),
  'Trading terms': termsInWords({ kind: values.termsKind, days: Number(values.termsDays) }),
  'PO numbers': poRules[values.poRule],
  'Pattern of PO numbers': values.poPattern,
  'PPSR registration': values.ppsrNumber,
  'Registered until': values.ppsrUntil,
  Notes: values.notes,
});

/** The differences between the stored account and the form, in words. */
export function differencesOf(stored: AccountValues, mine: AccountValues): Difference[] {
  const [theirs, own] = [inWords(stored), inWords(mine)];
  return Object.keys(theirs).flatMap((label) => {
    const [a = '', b = ''] = [theirs[label], own[label]];
    return a === b ? [] : [{ label, theirs: a, mine: b }];
  });
}
