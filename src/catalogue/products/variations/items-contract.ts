import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { baseVersion, money, moneyOf, text, uuid } from '#lib/api/wire.ts';
import { codeRule } from '../contract.ts';
import { mostItems } from '../variation-rules.ts';

/** An item of a product with variations. */
export const variationItem = z.object({
  id: uuid,
  value: z.string().meta({ description: 'Its options, such as `Small / Blue`.' }),
  stockOnHand: z.int(),
  price: money.nullable(),
  productCode: z.string(),
  options: z.array(uuid).meta({ description: 'The ids of its options, in the order of the variations.' }),
});
export type VariationItem = z.output<typeof variationItem>;

const itemInput = z.object({
  id: uuid,
  productCode: text({ ...codeRule, required: 'Product code is required.' }),
  price: moneyOf('Price is required.'),
});
export type ItemInput = z.output<typeof itemInput>;

const itemsBody = z.object({
  productId: uuid,
  version: baseVersion,
  productVariationItems: z.array(itemInput).min(1, { error: 'Nothing has been changed.' }).max(mostItems),
});

/** Reports codes that two rows share, together with the faults of single rows. */
export const itemsUpdate = itemsBody.check(
  z.superRefine(
    (value: unknown, context) => {
      const { productVariationItems: rows } = value as Record<string, unknown>; // an object: its schema is checked before this runs
      const codes = (Array.isArray(rows) ? rows : []).map((row: Partial<ItemInput> | null) =>
        typeof row?.productCode === 'string' ? row.productCode.trim().toLowerCase() : '',
      );
      codes.forEach((code, place) => {
        const first = codes.indexOf(code);
        if (code === '' || first === place) return;
        const path = ['productVariationItems', place, 'productCode'];
        context.addIssue({ code: 'custom', path, message: `Row ${first + 1} already has this code.`, input: value });
      });
    },
    { when: ({ value }) => typeof value === 'object' && value !== null },
  ),
);
export type ItemsUpdate = z.output<typeof itemsUpdate>;

export const listVariationItems = endpoint('GET', '/v1/manage-products/variations/{productId}', {
  access: ['ManageCartProducts', 'ManageCartStock'],
  summary: "A product's items, one for each combination of its options; none if it has no variations.",
  params: z.object({ productId: uuid }),
  reply: z.array(variationItem),
});

export const updateVariationItems = endpoint('POST', '/v1/manage-products/update-variation-items', {
  access: 'ManageCartProducts',
  summary: 'Sets the codes and prices of items; returns 409 for an outdated version of the product.',
  body: itemsUpdate,
  reply: z.array(variationItem),
});
