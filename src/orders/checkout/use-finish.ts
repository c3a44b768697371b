import { useNavigate } from 'react-router';
import { clearCart } from '#storefront/cart/browser-cart.ts';
import { storePlaced } from '#storefront/cart/placed-order.ts';
import type { OrderAnswer } from './send-order.ts';
import { forgetCheckout } from './use-checkout.ts';

const shop = '/shopping/products/all';
/** Milliseconds before a new account's session takes over (specification, section 9). */
const sessionDelayMs = 1;

/** What follows on an order: cart and forms are emptied, and the shop thanks for it. */
export function useFinish(): (answer: OrderAnswer) => void {
  const navigate = useNavigate();
  return (answer) => {
    clearCart();
    forgetCheckout();
    storePlaced({ orderNumber: answer.orderNumber ?? '', orderUrl: answer.orderUrl ?? shop });
    // The answer has set the new account's cookies; the document is asked for anew, so that all of it knows.
    if (answer.token) setTimeout(() => window.location.assign(shop), sessionDelayMs);
    else void navigate(shop);
  };
}
