import type { ReplyOf } from '#lib/api/endpoint.ts';
import type { productDetails } from '../contract.ts';

/** Variations in the order in which they are chosen, and the items with one value of each. */
export type Variations = Pick<ReplyOf<typeof productDetails>, 'variations' | 'variationItems' | 'variationsSortTable'>;
export type VariationItem = Variations['variationItems'][number];

/** The value chosen for each variation, by its id. */
export type Selection = Readonly<Record<string, string>>;

export interface Option {
  value: string;
  isChosen: boolean;
  /** Whether it is in stock in combination with the earlier choices. */
  isAvailable: boolean;
}

const matches = (item: VariationItem, chosen: readonly [string, string][]): boolean =>
  chosen.every(([id, value]) => item.variationValues[id] === value);

/** The choices before the variation at `index`: only these narrow it (specification, section 4). */
const chosenBefore = (product: Variations, selection: Selection, index: number): [string, string][] =>
  product.variations.slice(0, index).flatMap(({ id }) => {
    const value = selection[id];
    return value === undefined ? [] : [[id, value] as [string, string]];
  });

/** The options of one variation in order, with their availability given the earlier choices. */
export function optionsOf(product: Variations, selection: Selection, index: number): Option[] {
  const variation = product.variations[index];
  if (!variation) return [];
  const places = product.variationsSortTable[variation.id] ?? {};
  const values = [...new Set(product.variationItems.flatMap((item) => item.variationValues[variation.id] ?? []))];
  const before = chosenBefore(product, selection, index);
  return values
    .sort((a, b) => (places[a] ?? values.length) - (places[b] ?? values.length))
    .map((value) => ({
      value,
      isChosen: selection[variation.id] === value,
      isAvailable: product.variationItems.some(
        (item) => !item.outOfStock && matches(item, [...before, [variation.id, value]]),
      ),
    }));
}

/** Chooses a value; later choices that become unavailable are cleared. */
export function choose(product: Variations, selection: Selection, [id, value]: [id: string, value: string]): Selection {
  const possible: Record<string, string> = {};
  product.variations.forEach((variation, index) => {
    const choice = variation.id === id ? value : selection[variation.id];
    if (choice === undefined) return;
    const options = optionsOf(product, possible, index);
    if (options.some((option) => option.value === choice && option.isAvailable)) possible[variation.id] = choice;
  });
  return possible;
}

/** The selected item, once every variation is chosen. */
export function chosenItem(product: Variations, selection: Selection): VariationItem | undefined {
  if (product.variations.some(({ id }) => selection[id] === undefined)) return undefined;
  return product.variationItems.find((item) => matches(item, Object.entries(selection)));
}

/** The lowest and the highest price of the items that match the choices so far. */
export function priceRange(product: Variations, selection: Selection): { lowest: number; highest: number } | undefined {
  const left = product.variationItems
    .filter((item) => matches(item, Object.entries(selection)))
    .map(({ price }) => price);
  return left.length > 0 ? { lowest: Math.min(...left), highest: Math.max(...left) } : undefined;
}
