import { counted, productsUsing, type Using } from '../suppliers/in-use.ts';

export interface CategoryUse extends Using {
  below: number;
}

/**
 * Why a category can't be deleted, e.g. `This category is used by 12 products and has 1 sub-category.`; undefined where
 * it can.
 */
export function categoryInUse({ below, ...products }: CategoryUse): string | undefined {
  const used = productsUsing(products);
  const told = [
    ...(used === undefined ? [] : [`is used by ${used}`]),
    ...(below > 0 ? [`has ${counted(below, 'sub-category', 'sub-categories')}`] : []),
  ];
  return told.length > 0 ? `This category ${told.join(' and ')}.` : undefined;
}
