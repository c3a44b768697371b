export const mostItems = 512; // three variations of eight options
export const tooManyCombinations = (count: number): string =>
  `There are ${count} combinations; at most ${mostItems} are possible.`;

export type AddFault = (path: PropertyKey[], message: string) => void;
/** Input that has not been validated yet. */
export type Loose = Record<string, unknown>;

export const objects = (list: unknown): Loose[] =>
  Array.isArray(list) ? list.map((one) => (typeof one === 'object' && one !== null ? (one as Loose) : {})) : []; // an object has string keys

export const plain = (value: unknown): string => (typeof value === 'string' ? value.trim().toLowerCase() : '');

function reportDuplicates(texts: readonly string[], report: (place: number) => void): void {
  texts.forEach((one, place) => {
    if (one !== '' && texts.indexOf(one) !== place) report(place);
  });
}

/** Names and options are unique, and there are not too many items. */
export function checkVariations(variations: readonly Loose[], add: AddFault): void {
  const names = variations.map(({ name }) => plain(name));
  reportDuplicates(names, (at) =>
    add(['variations', at, 'name'], `Variation '${variations[at]?.['name']}' is named twice.`),
  );
  variations.forEach(({ options }, at) => {
    const labels = objects(options).map(({ label }) => plain(label));
    reportDuplicates(labels, (place) =>
      add(['variations', at, 'options', place, 'label'], 'This option already exists.'),
    );
  });
  const ids = [
    ...variations.map(({ id }) => id),
    ...variations.flatMap(({ options }) => objects(options).map(({ value }) => value)),
  ];
  if (new Set(ids.map(plain)).size < ids.length) add(['variations'], 'Each variation and option needs a unique id.');
  const count = variations.reduce((product, { options }) => product * Math.max(objects(options).length, 1), 1);
  if (count > mostItems) add(['variations'], tooManyCombinations(count));
}
