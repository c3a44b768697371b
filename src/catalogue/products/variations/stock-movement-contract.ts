import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { moneyOf, optionalText, uuid } from '#lib/api/wire.ts';
import { variationItem } from './items-contract.ts';

/** The directions that users may enter; the third one, 1 (Remove - Customer), is written only by orders. */
export const directions = { add: 0, remove: 2 } as const;

export const stockSentences = {
  failed: 'Unable to update the product stocks.',
  moved: "The variation item's stock value has been updated.",
};

export const mostUnits = 1_000_000;

const movement = z.object({
  productId: uuid,
  productVariationItemId: uuid.nullish(),
  inventoryDirection: z.literal([directions.add, directions.remove], { error: 'Inventory direction is required.' }),
  quantity: z
    .int({
      error: ({ input }) =>
        input === undefined || input === null || input === '' ? 'Quantity is required.' : 'Not a valid quantity.',
    })
    .min(1, { error: 'Quantity must be greater than 0.' })
    .max(mostUnits, { error: 'Not a valid quantity.' }),
  reason: optionalText({
    min: 2,
    max: 250,
    short: 'The reason is too short.',
    long: 'The reason is too long',
    isMultiline: true,
  }).optional(),
  purchasePrice: moneyOf('Purchase price is required.').nullish(),
});

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** A stock movement that a user enters: adding needs a purchase price, removing needs a reason. */
export const stockMovement = movement.check(
  z.superRefine(
    (value: unknown, context) => {
      const { inventoryDirection, purchasePrice, reason } = value as Record<string, unknown>; // an object: its schema is checked before this runs
      const addFault = (path: string, message: string) =>
        context.addIssue({ code: 'custom', path: [path], message, input: value });
      if (inventoryDirection === directions.remove && isBlank(reason))
        addFault('reason', 'Reason for removing stocks is required.');
      if (inventoryDirection === directions.add && isBlank(purchasePrice))
        addFault('purchasePrice', 'Purchase price is required.');
    },
    { when: ({ value }) => typeof value === 'object' && value !== null },
  ),
);
export type StockMovement = z.output<typeof stockMovement>;

export const updateItemInventory = endpoint('POST', '/v1/manage-products/update-variation-items-inventory', {
  access: 'ManageCartStock',
  summary: 'Adds or removes units of an item by hand; returns the item with its new stock on hand.',
  body: stockMovement,
  reply: variationItem,
});
