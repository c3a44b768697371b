import { z } from 'zod';
import { trueFalse, yesNo } from '#lib/api/input-shapes.ts';
import { endpoint } from '#lib/api/endpoint.ts';
import { tableQuery, uuid } from '#lib/api/wire.ts';
import { sentences } from './contract.ts';

const access = 'ManageCartPromoCodes';
const path = '/v1/shopping-cart/promoCode/products';

/** The maximum number of ids in a request. A filter can select more products. */
export const mostIds = 10_000;
const tooMany = 'At most 10,000 products at once.';
const ids = z.array(uuid, { error: 'Must be a list.' }).max(mostIds, { error: tooMany });

const categoryIds = z.array(uuid, { error: 'Must be a list.' }).max(500, { error: 'At most 500 categories.' });

/** Selects or deselects all products of some categories and search words. */
const choice = z.strictObject(
  {
    selected: yesNo,
    categoryIds: categoryIds.optional(),
    search: z.string().max(200).optional(),
  },
  { error: 'Unknown filter.' }, // a misspelt filter must not select everything
);
export type Choice = z.output<typeof choice>;
const choices = z.array(choice).max(20, { error: 'At most 20 filters.' }).optional();

export const promoProduct = z.object({ productId: uuid, name: z.string(), selected: z.boolean() });
export type PromoProduct = z.output<typeof promoProduct>;

const productsQuery = tableQuery(['selected', 'name']).extend({
  selected: trueFalse
    .optional()
    .meta({ description: 'True lists only products that are saved as selected, false only the others.' }),
});

export const listPromoProducts = endpoint('POST', path, {
  access,
  staysOpen: true,
  summary:
    'The products, and whether the promo applies to each. Products stored as selected come first, then the others, each sorted by name. The query pages, sorts and searches the list.',
  query: productsQuery,
  body: z.object({
    promoCodeId: uuid,
    categoryIds: categoryIds
      .nullish()
      .meta({ description: 'Lists products in these categories and their sub-categories; all products if empty.' }),
    all: choices.meta({ description: 'Unsaved choices, which `selected` takes into account.' }),
  }),
  reply: z.array(promoProduct),
  status: 200,
});
export type ProductsQuery = z.output<typeof productsQuery>;
export type ProductsRequest = z.output<(typeof listPromoProducts)['shapes']['body']>;

const isChange = ({
  productIds,
  ...change
}: {
  productIds?: unknown;
  add?: unknown;
  remove?: unknown;
  all?: unknown;
}) => (productIds !== undefined) !== Object.values(change).some((part) => part !== undefined);

export const savePromoProducts = endpoint('POST', `${path}/save`, {
  access,
  summary:
    'Either replaces the whole selection (`productIds`), or changes it: applies the filters in `all` in order, then `add` and `remove`.',
  body: z
    .object({
      promoCodeId: uuid,
      productIds: ids.optional(),
      all: choices,
      add: ids.optional(),
      remove: ids.optional(),
    })
    .refine(({ promoCodeId: _id, ...change }) => isChange(change), {
      path: ['productIds'],
      error: sentences.nothingToSave,
    }),
  reply: z.object({ promoCodeId: uuid, productCount: z.int(), added: z.int(), removed: z.int() }),
  status: 200,
  bodyLimit: 1024 * 1024,
});
export type ProductsSave = z.output<(typeof savePromoProducts)['shapes']['body']>;
