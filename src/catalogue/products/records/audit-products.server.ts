import { type AuditEntry, auditAll } from '#platform/db/audit.server.ts';
import type { Tx } from '#platform/db/db.server.ts';
import { format as formatDay } from '#lib/day.ts';
import { format, toDollars } from '#lib/money.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { documentKindNames } from '../documents/contract.ts';
import { readProductsById, type StoredProduct } from './read-catalogue-products.server.ts';

export type AuditValues = Record<string, unknown>;

function auditValues(product: StoredProduct): AuditValues {
  const { id: _, items, imageKeys, documentHashes, isActive, ...rest } = product;
  const plain = product.variations.length === 0 ? items[0] : undefined;
  return {
    ...rest,
    displayedOnline: isActive,
    // Each name is followed by the end of the file's key, because different pictures may have the same name.
    images: rest.images.map((name, place) => `${name} (${(imageKeys[place] ?? '').slice(-8)})`),
    facts: rest.facts.map(({ name, value }) => `${name}: ${value}`),
    documents: rest.documents.map(({ kind, title, issuedOn }, place) => {
      const issued = issuedOn === null ? '' : `, issued ${formatDay(issuedOn)}`;
      return `${documentKindNames[kind]} “${title}”${issued} (${(documentHashes[place] ?? '').slice(0, 8)})`;
    }),
    ...(plain && { productCode: plain.code, sellingPrice: dollars(plain.price) }),
    items: plain
      ? []
      : items.map(({ values, code, price }) => {
          const own = [code || 'no code', price === null ? 'no price' : format(price)].join(', ');
          return `${values.join(' / ')}: ${own}`;
        }),
  };
}

const dollars = (price: StoredProduct['items'][number]['price']): number | null =>
  price === null ? null : toDollars(price);

/** Reads what the history shows of products. Call it before a change and pass the result to `auditProducts` after it. */
export async function readAuditValues(tx: Tx, ids: readonly string[]): Promise<Map<string, AuditValues>> {
  return auditValuesOf(await readProductsById(tx, ids));
}

/** What the history shows of products that the caller has already read, and has kept locked since. */
export const auditValuesOf = (stored: readonly StoredProduct[]): Map<string, AuditValues> =>
  new Map(stored.map((product) => [product.id, auditValues(product)]));

interface AuditedChange {
  action: string;
  before: ReadonlyMap<string, AuditValues>;
  context: ActionContext;
  at: Date;
}

/** Writes an audit entry for each changed product, with the fields that differ. */
export async function auditProducts(
  tx: Tx,
  ids: readonly string[],
  { action, before, context, at }: AuditedChange,
): Promise<void> {
  const after = await readAuditValues(tx, ids);
  const entries = ids.flatMap((id): AuditEntry[] => {
    const { was, is } = difference(before.get(id), after.get(id));
    if (!was && !is) return [];
    return [{ ...context, action, entity: 'product', entityId: id, before: was, after: is, at }];
  });
  await auditAll(tx, entries);
}

function difference(
  was: AuditValues | undefined,
  is: AuditValues | undefined,
): { was: AuditValues | null; is: AuditValues | null } {
  if (!was || !is) return { was: was ?? null, is: is ?? null };
  const names = Object.keys({ ...was, ...is }).filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]));
  if (names.length === 0) return { was: null, is: null };
  // Every entry has the name, because it identifies the product.
  const only = (all: AuditValues, other: AuditValues): AuditValues => ({
    name: all['name'],
    ...Object.fromEntries(
      names.map((name) => [name, name === 'items' ? itemsNotIn(other[name], all[name]) : all[name]]),
    ),
  });
  return { was: only(was, is), is: only(is, was) };
}

/** The items that are not in `others`; an entry with all items would be too long. */
const itemsNotIn = (others: unknown, items: unknown): unknown =>
  Array.isArray(items) && Array.isArray(others) ? items.filter((item) => !others.includes(item)) : items;
