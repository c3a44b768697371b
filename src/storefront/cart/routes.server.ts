import type { Deps } from '#platform/deps.server.ts';
import { JsonText, type RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { readSettings } from '#company/settings.server.ts';
import { priceCart } from './contract.ts';
import { priceItems } from './pricing.server.ts';
import { wireOf } from './priced-cart-json.server.ts';

export function cartRoutes(on: RegisterEndpoint, deps: Deps): void {
  on(priceCart, async ({ body }) => {
    const { delivery } = await readSettings(deps);
    const { cartItems: items, promoCode, shippingMethod, attemptKey } = body;
    const asked = { items, promoCode, shippingMethod, attemptKey };
    const priced = await priceItems(deps.db, { ...asked, delivery, now: deps.clock.now() });
    // Serialised without the shape's encoder, since the cart calls this very often.
    return new JsonText(JSON.stringify(wireOf(priced, shippingMethod ?? null)));
  });
}
