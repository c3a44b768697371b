import { useNavigate } from 'react-router';
import { clearCart } from '#storefront/cart/browser-cart.ts';
import { storePlaced } from '#storefront/cart/placed-order.ts';
import type { OrderAnswer } from './send-order.ts';
import { forgetCheckout } from './use-checkout.ts';

const shop = '/shopping/products/all';
/** Milliseconds before the page is reloaded with a new account's session (specification of the shop, section 9). */
const sessionDelayMs = 1;

/** After a placed order, empties the cart and the forms and opens the shop, which shows the confirmation. */
export function useFinishOrder(): (answer: OrderAnswer) => void {
  const navigate = useNavigate();
  return (answer) => {
    clearCart();
    forgetCheckout();
    storePlaced({ orderNumber: answer.orderNumber ?? '', orderUrl: answer.orderUrl ?? shop });
    // The response has set the new account's cookies; a full page load makes the whole page use them.
    if (answer.token) setTimeout(() => window.location.assign(shop), sessionDelayMs);
    else void navigate(shop);
  };
}
