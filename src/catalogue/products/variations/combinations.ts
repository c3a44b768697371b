/** A stored item: its option of each variation. */
export interface ExistingItem {
  id: string;
  /** Option id by variation id. */
  options: Record<string, string>;
}

export interface Variation {
  id: string;
  options: readonly { value: string; label: string }[];
}

/** One combination: its options in the order of the variations, and their joined labels. */
export interface Combination {
  options: { variation: string; option: string }[];
  /** `Small / Blue`; empty for a product without variations. */
  label: string;
}

export interface AssignedItems<Item> {
  /** In display order; a new combination has no item. */
  items: (Combination & { item: Item | undefined })[];
  removed: Item[];
}

/**
 * Assigns an item to each combination of options (contract, section 6). Items stay with their options. With a new
 * variation they get its first option; if a variation is removed, the first of the items that become equal stays. Items
 * without a combination are in `removed`.
 */
export function assignItems<Item extends ExistingItem>(
  items: readonly Item[],
  before: readonly string[],
  variations: readonly Variation[],
): AssignedItems<Item> {
  const known = new Set(before);
  const taken = new Map<string, Item>();
  const removed: Item[] = [];
  const combinations = combine(variations);
  const possible = new Set(combinations.map(keyOf));
  for (const item of items) {
    const options = variations.map(({ id, options }) => (known.has(id) ? item.options[id] : options[0]?.value) ?? '');
    const key = options.join(' ');
    if (possible.has(key) && !taken.has(key)) taken.set(key, item);
    else removed.push(item);
  }
  return { items: combinations.map((one) => ({ ...one, item: taken.get(keyOf(one)) })), removed };
}

const keyOf = ({ options }: Combination): string => options.map(({ option }) => option).join(' ');

/**
 * All combinations, with the last variation changing fastest; a single one without options if there are no variations.
 */
export function combine(variations: readonly Variation[]): Combination[] {
  let made: Combination[] = [{ options: [], label: '' }];
  for (const { id, options } of variations) {
    made = made.flatMap((one) =>
      options.map(({ value, label }) => ({
        options: [...one.options, { variation: id, option: value }],
        label: one.label === '' ? label : `${one.label} / ${label}`,
      })),
    );
  }
  return made;
}
