import { type Product, type Update, updateOf } from '../wire.ts';

const edited = [
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

/** The stored product with the form's changes since `read`; everything else, including its version, is as stored. */
export function mergeDetails(stored: Product, read: Product, form: Update): Update {
  const before = updateOf(read);
  const changed = edited.filter((name) => JSON.stringify(form[name] ?? null) !== JSON.stringify(before[name] ?? null));
  return { ...updateOf(stored), ...Object.fromEntries(changed.map((name) => [name, form[name]])) };
}

export function messagesIn(errors: unknown): string[] {
  if (typeof errors !== 'object' || errors === null) return [];
  const { message, ref: _, ...inner } = errors as Record<string, unknown>; // an object has string keys
  const own = typeof message === 'string' && message !== '' ? [message] : [];
  return [...own, ...Object.values(inner).flatMap(messagesIn)];
}

/** The messages that belong to none of the given fields, without duplicates; undefined if there are none. */
export function faultsOutside(errors: object, fields: readonly string[]): string | undefined {
  const others = Object.entries(errors).filter(([name]) => !fields.includes(name));
  return [...new Set(others.flatMap(([, fault]) => messagesIn(fault)))].join(' ') || undefined;
}
