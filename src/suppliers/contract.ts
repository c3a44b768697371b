import { z } from 'zod';
import { endpoint } from '#lib/endpoint.ts';
import { knownVersion, tableQuery, text, uuid } from '#lib/wire.ts';

/** Names of suppliers (specification of the shop, section 5). */
export const supplierName = text({
  required: 'Supplier name is required.',
  min: 2,
  max: 150,
  short: 'Supplier name is too short.',
  long: 'Supplier name is too long.',
});

export const sentences = {
  nameTaken: 'A supplier with this name already exists.',
  notFound: 'This supplier no longer exists.',
};

/** Why a supplier can't be deleted: `This supplier is used by 12 products.` */
export const usedBy = (products: string): string => `This supplier is used by ${products}.`;

const supplier = z.object({
  id: z.string(),
  name: z.string(),
  createdDate: z.iso.datetime(),
  productCount: z
    .int()
    .meta({ description: 'Products of the supplier that are not archived; 10,001 stands for more.' }),
  version: z.int(),
});
export type Supplier = z.output<typeof supplier>;

export const supplierInput = z.object({ name: supplierName });

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

export const addSupplier = endpoint('POST', '/v1/manage-product-suppliers', {
  access: 'ManageCartProducts',
  summary: 'Adds a supplier',
  body: supplierInput,
  reply: supplier,
  status: 201,
});

export const updateSupplier = endpoint('PUT', '/v1/manage-product-suppliers', {
  access: 'ManageCartProducts',
  summary: 'Renames a supplier; an older version answers 409',
  body: z.object({ id: uuid, name: supplierName, version: knownVersion }),
  reply: supplier,
});

export const deleteSupplier = endpoint('DELETE', '/v1/manage-product-suppliers/{id}', {
  access: 'ManageCartProducts',
  summary: 'Deletes a supplier of no product; 409 for others',
  params: z.object({ id: uuid }),
});
