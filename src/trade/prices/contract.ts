import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { someOf } from '#lib/api/input-shapes.ts';
import { money, uuid } from '#lib/api/wire.ts';

/* What an item costs the site of a trade account. Pages of the shop show this by a call of their own, since they are the same for everybody. */

/** As many as a page of the shop's longest list. */
export const mostProducts = 100;

export const priceSentences = {
  noProducts: 'Products are required.',
  tooMany: `At most ${mostProducts} products at once.`,
} as const;

const step = z.object({
  minQuantity: z.int().meta({ description: 'The price is for so many units and more.' }),
  price: money,
});

const sitePrice = z.object({
  id: uuid.meta({ description: 'The product.' }),
  variationItemId: uuid.nullable().meta({ description: 'Null for a product without variations, as in a cart.' }),
  basePrice: money.meta({ description: 'What everybody pays.' }),
  price: money.meta({ description: 'For the smallest quantity that the site can buy.' }),
  multiple: z.int().meta({ description: 'The site buys in multiples of so many units; 1 for any quantity.' }),
  breaks: z.array(step).meta({ description: 'From higher quantities on, ascending.' }),
  validUntil: z.string().nullable().meta({
    format: 'date',
    description: 'The last day of these prices, as far as price lists say; null if they name no end.',
  }),
  next: z
    .object({ from: z.string().meta({ format: 'date' }), price: money })
    .nullable()
    .meta({ description: 'The price after that day.' }),
});
export type SitePrice = z.output<typeof sitePrice>;

export const readSitePrices = endpoint('POST', '/v1/trade/prices', {
  access: 'member',
  staysOpen: true,
  summary: 'The prices of all items of some products for a site for which the caller orders.',
  body: z.object({ siteId: uuid, ids: someOf(uuid, priceSentences.noProducts, mostProducts, priceSentences.tooMany) }),
  reply: z.array(sitePrice),
  status: 200,
});
