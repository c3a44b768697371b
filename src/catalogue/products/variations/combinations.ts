/** A stored item with its option for each variation. */
export interface ExistingItem {
  id: string;
  /** Option ids by variation id. */
  options: Record<string, string>;
}

export interface Variation {
  id: string;
  options: readonly { value: string; label: string }[];
}

/** One option of each variation, in the order of the variations. */
export interface Combination {
  options: { variation: string; option: string }[];
  /** `Small / Blue`; empty for a product without variations. */
  label: string;
}

export interface AssignedItems<Item> {
  /** All combinations in the order shown; a new combination has no item yet. */
  items: (Combination & { item: Item | undefined })[];
  removed: Item[];
}

/**
 * Assigns the stored items to the combinations of options (contract, section 6). An item keeps its options and gets the
 * first option of a new variation. If several items become equal because a variation was removed, the first one stays.
 * `before` contains the ids of the stored variations. Items that fit no combination are `removed`.
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

/** All combinations, sorted by the first variation, then by the next; without variations, a single empty combination. */
export function combine(variations: readonly Variation[]): Combination[] {
  let combinations: Combination[] = [{ options: [], label: '' }];
  for (const { id, options } of variations) {
    combinations = combinations.flatMap((one) =>
      options.map(({ value, label }) => ({
        options: [...one.options, { variation: id, option: value }],
        label: one.label === '' ? label : `${one.label} / ${label}`,
      })),
    );
  }
  return combinations;
}
