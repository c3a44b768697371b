import type { Db } from '#platform/db/db.server.ts';
import { addDays, type Day } from '#lib/day.ts';
import type { SitePrice } from './contract.ts';
import { type ListsOfSite, multipleOf, nextChange, priceSteps } from './item-price.ts';
import { type PricedItem, readTermsOfProducts } from './read-item-terms.server.ts';

/** What all items of some products cost a site. Products that the shop does not show are left out. */
export async function sitePrices(
  db: Db,
  productIds: readonly string[],
  asked: { lists: ListsOfSite; day: Day },
): Promise<SitePrice[]> {
  const items = await readTermsOfProducts(db, productIds, asked);
  return items.map((item) => priceOf(item, asked.day));
}

function priceOf(item: PricedItem, day: Day): SitePrice {
  const [{ price }, ...breaks] = priceSteps(item, day);
  const change = nextChange(item, day);
  return {
    id: item.productId,
    variationItemId: item.isVariation ? item.itemId : null,
    basePrice: item.base,
    price,
    multiple: multipleOf(item, day),
    breaks,
    validUntil: change ? addDays(change.from, -1) : null,
    next: change ? { from: change.from, price: change.steps[0].price } : null,
  };
}
