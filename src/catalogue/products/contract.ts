import { z } from 'zod';
import { labelled, someOf, trueFalse, yesNo } from '#lib/api/input-shapes.ts';
import { endpoint } from '#lib/api/endpoint.ts';
import { slug } from '#lib/text/slug.ts';
import { baseVersion, money, moneyOf, optionalText, tableQuery, text, uuid } from '#lib/api/wire.ts';
import { productDocument } from './documents/contract.ts';
import { productComplements, productFacts } from './facts-and-complements.ts';
import { type AddFault, asObjects, checkVariations, normalised, type UnvalidatedInput } from './variation-rules.ts';

export const productSentences = {
  load: 'Unable to load the products.',
  add: 'Unable to add the product.',
  loadDetails: 'Unable to load the product details.',
  update: 'Unable to update the product details.',
  added: 'The product has been successfully added.',
  updated: 'Product details have been successfully updated.',
  saved: 'Changes have been saved.',
  variations: 'Unable to update the product variations.',
  leaveQuestion: 'You have unsaved changes. Are you sure you want to leave this tab?',
};

export const mostVariations = 3;
export const mostOptions = 100;
export const mostCategories = 50;

export const productRow = z.object({
  id: uuid,
  productName: z.string(),
  productCode: z.string().meta({ description: 'The code of its first item, if it has variations.' }),
  createdDate: z.string().meta({ format: 'date-time' }),
  hasVariations: z.boolean(),
  productSupplier: z.string(),
  displayedOnline: z.boolean(),
  isShown: z
    .boolean()
    .meta({ description: 'Whether shoppers see it: it is displayed online and has a price and an image.' }),
  isOutOfStock: z.boolean(),
  image: z.string().nullable().meta({ description: 'The path of its first picture.' }),
  price: money.nullable().meta({ description: 'The lowest price of its items; null if none has a price.' }),
  hasMultiplePrices: z.boolean(),
  stockOnHand: z.int().meta({ description: 'The total stock of its items.' }),
  isArchived: z.boolean(),
  productUrl: z.string(),
  version: z.int(),
});
export type ProductRow = z.output<typeof productRow>;
/** The row as the browser gets it, with money in dollars. */
export type ProductRowOnPage = z.input<typeof productRow>;

export const productSorts = [
  'productName',
  'productCode',
  'createdDate',
  'hasVariations',
  'productSupplier',
  'displayedOnline',
] as const;
export type ProductSort = (typeof productSorts)[number];

const filters = {
  category: uuid.optional(),
  supplier: uuid.optional(),
  displayedOnline: trueFalse.optional(),
  hasVariations: trueFalse.optional(),
  outOfStock: trueFalse.optional(),
  archived: trueFalse.optional().meta({ description: 'Lists archived products instead of all others.' }),
};

export const productsQuery = tableQuery(productSorts).extend(filters);
/** The filters of the list, without page and sort. */
export const productsFilter = z.object({ search: z.string().max(200).optional(), ...filters });
export type ProductsFilter = z.output<typeof productsFilter>;

export const productParams = z.object({ id: uuid });

export const listManagedProducts = endpoint('GET', '/v1/manage-products', {
  access: 'ManageCartProducts',
  summary:
    'A page of the products, sorted and filtered; `search` finds names and codes. Archived products are listed only on request.',
  query: productsQuery,
  reply: z.array(productRow),
});

export const newProduct = z.object({
  productName: labelled('Product name', 2, 150),
  categoryId: z.guid({ error: 'Category is required.' }).toLowerCase(),
});

export const createProduct = endpoint('POST', '/v1/manage-products', {
  access: 'ManageCartProducts',
  summary: 'Creates a product with a url made from its name; shoppers do not see it yet.',
  body: newProduct,
  reply: z.object({ id: uuid, productUrl: z.string(), version: z.int() }),
  status: 201,
});

const optionLabel = text({ required: 'Options are required.', max: 50, long: 'Option is too long.' });

const option = z.object({ value: uuid, label: optionLabel });

export const variationInput = z.object({
  id: uuid,
  name: labelled('Name', 2, 50),
  options: someOf(option, 'Options are required.', mostOptions, `At most ${mostOptions} options.`),
});
export type VariationInput = z.output<typeof variationInput>;

export const codeRule = {
  min: 2,
  max: 30,
  short: 'Product Code must have at least 2 characters.',
  long: 'Product Code is too long.',
};

const requiredName = (label: string) =>
  text({
    required: `${label} is required.`,
    min: 2,
    max: 150,
    short: `${label} must have at least 2 characters.`,
    long: `${label} is too long.`,
  });

