import { day, format } from '#lib/day.ts';
import type { InputOf, ReplyOf } from '#lib/api/endpoint.ts';
import { formatDollars } from '#lib/money.ts';
import { formatAmount, parseAmount } from '#lib/text/amount-text.ts';
import { toIsoDay, toTypedDay } from '#lib/text/day-text.ts';
import type { listPrices, removePrice, savePrice } from './prices-contract.ts';

export type PriceOnPage = ReplyOf<typeof listPrices>[number];
export type PriceBody = InputOf<typeof savePrice>['body'];

/** The columns that are edited in place. */
export const editable = ['minQuantity', 'price', 'validFrom', 'validTo', 'multiple'] as const;
export type Editable = (typeof editable)[number];

export const keyOf = ({ itemId, minQuantity, validFrom }: Pick<PriceOnPage, 'itemId' | 'minQuantity' | 'validFrom'>) =>
  `${itemId} ${minQuantity ?? ''} ${validFrom ?? ''}`;

/** Whether a row has the column: a quantity and days belong to a price. */
export const hasColumn = ({ price }: PriceOnPage, column: Editable): boolean =>
  price !== null || column === 'price' || column === 'multiple';

/** A row as a change names what it replaces. */
export const asRead = (row: PriceOnPage) => ({
  itemId: row.itemId,
  minQuantity: row.minQuantity,
  validFrom: row.validFrom,
  validTo: row.validTo,
  price: row.price,
  multiple: row.multiple,
});

export const inputOf = (row: PriceOnPage): PriceBody => ({ ...asRead(row), minQuantity: row.minQuantity ?? 1 });

/** A removed row, to bring it back; with its carton only if that went too, since somebody may have changed one that stayed. */
export const restoredRow = (row: PriceOnPage, removed: ReplyOf<typeof removePrice>): PriceBody => ({
  ...inputOf(row),
  multiple: removed.multiple ?? undefined,
});

export const typedCarton = ({ multiple }: Pick<PriceOnPage, 'multiple'>): string =>
  multiple === null ? '' : String(multiple);

interface Cell {
  label: string;
  /** As the cell shows it. */
  shown: (row: PriceOnPage) => string;
  /** As it is typed. */
  typed: (row: PriceOnPage) => string;
  /** The row with what was typed; NaN for what is no number, so that the server refuses it with its sentence. */
  read: (text: string) => Partial<PriceBody>;
  inputMode: 'decimal' | 'numeric';
}

const wholeOf = (text: string): number => (/^\d{1,6}$/.test(text) ? Number(text) : -1);
const dayShown = (iso: string | null, none: string): string => (iso === null ? none : format(day(iso)));

export const cells: Record<Editable, Cell> = {
  minQuantity: {
    label: 'From quantity',
    shown: ({ minQuantity }) => (minQuantity === null ? '–' : minQuantity.toLocaleString('en-AU')),
    typed: ({ minQuantity }) => String(minQuantity ?? 1),
    read: (text) => ({ minQuantity: text === '' ? 1 : wholeOf(text) }),
    inputMode: 'numeric',
  },
  price: {
    label: 'Price',
    shown: ({ price }) => (price === null ? 'Inherited' : formatDollars(price)),
    typed: ({ price }) => formatAmount(price),
    read: (text) => {
      const price = parseAmount(text);
      return { price: Number.isNaN(price) ? -1 : price };
    },
    inputMode: 'decimal',
  },
  validFrom: {
    label: 'First day',
    shown: ({ validFrom, price }) => (price === null ? '–' : dayShown(validFrom, 'Always')),
    typed: ({ validFrom }) => toTypedDay(validFrom ?? ''),
    read: (text) => ({ validFrom: toIsoDay(text) || null }),
    inputMode: 'numeric',
  },
  validTo: {
    label: 'Last day',
    shown: ({ validTo, price }) => (price === null ? '–' : dayShown(validTo, 'Open')),
    typed: ({ validTo }) => toTypedDay(validTo ?? ''),
    read: (text) => ({ validTo: toIsoDay(text) || null }),
    inputMode: 'numeric',
  },
  multiple: {
    label: 'Carton',
    shown: ({ multiple }) => (multiple === null ? '–' : multiple.toLocaleString('en-AU')),
    typed: typedCarton,
    read: (text) => ({ multiple: text === '' || text === '1' ? null : wholeOf(text) }),
    inputMode: 'numeric',
  },
};

/** The margin in percent of the price without GST: `38.2 %`. */
export function marginText({ price, cost, margin }: PriceOnPage): string | null {
  if (price === null || cost === null || margin === null) return null;
  const percent = (margin / (margin + cost)) * 100;
  return `${percent.toLocaleString('en-AU', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} %`;
}

/** A new price of an item, as it was typed; with the item's carton only if that was edited, as the page may be out of date. */
export function newPrice(item: Pick<PriceOnPage, 'itemId' | 'multiple'>, typed: Record<Editable, string>): PriceBody {
  const sent = editable.filter((name) => name !== 'multiple' || typed.multiple.trim() !== typedCarton(item));
  const read = (sum: PriceBody, name: Editable) => ({ ...sum, ...cells[name].read(typed[name].trim()) });
  return sent.reduce(read, { itemId: item.itemId, replacedMultiple: item.multiple });
}
