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
 * All fields but the name are optional. A field that is left out stays unchanged; null or a blank clears it. The lead time,
 * however, can't be cleared, because order suggestions need it: null leaves it unchanged.
 */
const details = {
  contactName: optionalFieldOf({ max: 100, long: 'Contact person must not exceed 100 characters.' }),
  email: optionalField(tidy, (value) => (emailPattern.test(value) ? undefined : 'Invalid email address')).meta({
    description: 'The address to which purchase orders are e-mailed.',
  }),
  phone: optionalField(phoneDigits, (value) => (isPhone(value) ? undefined : 'Invalid phone number.')).meta({
    description: 'In any format; stored as the digits that are dialled in Australia.',
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
    .meta({ description: 'How many products that are not archived use the supplier; 10,001 means more than 10,000.' }),
  version: z.int(),
});
export type Supplier = z.output<typeof supplier>;

export const supplierInput = z.object({ name: supplierName, ...details });
export type SupplierInput = z.output<typeof supplierInput>;

export const listSuppliers = endpoint('GET', '/v1/manage-product-suppliers', {
  access: 'ManageCartProducts',
  summary: 'The suppliers, sorted by name unless the query says otherwise',
  query: tableQuery(['name', 'createdDate']),
  reply: z.array(supplier),
});

export const listSupplierNames = endpoint('GET', '/v1/manage-product-suppliers/names', {
  access: 'ManageCartProducts',
  summary: 'The ids and names of all suppliers',
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
  summary: 'Deletes a supplier; returns 409 if products use it',
  params: z.object({ id: uuid }),
});
