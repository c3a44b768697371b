import { counted, productsUsing, type ProductUse } from '../products/count-text.ts';

export interface CategoryUse extends ProductUse {
  subCategories: number;
}

/**
 * Why a category can't be deleted, e.g. `This category is used by 12 products and has 1 sub-category.`; undefined if
 * it can.
 */
export function categoryInUse({ subCategories, ...products }: CategoryUse): string | undefined {
  const used = productsUsing(products);
  const uses = [
    ...(used === undefined ? [] : [`is used by ${used}`]),
    ...(subCategories > 0 ? [`has ${counted(subCategories, 'sub-category', 'sub-categories')}`] : []),
  ];
  return uses.length > 0 ? `This category ${uses.join(' and ')}.` : undefined;
}
