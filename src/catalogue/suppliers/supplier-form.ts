import { z } from 'zod';
import { formatAbn } from '#lib/text/abn.ts';
import { formatPhone, isPhone, phoneDigits } from '#lib/text/phone.ts';
import type { InputOf } from '#lib/api/endpoint.ts';
import type { Difference } from '#ui/overlay/field-differences.tsx';
import { type addSupplier, type Supplier, supplierInput } from './contract.ts';

const labels = {
  name: 'Supplier name',
  contactName: 'Contact person',
  email: 'Email',
  phone: 'Phone',
  abn: 'ABN',
  paymentTerms: 'Payment terms',
  leadDays: 'Lead time, days',
  notes: 'Notes',
};
export type SupplierValues = Record<keyof typeof labels, string>;

/** The fields in the dialog's order; a field's id is its name. */
export const supplierFields = Object.keys(labels) as (keyof SupplierValues)[]; // exactly these keys

export const emptySupplier = Object.fromEntries(supplierFields.map((name) => [name, ''])) as SupplierValues; // has all fields

export const valuesOf = (supplier: Supplier): SupplierValues => ({
  name: supplier.name,
  contactName: supplier.contactName,
  email: supplier.email,
  phone: formatPhone(supplier.phone),
  abn: formatAbn(supplier.abn),
  paymentTerms: supplier.paymentTerms,
  leadDays: supplier.leadDays === null ? '' : String(supplier.leadDays),
  notes: supplier.notes,
});

/** Formats a complete Australian phone number; other input stays as typed. */
export function formatTypedPhone(typed: string): string {
  const digits = phoneDigits(typed);
  return isPhone(digits) ? formatPhone(digits) : typed;
}

/** The request's body. A lead time that is not a number becomes -1, so that validation reports it. */
export function bodyOf({ leadDays, ...values }: SupplierValues): InputOf<typeof addSupplier>['body'] {
  const text = leadDays.trim();
  return { ...values, leadDays: text === '' ? null : /^\d+$/.test(text) ? Number(text) : -1 };
}

/** The schema of the form: the typed values become a request's body, which is validated as on the server. */
export const supplierForm = z.custom<SupplierValues>().transform(bodyOf).pipe(supplierInput);

/** Formats phone numbers and ABNs in one way, so that only real differences are shown. */
const formatted = (values: SupplierValues): SupplierValues => ({
  ...values,
  phone: formatTypedPhone(values.phone),
  abn: formatAbn(values.abn.replace(/\s/g, '')),
});

export function differencesOf(stored: SupplierValues, mine: SupplierValues): Difference[] {
  const [theirs, own] = [formatted(stored), formatted(mine)];
  return supplierFields
    .filter((field) => theirs[field].trim() !== own[field].trim())
    .map((field) => ({ label: labels[field], theirs: theirs[field], mine: own[field] }));
}
