export const mostItems = 512; // three variations of eight options

export const tooManyCombinations = (count: number): string =>
  `There are ${count} combinations; at most ${mostItems} are possible.`;

export type AddFault = (path: PropertyKey[], message: string) => void;
export type UnvalidatedInput = Record<string, unknown>;

export const asObjects = (list: unknown): UnvalidatedInput[] =>
  Array.isArray(list)
    ? list.map((one) => (typeof one === 'object' && one !== null ? (one as UnvalidatedInput) : {}))
    : []; // an object has string keys

export const normalised = (value: unknown): string => (typeof value === 'string' ? value.trim().toLowerCase() : '');

function reportDuplicates(texts: readonly string[], report: (place: number) => void): void {
  texts.forEach((one, place) => {
    if (one !== '' && texts.indexOf(one) !== place) report(place);
  });
}

/** Checks that names and options are unique, and that there are not too many combinations. */
export function checkVariations(variations: readonly UnvalidatedInput[], add: AddFault): void {
  const names = variations.map(({ name }) => normalised(name));
  reportDuplicates(names, (at) =>
    add(['variations', at, 'name'], `Variation '${variations[at]?.['name']}' is listed twice.`),
  );
  variations.forEach(({ options }, at) => {
    const labels = asObjects(options).map(({ label }) => normalised(label));
    reportDuplicates(labels, (place) =>
      add(['variations', at, 'options', place, 'label'], 'This option already exists.'),
    );
  });
  const ids = [
    ...variations.map(({ id }) => id),
    ...variations.flatMap(({ options }) => asObjects(options).map(({ value }) => value)),
  ];
  if (new Set(ids.map(normalised)).size < ids.length)
    add(['variations'], 'Each variation and option needs a unique id.');
  const count = variations.reduce((product, { options }) => product * Math.max(asObjects(options).length, 1), 1);
  if (count > mostItems) add(['variations'], tooManyCombinations(count));
}

/** Why items can't be removed: `L has 3 in stock. Remove this stock first.`; `label` is empty for a product without variations. */
export const stockedItemsText = (items: readonly { label: string; stockOnHand: number }[]): string =>
  `${items.map(({ label, stockOnHand }) => `${label || 'The product'} has ${stockOnHand} in stock`).join(', ')}. Remove this stock first.`;
