import { parseAmount } from '#lib/text/amount-text.ts';
import type { Difference } from '#ui/overlay/field-differences.tsx';
import { isChanged, plainKey, type VariationRow } from './use-variations.ts';
import type { Item } from '../product-types.ts';

type SentItem = Pick<Item, 'id' | 'productCode'> & { price: number };

interface MergedRows {
  /** The items to send: those with a new code or price. */
  sent: SentItem[];
  /** Rows with typed values whose items no longer exist. */
  deletedRows: VariationRow[];
}

/**
 * Applies typed values to the items as they are stored now; all other values stay as stored. Items are found by id, or by
 * their options if they were just created from a new row.
 */
export function mergeRows(rows: readonly VariationRow[], items: readonly Item[]): MergedRows {
  const known = new Map(items.map((item) => [item.id, item]));
  const knownIds = new Set(rows.map(({ item }) => item?.id));
  const created = new Map(items.filter(({ id }) => !knownIds.has(id)).map((item) => [item.options.join(' '), item]));
  const merged: MergedRows = { sent: [], deletedRows: [] };
  for (const row of rows) {
    const own = known.get(row.item?.id ?? '');
    const item = own ?? created.get(row.options.join(' '));
    if (!item && row.item && row.item.id !== plainKey && isChanged(row)) merged.deletedRows.push(row);
    if (!item || (own && !isChanged(row))) continue;
    const { productCode, price } = mergeItem(row, item);
    if (price !== null && (productCode !== item.productCode || price !== item.price))
      merged.sent.push({ id: item.id, productCode, price });
  }
  return merged;
}

/** The typed values of a row, and the stored ones where nothing was typed. */
export const mergeItem = (row: VariationRow, { productCode, price }: Pick<Item, 'productCode' | 'price'>) => ({
  productCode: isChanged(row, 'code') || productCode === '' ? row.code : productCode,
  price: isChanged(row, 'price') || price === null ? parseAmount(row.price) : price,
});

const nameOf = ({ labels }: VariationRow): string => labels.join(' / ');

/** Names the rows that could not be saved because another user has deleted their items. */
export function deletedSentence(deletedRows: readonly VariationRow[]): string | undefined {
  const [first, ...others] = deletedRows;
  if (!first) return undefined;
  return others.length === 0
    ? `${nameOf(first)} no longer exists, so nothing was saved for it.`
    : `${deletedRows.map(nameOf).join(', ')} no longer exist, so nothing was saved for them.`;
}

const itemText = ({ productCode, price }: Pick<Item, 'productCode' | 'price'>): string =>
  `${productCode || 'no code'}, ${price === null ? 'no price' : `$${price.toFixed(2)}`}`;

/** Where typed codes and prices differ from the stored ones. */
export function itemDifferences(stored: readonly Item[], rows: readonly VariationRow[]): Difference[] {
  const { sent, deletedRows } = mergeRows(rows, stored);
  const changed = stored.flatMap((item) => {
    const theirs = itemText(item);
    const mine = itemText(sent.find(({ id }) => id === item.id) ?? item);
    return mine !== theirs ? [{ label: item.value, theirs, mine }] : [];
  });
  const missing = deletedRows.map((row) => ({
    label: nameOf(row),
    theirs: 'deleted',
    mine: itemText({ productCode: row.code, price: parseAmount(row.price) }),
  }));
  return [...changed, ...missing];
}
