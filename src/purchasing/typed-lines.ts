import { parseAmount, formatAmount } from '#lib/text/amount-text.ts';
import type { Difference } from '#ui/overlay/field-differences.tsx';
import { formatDollars } from '#lib/money.ts';
import { type PurchaseOrderOnPage, sentences } from './contract.ts';
import type { OrderableItemOnPage } from './reorder-contract.ts';

type Line = PurchaseOrderOnPage['lines'][number];

/** A line in the form: of the order, or a new one. */
export interface TypedLine extends Pick<Line, 'name' | 'variation' | 'code' | 'received' | 'itemId'> {
  /** Null for a new line. */
  id: string | null;
  quantity: string;
  price: string;
}

export const typedOf = ({ quantity, purchasePrice, ...line }: Line): TypedLine => ({
  ...line,
  quantity: String(quantity),
  price: formatAmount(purchasePrice),
});

export const newLine = ({ purchasePrice, ...item }: OrderableItemOnPage): TypedLine => ({
  ...item,
  id: null,
  received: 0,
  quantity: '1',
  price: formatAmount(purchasePrice),
});

export const keyOf = ({ id, itemId }: TypedLine): string => id ?? itemId ?? '';

/** 0 for an invalid quantity. */
export const quantityOf = ({ quantity }: TypedLine): number => {
  const text = quantity.trim();
  return /^\d{1,7}$/.test(text) && Number(text) <= 1_000_000 ? Number(text) : 0;
};

/** NaN for an invalid price. */
export const priceOf = ({ price }: TypedLine): number => parseAmount(price) ?? Number.NaN;

/** The faults of a line's fields; empty if there are none. */
export function faultsOf(line: TypedLine): { quantity?: string; price?: string } {
  const [quantity, price] = [quantityFault(line), priceFault(line)];
  return { ...(quantity && { quantity }), ...(price && { price }) };
}

export const isWrong = (line: TypedLine): boolean => Object.keys(faultsOf(line)).length > 0;

function quantityFault(line: TypedLine): string | undefined {
  const quantity = quantityOf(line);
  if (quantity === 0) return sentences.quantity;
  return quantity < line.received ? sentences.belowReceived(line.received) : undefined;
}

function priceFault(line: TypedLine): string | undefined {
  const price = priceOf(line);
  if (Number.isNaN(price)) return sentences.priceMissing;
  return Math.round(price * 100) / 100 === price ? undefined : 'A price has at most two decimals.';
}

export const linesOf = (lines: readonly TypedLine[]) =>
  lines.map((line) => ({
    ...(line.id === null ? { itemId: line.itemId } : { id: line.id }),
    quantity: quantityOf(line),
    purchasePrice: priceOf(line),
  }));

const words = (quantity: number, price: number): string =>
  `${quantity.toLocaleString('en-AU')} at ${formatDollars(price)}`;
const nameOf = ({ name, variation }: Pick<Line, 'name' | 'variation'>): string =>
  variation === '' ? name : `${name}, ${variation}`;

export function differencesOf({ lines: stored }: PurchaseOrderOnPage, typed: readonly TypedLine[]): Difference[] {
  const theirs = new Map(stored.map((line) => [line.id, line]));
  const changed = typed.flatMap((line): Difference[] => {
    const known = theirs.get(line.id ?? '');
    const mine = words(quantityOf(line), priceOf(line));
    const storedText = known ? words(known.quantity, known.purchasePrice) : '';
    return mine === storedText ? [] : [{ label: nameOf(line), theirs: storedText, mine }];
  });
  const typedIds = new Set(typed.map(({ id }) => id));
  const removed = stored.filter(({ id }) => !typedIds.has(id));
  return [
    ...changed,
    ...removed.map((line) => ({ label: nameOf(line), theirs: words(line.quantity, line.purchasePrice), mine: '' })),
  ];
}
