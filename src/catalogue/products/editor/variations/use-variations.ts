import { useEffect, useRef, useState } from 'react';
import { parseAmount, formatAmount } from '#lib/text/amount-text.ts';
import { newId } from '#lib/uuid.ts';
import { type ExistingItem, assignItems } from '#catalogue/products/variations/combinations.ts';
import { type Change, faultOf, type GridColumn, type GridRow, gridColumns } from './grid-cells.ts';
import { useNewVersion } from '../use-saving.ts';
import type { Item, Product } from '../product-types.ts';

export type Variation = Product['variations'][number];

/** An item on the page; the only item of a product without variations has no options. */
interface EditedItem extends ExistingItem {
  code: string;
  price: number | null;
  stockOnHand: number;
  value: string;
}

export interface VariationRow extends GridRow {
  /** Undefined for a combination that is not stored yet. */
  item: EditedItem | undefined;
  /** The ids of its options, in the order of the variations. */
  options: string[];
}

/** The key of the only row of a product without variations. */
export const plainKey = 'plain';

function editedItemsOf({ variations, ...product }: Product, items: readonly Item[]): EditedItem[] {
  if (variations.length === 0) {
    const { productCode: code, sellingPrice: price, stockOnHand } = product;
    return [{ id: plainKey, options: {}, code, price, stockOnHand, value: '' }];
  }
  return items.map(({ id, options, productCode, price, stockOnHand, value }) => ({
    id,
    options: Object.fromEntries(variations.map((variation, place) => [variation.id, options[place] ?? ''])),
    code: productCode,
    price,
    stockOnHand,
    value,
  }));
}

type Cells = Record<string, Partial<Record<GridColumn, string>>>;
interface State {
  variations: Variation[];
  cells: Cells;
}

const initialState = ({ variations }: Product): State => ({ variations, cells: {} });

function deriveRows(product: Product, items: readonly Item[], { variations, cells }: State) {
  const before = product.variations.map(({ id }) => id);
  const assigned = assignItems(editedItemsOf(product, items), before, variations);
  const rows: VariationRow[] = assigned.items.map(({ options, item }) => {
    const optionIds = options.map(({ option }) => option);
    const key = item?.id ?? optionIds.join(' ');
    const stored = { code: item?.code ?? '', price: formatAmount(item?.price) };
    return { key, item, options: optionIds, labels: labelsOf(variations, optionIds), ...stored, ...cells[key] };
  });
  const hasNewShape = JSON.stringify(variations) !== JSON.stringify(product.variations);
  const changedRows = variations.length === 0 ? [] : rows.filter((row) => isChanged(row));
  return { rows, removed: assigned.removed, hasNewShape, changedRows, isDirty: hasNewShape || changedRows.length > 0 };
}

const faultsIn = (rows: readonly VariationRow[]) =>
  rows.flatMap((_, at) =>
    gridColumns.flatMap((column) => {
      const message = faultOf(rows, at, column);
      return message ? [{ at, column, message }] : [];
    }),
  );

export function useVariations(product: Product, items: readonly Item[], onDirty: (isDirty: boolean) => void) {
  const [hasSamePrices, setSamePrices] = useState(false);
  const { state, change, startNextWith, reset, canUndo, undo } = useStateHistory(product);
  const { variations, cells } = state;
  const now = deriveRows(product, items, state);
  const { rows, isDirty } = now;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  return {
    ...now,
    variations,
    faults: variations.length === 0 ? [] : faultsIn(rows),
    hasSamePrices,
    setSamePrices,
    write: (changes: readonly Change[]) => {
      const all = hasSamePrices ? [...changes, ...samePrice(rows, changes)] : changes;
      if (all.length > 0) change({ variations, cells: withChanges(cells, rows, all) });
    },
    setVariations: (next: Variation[]) => change({ variations: next, cells }),
    /** Keeps these codes and prices on the page when the next version of the product arrives, because they are not saved yet. */
    keepUnsaved: (unsaved: readonly Pick<Item, 'id' | 'productCode' | 'price'>[]) =>
      startNextWith(
        Object.fromEntries(
          unsaved.map(({ id, productCode: code, price }) => [id, { code, price: formatAmount(price) }]),
        ),
      ),
    reset,
    canUndo,
    undo,
  };
}

/** The current state, and earlier states for Undo, which a new version of the product discards. */
function useStateHistory(product: Product) {
  const nextCells = useRef<Cells>({});
  const [state, setState] = useState<State>(() => initialState(product));
  const [past, setPast] = useState<State[]>([]);
  useNewVersion(product, () => {
    setState({ ...initialState(product), cells: nextCells.current });
    nextCells.current = {};
    setPast([]);
  });
  return {
    state,
    /** Sets the input that the next version of the product starts with. */
    startNextWith: (cells: Cells) => {
      nextCells.current = cells;
    },
    change: (next: State) => {
      setPast([...past.slice(-99), state]);
      setState(next);
    },
    reset: () => {
      setState(initialState(product));
      setPast([]);
    },
    canUndo: past.length > 0,
    undo: () => {
      const before = past.at(-1);
      if (!before) return;
      setState(before);
      setPast(past.slice(0, -1));
    },
  };
}

function samePrice(rows: readonly VariationRow[], changes: readonly Change[]): Change[] {
  const last = changes.findLast(({ column }) => column === 'price');
  return last ? rows.map(({ key }) => ({ key, column: 'price', text: last.text })) : [];
}

function withChanges(cells: Cells, rows: readonly VariationRow[], changes: readonly Change[]): Cells {
  const after = { ...cells };
  for (const { key, column, text } of changes) {
    const row = rows.find((one) => one.key === key);
    if (row) after[key] = { ...after[key], [column]: text };
  }
  return after;
}

export type Variations = ReturnType<typeof useVariations>;

const labelsOf = (variations: readonly Variation[], options: readonly string[]): string[] =>
  options.map((option, place) => variations[place]?.options.find(({ value }) => value === option)?.label ?? '');

export const isChanged = (row: VariationRow, column?: 'code' | 'price'): boolean => {
  const isCode = row.code !== (row.item?.code ?? '');
  const isPrice = !Object.is(parseAmount(row.price), row.item?.price ?? null);
  if (column === 'code') return isCode;
  return column === 'price' ? isPrice : isCode || isPrice;
};

const normalised = (text: string): string => text.trim().toLowerCase();

/** Adds a variation, unless the name already exists (specification, section 4). */
export const withVariation = (variations: readonly Variation[], name: string): Variation[] =>
  variations.some((one) => normalised(one.name) === normalised(name))
    ? [...variations]
    : [...variations, { id: newId(), name: name.trim(), options: [] }];

export const withOption = (variations: readonly Variation[], id: string, label: string): Variation[] =>
  variations.map((one) =>
    one.id === id && !one.options.some((option) => normalised(option.label) === normalised(label))
      ? { ...one, options: [...one.options, { value: newId(), label: label.trim() }] }
      : one,
  );

export const withoutOption = (variations: readonly Variation[], id: string, value: string): Variation[] =>
  variations.map((one) =>
    one.id === id ? { ...one, options: one.options.filter((option) => option.value !== value) } : one,
  );
