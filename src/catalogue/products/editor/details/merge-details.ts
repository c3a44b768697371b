import { type Product, type Update, updateOf } from '../product-types.ts';

const editedFields = [
  'productName',
  'productUrl',
  'productSupplierId',
  'facts',
  'complements',
  'categories',
  'shortDescription',
  'longDescription',
  'isActive',
  'allowSaleWithoutStock',
  'isConsignment',
  'productCode',
  'sellingPrice',
] as const satisfies readonly (keyof Update)[];

/** The update that applies the form's changes since `read` to the stored product; everything else stays as stored. */
export function mergeDetails(stored: Product, read: Product, form: Update): Update {
  const before = updateOf(read);
  const changed = editedFields.filter(
    (name) => JSON.stringify(form[name] ?? null) !== JSON.stringify(before[name] ?? null),
  );
  return { ...updateOf(stored), ...Object.fromEntries(changed.map((name) => [name, form[name]])) };
}
