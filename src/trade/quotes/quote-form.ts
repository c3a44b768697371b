import { maxQuantity } from '#lib/cart-limits.ts';
import type { InputOf, ReplyOf } from '#lib/api/endpoint.ts';
import { addDays, type Day } from '#lib/day.ts';
import { formatAmount, parseAmount } from '#lib/text/amount-text.ts';
import { toIsoDay, toTypedDay } from '#lib/text/day-text.ts';
import type { findQuoteItems, readQuote, updateQuote } from './contract.ts';
import { sentences } from './shapes.ts';

/** A quote as the browser gets it, with amounts in dollars. */
export type QuoteOnPage = ReplyOf<typeof readQuote>;
type LineOnPage = QuoteOnPage['lines'][number];
export type FoundItem = ReplyOf<typeof findQuoteItems>[number];

/** A line of the form, with quantity and price as typed. */
export interface FormLine extends Pick<LineOnPage, 'itemId' | 'name' | 'code' | 'cost' | 'listPrice'> {
  quantity: string;
  price: string;
  /** Why the price differs from the site's own. */
  reason: string;
}

export interface QuoteValues {
  lines: FormLine[];
  discount: string;
  shippingFee: string;
  validUntil: string;
  note: string;
}

/** How long a quote holds unless staff choose another day. */
const usualDays = 30;

export const valuesOf = (quote: QuoteOnPage, today: Day): QuoteValues => ({
  lines: quote.lines.map(({ quantity, price, ...line }) => ({
    ...line,
    quantity: String(quantity),
    price: formatAmount(price),
  })),
  discount: quote.discount === 0 ? '' : formatAmount(quote.discount),
  shippingFee: quote.shippingFee === 0 ? '' : formatAmount(quote.shippingFee),
  validUntil: toTypedDay(quote.validUntil ?? addDays(today, usualDays)),
  note: quote.note,
});

export const newLine = ({ itemId, name, code, cost, listPrice, price }: FoundItem): FormLine => ({
  itemId,
  name,
  code,
  cost,
  listPrice,
  quantity: '1',
  price: formatAmount(price),
  reason: '',
});

/** The quantity as a number; 0 if it is invalid. */
export const quantityOf = ({ quantity }: Pick<FormLine, 'quantity'>): number => {
  const number = /^\d{1,3}$/.test(quantity.trim()) ? Number(quantity) : 0;
  return number <= maxQuantity ? number : 0;
};

/** An amount as a number; 0 for an empty text, NaN for an invalid one. */
export const amountOf = (text: string): number => parseAmount(text) ?? 0;

/** The price as a number; NaN if it is missing or invalid. */
export const priceOf = ({ price }: Pick<FormLine, 'price'>): number => parseAmount(price) ?? Number.NaN;

const isWholeCents = (dollars: number): boolean => Math.round(dollars * 100) / 100 === dollars;

export function faultsOf(line: FormLine): { quantity?: string; price?: string } {
  const price = priceOf(line);
  const priceFault = Number.isNaN(price)
    ? line.price.trim() === ''
      ? 'A price is required.'
      : 'Must be an amount, for example 12.50.'
    : isWholeCents(price)
      ? undefined
      : 'A price has at most two decimals.';
  return {
    ...(quantityOf(line) === 0 && { quantity: sentences.quantity }),
    ...(priceFault && { price: priceFault }),
  };
}

/** Whether the price is another than the site's own, which needs a reason. */
export const isOtherPrice = (line: FormLine): boolean => {
  const price = priceOf(line);
  return !Number.isNaN(price) && Math.round(price * 100) !== Math.round(line.listPrice * 100);
};

/** What is left of a unit's price after GST and the purchase price; undefined if one is not known. */
export function marginOf(line: FormLine): number | undefined {
  const price = priceOf(line);
  return line.cost === null || Number.isNaN(price) ? undefined : price - price / 11 - line.cost;
}

/** `24 %` of the price without GST. */
export const percentOf = (margin: number, price: number): string =>
  price === 0 ? '' : `${Math.round((margin / (price / 1.1)) * 100)} %`;

export const subTotalOf = (lines: readonly FormLine[]): number =>
  lines.reduce((sum, line) => sum + quantityOf(line) * (priceOf(line) || 0), 0);

/** The margin of all lines after discount; undefined if a purchase price is not known. */
export function wholeMarginOf({ lines, discount }: QuoteValues): number | undefined {
  const goods = subTotalOf(lines) - (amountOf(discount) || 0);
  const cost = lines.reduce((sum, line) => sum + quantityOf(line) * (line.cost ?? Number.NaN), 0);
  return Number.isNaN(cost) || lines.length === 0 ? undefined : goods - goods / 11 - cost;
}

export const bodyOf = (values: QuoteValues, version: number): InputOf<typeof updateQuote>['body'] => ({
  version,
  lines: values.lines.map((line) => ({
    itemId: line.itemId,
    quantity: quantityOf(line),
    price: priceOf(line),
    reason: line.reason,
  })),
  discount: amountOf(values.discount),
  shippingFee: amountOf(values.shippingFee),
  validUntil: toIsoDay(values.validUntil) || null,
  note: values.note,
});

/** A server's fault as a sentence that names its line or field. */
export function faultText({ path, message }: { path: string; message: string }, lines: readonly FormLine[]): string {
  const line = lines[Number(/^lines\.(\d+)/.exec(path)?.[1])];
  const label = { discount: 'Discount', shippingFee: 'Delivery', validUntil: 'Valid until' }[path];
  return line ? `${line.name}: ${message}` : label ? `${label}: ${message}` : message;
}
