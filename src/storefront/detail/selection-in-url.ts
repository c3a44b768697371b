import { slug } from '#lib/text/slug.ts';
import { choose, type Selection, type Variations } from './available-options.ts';

/** `Size` as `size`, `5 L` as `5-l`. A text without Latin letters and digits stays as it is, in lower case. */
const keyOf = (text: string): string => slug(text) || text.toLowerCase();

/** The selected options of a URL (`?size=5-l`); unknown and unavailable ones are left out. */
export function selectionFrom(product: Variations, params: URLSearchParams): Selection {
  return product.variations.reduce<Selection>((selection, { id, fieldText }) => {
    const asked = params.get(keyOf(fieldText));
    if (asked === null) return selection;
    const values = product.variationItems.flatMap((item) => item.variationValues[id] ?? []);
    const value = values.find((one) => keyOf(one) === keyOf(asked));
    return value === undefined ? selection : choose(product, selection, [id, value]);
  }, {});
}

/** The query string with these options; other parameters stay. Empty, or starting with `?`. */
export function searchOf(product: Variations, selection: Selection, params = new URLSearchParams()): string {
  const next = new URLSearchParams(params);
  for (const { id, fieldText } of product.variations) {
    const value = selection[id];
    if (value === undefined) next.delete(keyOf(fieldText));
    else next.set(keyOf(fieldText), keyOf(value));
  }
  return next.size > 0 ? `?${next}` : '';
}
