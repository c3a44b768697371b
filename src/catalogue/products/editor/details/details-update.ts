import { type Product, type Update, updateOf } from '../wire.ts';

/** What the tab of the details edits; the variations have their own. */
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

/** The product as it is stored now with what was changed in the form since `read`: all else, and its version, is as stored. */
export function laidOnDetails(stored: Product, read: Product, form: Update): Update {
  const before = updateOf(read);
  const changed = edited.filter((name) => JSON.stringify(form[name] ?? null) !== JSON.stringify(before[name] ?? null));
  return { ...updateOf(stored), ...Object.fromEntries(changed.map((name) => [name, form[name]])) };
}

/** The sentences in a form's errors, however deep they stand. */
export function messagesIn(errors: unknown): string[] {
  if (typeof errors !== 'object' || errors === null) return [];
  const { message, ref: _, ...inner } = errors as Record<string, unknown>; // an object has string keys
  const own = typeof message === 'string' && message !== '' ? [message] : [];
  return [...own, ...Object.values(inner).flatMap(messagesIn)];
}

/** Sentences that stand at none of a form's fields, each once; undefined without any. */
export function elsewhere(errors: object, fields: readonly string[]): string | undefined {
  const others = Object.entries(errors).filter(([name]) => !fields.includes(name));
  return [...new Set(others.flatMap(([, fault]) => messagesIn(fault)))].join(' ') || undefined;
}