const details = z.object({
  id: uuid,
  version: baseVersion,
  productName: requiredName('Product name'),
  productUrl: z.string({ error: 'Product Url is required.' }).overwrite(slug).pipe(requiredName('Product Url')),
  shortDescription: optionalText({ max: 500, long: 'Short description is too long.', isMultiline: true }).optional(),
  longDescription: optionalText({ max: 100_000, long: 'Description is too long.', isMultiline: true }).optional(),
  isActive: yesNo.optional(),
  allowSaleWithoutStock: yesNo.optional(),
  isConsignment: yesNo.optional(),
  categories: someOf(uuid, 'At least 1 category is required.', mostCategories, `At most ${mostCategories} categories.`),
  productSupplierId: uuid.nullish(),
  facts: productFacts.optional(),
  complements: productComplements.optional(),
  productCode: optionalText(codeRule).optional(),
  sellingPrice: moneyOf('Selling price is required.').nullish(),
  variations: z
    .array(variationInput)
    .max(mostVariations, { error: `At most ${mostVariations} variations.` })
    .default([]),
});

const isObject = ({ value }: { value: unknown }): boolean => typeof value === 'object' && value !== null;

/** Rules that involve several fields; reported together with the faults of single fields. */
export const productUpdate = details.check(
  z.superRefine(
    (value: unknown, context) => {
      const input = value as UnvalidatedInput; // `when` lets only objects pass
      const addFault: AddFault = (path, message) => context.addIssue({ code: 'custom', path, message, input });
      const variations = asObjects(input['variations']);
      checkVariations(variations, addFault);
      if (variations.length > 0) return;
      if (normalised(input['productCode']) === '') addFault(['productCode'], 'Product Code is required.');
      if (input['sellingPrice'] === undefined || input['sellingPrice'] === null)
        addFault(['sellingPrice'], 'Selling price is required.');
    },
    { when: isObject },
  ),
);
export type ProductUpdate = z.output<typeof productUpdate>;

const reference = z.object({ id: uuid, name: z.string() });

/** A picture of a product. `data` is its path in replies and a data URL in requests. */
export const productImage = z.object({
  id: uuid,
  name: z.string(),
  data: z.string(),
  size: z.int().meta({ description: 'The size of the uploaded file, in bytes.' }),
  isPrimary: z.boolean(),
  altText: z.string(),
  optionId: uuid.nullable().meta({ description: 'The variation option that it shows.' }),
});
export type ProductImage = z.output<typeof productImage>;

export const productDetail = z.object({
  id: uuid,
  version: z.int(),
  productName: z.string(),
  productUrl: z.string(),
  shortDescription: z.string(),
  longDescription: z.string(),
  isActive: z.boolean(),
  allowSaleWithoutStock: z.boolean(),
  isConsignment: z.boolean(),
  categories: z.array(reference.extend({ path: z.array(z.string()) })),
  productSupplier: reference.nullable(),
  productCode: z.string(),
  sellingPrice: money.nullable(),
  hasVariations: z.boolean(),
  isShown: z.boolean(),
  isArchived: z.boolean(),
  createdDate: z.string().meta({ format: 'date-time' }),
  stockOnHand: z.int(),
  lowestPrice: money.nullable(),
  highestPrice: money.nullable(),
  images: z.array(productImage),
  documents: z.array(productDocument),
  facts: productFacts,
  complements: z.array(reference),
  variations: z.array(
    z.object({
      id: uuid,
      name: z.string(),
      options: z.array(z.object({ value: uuid, label: z.string() })),
    }),
  ),
});
export type ProductDetail = z.output<typeof productDetail>;

export const getManagedProduct = endpoint('GET', '/v1/manage-products/{id}', {
  access: 'ManageCartProducts',
  summary: 'A product with its pictures and variations.',
  params: productParams,
  reply: productDetail,
});

export const updateProduct = endpoint('PUT', '/v1/manage-products', {
  access: 'ManageCartProducts',
  summary:
    'Changes a product and its variations, which have an item for each combination of options; returns 409 for an outdated version.',
  body: productUpdate,
  reply: productDetail,
});

export const deleteProduct = endpoint('DELETE', '/v1/manage-products/{id}', {
  access: 'ManageCartProducts',
  summary: 'Deletes a product, or archives it if it has orders or stock movements. Its promos no longer include it.',
  params: productParams,
});

export const restoreProduct = endpoint('PATCH', '/v1/manage-products/{id}/restore', {
  access: 'ManageCartProducts',
  summary: 'Restores an archived product.',
  params: productParams,
  reply: productDetail,
});
