import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { yesNo } from '#lib/api/input-shapes.ts';
import { money, signedMoney, uuid } from '#lib/api/wire.ts';
import { access, path, percentage } from './contract.ts';

/** Lists stop counting items below cost at this number, so it means 101 or more. */
export const mostShownBelowCost = 101;

const belowCostItem = z.object({
  itemId: uuid,
  productId: uuid,
  productName: z.string(),
  variation: z.string(),
  productCode: z.string(),
  price: money,
  reducedPrice: signedMoney.meta({
    description:
      'The lowest possible price. For a discount amount, it is the price in the smallest order that the promo applies to.',
  }),
  averageCost: money,
});

export const findBelowCost = endpoint('POST', `${path}/below-cost`, {
  access,
  staysOpen: true,
  summary: 'The items that a stored or draft promo sells below their average purchase price.',
  body: z.object({
    promoCodeId: uuid.nullish().meta({
      description: 'The promo whose products are checked. All products are checked if the promo applies to all.',
    }),
    discountPercentage: percentage.nullish(),
    discountAmount: money.nullish(),
    minimumSpend: money.nullish(),
    isApplicableToAllProducts: yesNo.default(false),
  }),
  reply: z.object({ total: z.int(), items: z.array(belowCostItem) }),
  status: 200,
  rate: 'typing',
});
export type BelowCostRequest = z.output<(typeof findBelowCost)['shapes']['body']>;
export type BelowCostItem = z.output<typeof belowCostItem>;
