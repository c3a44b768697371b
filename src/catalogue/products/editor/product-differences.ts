import { formatAmount } from '#lib/text/amount-text.ts';
import { plainText } from '../listings/plain-text.ts';
import type { Difference } from '#ui/overlay/field-differences.tsx';
import type { Update } from './product-types.ts';

interface Names {
  categories: readonly { value: string; label: string }[];
  suppliers: readonly { value: string; label: string }[];
}

const yesOrNo = (flag: boolean | undefined): string => (flag ? 'Yes' : 'No');

const textsOf = (update: Update, { categories, suppliers }: Names): Record<string, string> => ({
  'Product name': update.productName,
  'Product Url': update.productUrl,
  'Short description': update.shortDescription ?? '',
  Description: plainText(update.longDescription ?? ''),
  'Displayed online': yesOrNo(update.isActive),
  'Allow sale without stock': yesOrNo(update.allowSaleWithoutStock),
  Consignment: yesOrNo(update.isConsignment),
  Categories: update.categories.map((id) => categories.find(({ value }) => value === id)?.label ?? id).join(', '),
  Supplier: suppliers.find(({ value }) => value === update.productSupplierId)?.label ?? '',
  'Product code': update.productCode ?? '',
  'Selling price': formatAmount(update.sellingPrice),
  Variations: (update.variations ?? [])
    .map(({ name, options }) => `${name}: ${options.map(({ label }) => label).join(', ')}`)
    .join('; '),
});

export function differencesOf({ theirs, mine }: { theirs: Update; mine: Update }, names: Names): Difference[] {
  const own = textsOf(mine, names);
  return Object.entries(textsOf(theirs, names)).flatMap(([label, text]) =>
    text === own[label] ? [] : [{ label, theirs: text, mine: own[label] ?? '' }],
  );
}
