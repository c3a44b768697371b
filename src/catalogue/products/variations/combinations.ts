/** An item as it is held: the option of each variation that it has. */
export interface ExistingItem {
  id: string;
  /** Option id by variation id. */
  options: Record<string, string>;
}

export interface Variation {
  id: string;
  options: readonly { value: string; label: string }[];
}

/** One item as it will be: its options in the order of the variations, and how they read together. */
export interface Combination {
  options: { variation: string; option: string }[];
  /** `Small / Blue`, empty for a plain product. */
  label: string;
}

export interface Settled<Item> {
  /** In the order in which they show; without an item where one is new. */
  items: (Combination & { item: Item | undefined })[];
  gone: Item[];
}

/**
 * Gives each combination of options its item (contract, section 6). Items stay with their options; a variation that is new
 * gives them its first option, one that is taken away leaves of the items that become alike the first. What fits nowhere
 * any more is gone.
 */
export function settle<Item extends ExistingItem>(
  held: readonly Item[],
  before: readonly string[],
  wanted: readonly Variation[],
): Settled<Item> {
  const known = new Set(before);
  const taken = new Map<string, Item>();
  const gone: Item[] = [];
  const combinations = combine(wanted);
  const possible = new Set(combinations.map(keyOf));
  for (const item of held) {
    const options = wanted.map(({ id, options }) => (known.has(id) ? item.options[id] : options[0]?.value) ?? '');
    const key = options.join(' ');
    if (possible.has(key) && !taken.has(key)) taken.set(key, item);
    else gone.push(item);
  }
  return { items: combinations.map((one) => ({ ...one, item: taken.get(keyOf(one)) })), gone };
}

const keyOf = ({ options }: Combination): string => options.map(({ option }) => option).join(' ');

/** All combinations, the last variation changing fastest; one without options where there are no variations. */
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
