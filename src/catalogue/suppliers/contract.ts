import { z } from 'zod';
import { optionalAbn, optionalField, optionalFieldOf } from '#accounts/business-fields.ts';
import { emailPattern } from '#lib/text/email.ts';
import { labelled, wholeWithin } from '#lib/api/input-shapes.ts';
import { endpoint } from '#lib/api/endpoint.ts';
import { isPhone, phoneDigits } from '#lib/text/phone.ts';
import { baseVersion, tableQuery, tidy, uuid } from '#lib/api/wire.ts';

export const supplierName = labelled('Supplier name', 2, 150);

export const sentences = {
  nameTaken: 'A supplier with this name already exists.',
  notFound: 'This supplier no longer exists.',
};

/** Why a supplier can't be deleted, e.g. `This supplier is used by 12 products.` */
export const usedBy = (products: string): string => `This supplier is used by ${products}.`;

/**
 * Details of a supplier besides the name, all optional: omitted fields stay unchanged, null or blank clears them. A
 * lead time can't be cleared once set, because order suggestions need one: null leaves it unchanged.
 */
const details = {
  contactName: optionalFieldOf({ max: 100, long: 'Contact person must not exceed 100 characters.' }),
  email: optionalField(tidy, (value) => (emailPattern.test(value) ? undefined : 'Invalid email address')).meta({
    description: 'Where purchase orders are e-mailed to.',
  }),
  phone: optionalField(phoneDigits, (value) => (isPhone(value) ? undefined : 'Invalid phone number.')).meta({
    description: 'In any notation; stored as the digits that are dialled in Australia.',
  }),
  abn: optionalAbn,
  paymentTerms: optionalFieldOf({ max: 100, long: 'Payment terms must not exceed 100 characters.' }),
  leadDays: wholeWithin(0, 365, 'Lead time must be a whole number of days from 0 to 365.').nullish(),
  notes: optionalFieldOf({ max: 2000, long: 'Notes must not exceed 2,000 characters.', isMultiline: true }),
};

const supplier = z.object({
  id: z.string(),
  name: z.string(),
  contactName: z.string(),
  email: z.string(),
  phone: z.string().meta({ description: 'Digits.' }),
  abn: z.string().meta({ description: 'Digits.' }),
  paymentTerms: z.string(),
  leadDays: z.int().nullable().meta({ description: 'Days from an order to its delivery; null until it is set.' }),
  notes: z.string(),
  createdDate: z.iso.datetime(),
  productCount: z
    .int()
    .meta({ description: 'Products of the supplier that are not archived; 10,001 means more than 10,000.' }),
  version: z.int(),
});
export type Supplier = z.output<typeof supplier>;

export const supplierInput = z.object({ name: supplierName, ...details });
export type SupplierInput = z.output<typeof supplierInput>;

export const listSuppliers = endpoint('GET', '/v1/manage-product-suppliers', {
  access: 'ManageCartProducts',
  summary: 'The suppliers, by name',
  query: tableQuery(['name', 'createdDate']),
  reply: z.array(supplier),
});

export const listSupplierNames = endpoint('GET', '/v1/manage-product-suppliers/names', {
  access: 'ManageCartProducts',
  summary: 'The names of all suppliers, to choose from',
  reply: z.array(z.object({ id: z.string(), name: z.string() })),
});

export const readSupplier = endpoint('GET', '/v1/manage-product-suppliers/{id}', {
  access: 'ManageCartProducts',
  summary: 'A supplier',
  params: z.object({ id: uuid }),
  reply: supplier,
});

export const addSupplier = endpoint('POST', '/v1/manage-product-suppliers', {
  access: 'ManageCartProducts',
  summary: 'Adds a supplier',
  body: supplierInput,
  reply: supplier,
  status: 201,
});

export const updateSupplier = endpoint('PUT', '/v1/manage-product-suppliers', {
  access: 'ManageCartProducts',
  summary: 'Changes a supplier; returns 409 for an outdated version',
  body: supplierInput.extend({ id: uuid, version: baseVersion }),
  reply: supplier,
});

export const deleteSupplier = endpoint('DELETE', '/v1/manage-product-suppliers/{id}', {
  access: 'ManageCartProducts',
  summary: 'Deletes a supplier; returns 409 if a product has it',
  params: z.object({ id: uuid }),
});
