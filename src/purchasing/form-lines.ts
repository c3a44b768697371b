import { parseAmount, formatAmount } from '#lib/text/amount-text.ts';
import type { Difference } from '#ui/overlay/field-differences.tsx';
import { formatDollars } from '#lib/money.ts';
import { type PurchaseOrderOnPage, sentences } from './contract.ts';
import type { OrderableItemOnPage } from './reorder-contract.ts';

type Line = PurchaseOrderOnPage['lines'][number];

/** A line of the form, with quantity and price as typed. */
export interface FormLine extends Pick<Line, 'name' | 'variation' | 'code' | 'received' | 'itemId'> {
  /** Null for a new line. */
  id: string | null;
  quantity: string;
  price: string;
}

export const formLineOf = ({ quantity, purchasePrice, ...line }: Line): FormLine => ({
  ...line,
  quantity: String(quantity),
  price: formatAmount(purchasePrice),
});

export const newLine = ({ purchasePrice, ...item }: OrderableItemOnPage): FormLine => ({
  ...item,
  id: null,
  received: 0,
  quantity: '1',
  price: formatAmount(purchasePrice),
});

export const keyOf = ({ id, itemId }: FormLine): string => id ?? itemId ?? '';

/** The quantity as a number; 0 if it is invalid. */
export const quantityOf = ({ quantity }: FormLine): number => {
  const text = quantity.trim();
  return /^\d{1,7}$/.test(text) && Number(text) <= 1_000_000 ? Number(text) : 0;
};

/** The price as a number; NaN if it is invalid. */
export const priceOf = ({ price }: FormLine): number => parseAmount(price) ?? Number.NaN;

/** The faults of a line's fields; empty if there are none. */
export function faultsOf(line: FormLine): { quantity?: string; price?: string } {
  const [quantity, price] = [quantityFault(line), priceFault(line)];
  return { ...(quantity && { quantity }), ...(price && { price }) };
}

export const isWrong = (line: FormLine): boolean => Object.keys(faultsOf(line)).length > 0;

function quantityFault(line: FormLine): string | undefined {
  const quantity = quantityOf(line);
  if (quantity === 0) return sentences.quantity;
  return quantity < line.received ? sentences.belowReceived(line.received) : undefined;
}

function priceFault(line: FormLine): string | undefined {
  const price = priceOf(line);
  if (Number.isNaN(price)) return sentences.priceMissing;
  return Math.round(price * 100) / 100 === price ? undefined : 'A price has at most two decimals.';
}

export const linesOf = (lines: readonly FormLine[]) =>
  lines.map((line) => ({
    ...(line.id === null ? { itemId: line.itemId } : { id: line.id }),
    quantity: quantityOf(line),
    purchasePrice: priceOf(line),
  }));

const lineText = (quantity: number, price: number): string =>
  `${quantity.toLocaleString('en-AU')} at ${formatDollars(price)}`;
const nameOf = ({ name, variation }: Pick<Line, 'name' | 'variation'>): string =>
  variation === '' ? name : `${name}, ${variation}`;

/** How the lines in the form differ from those that another user has stored. */
export function differencesOf({ lines: stored }: PurchaseOrderOnPage, typed: readonly FormLine[]): Difference[] {
  const theirs = new Map(stored.map((line) => [line.id, line]));
  const changed = typed.flatMap((line): Difference[] => {
    const known = theirs.get(line.id ?? '');
    const mine = lineText(quantityOf(line), priceOf(line));
    const storedText = known ? lineText(known.quantity, known.purchasePrice) : '';
    return mine === storedText ? [] : [{ label: nameOf(line), theirs: storedText, mine }];
  });
  const typedIds = new Set(typed.map(({ id }) => id));
  const removed = stored.filter(({ id }) => !typedIds.has(id));
  return [
    ...changed,
    ...removed.map((line) => ({ label: nameOf(line), theirs: lineText(line.quantity, line.purchasePrice), mine: '' })),
  ];
}
