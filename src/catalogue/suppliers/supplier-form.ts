import { z } from 'zod';
import { formatAbn } from '#lib/text/abn.ts';
import { formatPhone, isPhone, phoneDigits } from '#lib/text/phone.ts';
import type { InputOf } from '#lib/api/endpoint.ts';
import type { Difference } from '#ui/overlay/differences.tsx';
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

/** In the dialog's order; a field's id is its name. */
export const supplierFields = Object.keys(labels) as (keyof SupplierValues)[]; // the keys of `labels`

export const newSupplier = Object.fromEntries(supplierFields.map((name) => [name, ''])) as SupplierValues; // all of them

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

/** Formats a complete Australian number; other input stays as typed. */
export function phoneAsWritten(typed: string): string {
  const digits = phoneDigits(typed);
  return isPhone(digits) ? formatPhone(digits) : typed;
}

/** The request's body; a lead time that is not a number becomes -1, so that validation reports it. */
export function bodyOf({ leadDays, ...values }: SupplierValues): InputOf<typeof addSupplier>['body'] {
  const text = leadDays.trim();
  return { ...values, leadDays: text === '' ? null : /^\d+$/.test(text) ? Number(text) : -1 };
}

export const typedSupplier = z.custom<SupplierValues>().transform(bodyOf).pipe(supplierInput);

const readable = (values: SupplierValues): SupplierValues => ({
  ...values,
  phone: phoneAsWritten(values.phone),
  abn: formatAbn(values.abn.replace(/\s/g, '')),
});

export function differencesOf(stored: SupplierValues, mine: SupplierValues): Difference[] {
  const [theirs, own] = [readable(stored), readable(mine)];
  return supplierFields
    .filter((field) => theirs[field].trim() !== own[field].trim())
    .map((field) => ({ label: labels[field], theirs: theirs[field], mine: own[field] }));
}
