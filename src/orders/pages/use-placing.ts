import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { clearCart } from '#cart/browser-cart.ts';
import { keepPlaced } from '#cart/placed-order.ts';
import type { Cart } from '#cart/use-cart.ts';
import type { Fault } from '#lib/problem.ts';
import { sentences } from '../checkout-form.ts';
import { digitsOf, isExpiryAhead } from './card.ts';
import { type BillingValues, type CardValues, emptyCard, recipientOf, shippingBody } from './form-values.ts';
import { askUntilKnown, issueError, type OrderAnswer, type OrderBody, type Outcome, systemError } from './placing.ts';
import { type Checkout, forgetCheckout } from './use-checkout.ts';
import type { StripeMeans } from './use-stripe.ts';

const shop = '/shopping/products/all';
/** Milliseconds before a new account's session takes over (specification, section 9). */
const swapDelay = 1;

interface Placing {
  checkout: Checkout;
  cart: Cart;
  card: UseFormReturn<CardValues>;
  stripe: StripeMeans;
  userId: string | null;
  tell: (refusal: Refusal | undefined) => void;
}

/** Why an order was not placed: the catalogue's sentence, and each reason (specification, section 8). */
export interface Refusal {
  title: string;
  reasons: string[];
}

/** Places the order: the card is checked, the order asked for until its outcome is known, and all that is wrong is told. */
export function usePlacing({ checkout, cart, card, stripe, userId, tell }: Placing) {
  const navigate = useNavigate();
  const [isPlacing, setPlacing] = useState(false);

  /** The means to pay, checked; undefined where something is missing, which then says so. */
  const meansOf = async (isFree: boolean): Promise<Partial<OrderBody> | undefined> => {
    if (isFree) return {};
    if (stripe.isUsed) return stripe.token();
    return cardOf(card);
  };

  const done = (answer: OrderAnswer): void => {
    clearCart();
    forgetCheckout();
    card.reset(emptyCard);
    keepPlaced({ orderNumber: answer.orderNumber ?? '', orderUrl: answer.orderUrl ?? shop });
    // The answer has set the new account's cookies; the document is asked for anew, so that all of it knows.
    if (answer.token) setTimeout(() => window.location.assign(shop), swapDelay);
    else void navigate(shop);
  };

  const show = (outcome: Outcome): void => {
    if (outcome.kind === 'placed') return done(outcome.answer);
    const loose = outcome.kind === 'refused' ? showFaults(outcome.faults, checkout, card) : [];
    const reasons = 'reasons' in outcome ? outcome.reasons : [];
    tell({ title: outcome.kind === 'unknown' ? systemError : issueError, reasons: [...reasons, ...loose] });
    cart.refresh();
  };

  const place = async (isFree: boolean): Promise<void> => {
    setPlacing(true);
    tell(undefined);
    try {
      const means = await meansOf(isFree);
      if (means) show(await askUntilKnown({ ...bodyOf(checkout, cart, userId), ...means }, stripe.confirm));
    } catch (error) {
      tell({ title: systemError, reasons: error instanceof Error ? [error.message] : [] });
    } finally {
      setPlacing(false);
    }
  };
  return { isPlacing, place };
}

/** The card as it is sent; undefined where it has faults, which the form then shows. */
async function cardOf(card: UseFormReturn<CardValues>): Promise<CardValues | undefined> {
  if (!(await card.trigger())) return undefined;
  const { cardNumber, expiryDate, cvc } = card.getValues();
  if (!isExpiryAhead(expiryDate, new Date())) {
    card.setError('expiryDate', { type: 'expired', message: sentences.cardExpired });
    return undefined;
  }
  return { cardNumber: digitsOf(cardNumber), expiryDate: expiryDate.replaceAll(' ', ''), cvc };
}

/** What is sent besides the means to pay: the forms, the cart with the prices seen, and the total seen. */
function bodyOf(
  { billingValues, shippingValues }: Checkout,
  { priced, lines, promo }: Cart,
  userId: string | null,
): OrderBody {
  const { registerAccount } = billingValues;
  return {
    billingInfo: { ...billingBody(billingValues), registerAccount } as OrderBody['billingInfo'], // the form was checked
    shippingInfo: shippingBody(shippingValues, billingValues),
    promoCode: priced?.promoApplied ? promo : null,
    userId: registerAccount ? null : userId,
    ipAddress: '',
    expectedTotal: priced?.total,
    cartItems: (lines ?? []).map(({ id, variationItemId, qty, price }) => ({ id, variationItemId, qty, price })),
  };
}

const billingBody = (values: BillingValues) => {
  const { registerAccount, password, confirmPassword } = values;
  return registerAccount ? { ...recipientOf(values), password, confirmPassword } : recipientOf(values);
};

/** Puts the server's faults beside their fields; answers those that have no field on this tab. */
function showFaults(faults: Fault[], { billing, shipping }: Checkout, card: UseFormReturn<CardValues>): string[] {
  return faults.flatMap(({ path, message }) => {
    const [part, field] = path.split('.');
    const error = { type: 'server', message };
    if (part === 'billingInfo' && field)
      billing.setError(field as keyof BillingValues, error); // the shape's own names
    else if (part === 'shippingInfo' && field) shipping.setError(field as 'firstName', error); // as above
    if (part === undefined || !(part in emptyCard)) return [message];
    card.setError(part as keyof CardValues, error); // checked
    return [];
  });
}
