import type { z } from 'zod';
import type { Deps } from '#platform/deps.server.ts';
import { JsonText, type RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { readSettings } from '#company/settings.server.ts';
import { requireSiteAccess } from '#trade/accounts/site-access.server.ts';
import { type ListsOfSite, listsOf } from '#trade/prices/item-price.ts';
import { priceCart, priceSiteCart } from './contract.ts';
import { priceItems } from './pricing.server.ts';
import { wireOf } from './priced-cart-json.server.ts';

export function cartRoutes(on: RegisterEndpoint, deps: Deps): void {
  on(priceCart, ({ body }) => priced(deps, body));
  on(priceSiteCart, async ({ body: { siteId, ...body }, actor }) => {
    const access = await requireSiteAccess(deps.db, { userId: actor.id, siteId });
    return priced(deps, body, listsOf(access));
  });
}

async function priced(
  deps: Deps,
  { cartItems: items, promoCode, shippingMethod, attemptKey }: z.output<(typeof priceCart)['shapes']['body']>,
  lists?: ListsOfSite,
): Promise<JsonText> {
  const { delivery } = await readSettings(deps);
  const asked = { items, promoCode, shippingMethod, attemptKey, lists };
  const cart = await priceItems(deps.db, { ...asked, delivery, now: deps.clock.now() });
  // Serialised without the shape's encoder, since the cart calls this very often.
  return new JsonText(JSON.stringify(wireOf(cart, shippingMethod ?? null)));
}
