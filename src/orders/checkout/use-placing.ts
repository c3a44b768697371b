import { type Dispatch, type SetStateAction, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Cart } from '#storefront/cart/use-cart.ts';
import type { Fault } from '#lib/api/problem.ts';
import { sentences } from '../checkout-form.ts';
import type { OrderBody } from './pending-checkout.ts';
import { digitsOf, isExpiryAhead } from './card.ts';
import { type BillingValues, type CardValues, billingBody, emptyCard, shippingBody } from './form-values.ts';
import {
  type Confirm,
  issueError,
  type OrderAnswer,
  type CheckoutResult,
  placeOrder,
  type Secrets,
  systemError,
} from './send-order.ts';
import type { Checkout } from './use-checkout.ts';
import type { StripePayment } from './use-stripe.ts';

/** Why an order was not placed: the catalogue's sentence, and each reason (specification, section 8). */
export interface Refusal {
  title: string;
  reasons: string[];
  /** Nothing was ordered, so another card makes this a thing of the past. */
  isFinal: boolean;
}
export type ShowRefusal = Dispatch<SetStateAction<Refusal | undefined>>;

/** What an outcome other than an order tells the buyer. */
export function refusalOf(outcome: Exclude<CheckoutResult, { kind: 'placed' }>): Refusal | undefined {
  if (outcome.kind === 'notSent') return undefined;
  const { kind, reasons } = outcome;
  const title = kind === 'unknown' || kind === 'lost' ? systemError : issueError;
  return { title, reasons, isFinal: kind === 'refused' || kind === 'invalid' };
}

interface PlaceOrderOptions {
  checkout: Checkout;
  cart: Cart;
  card: UseFormReturn<CardValues>;
  stripe: StripePayment;
  confirm: Confirm;
  userId: string | null;
  tell: ShowRefusal;
  finish: (answer: OrderAnswer) => void;
}

/** Places the order: the card is checked, the order asked for until its outcome is known, and all that is wrong is told. */
export function usePlaceOrder({ checkout, cart, card, stripe, confirm, userId, tell, finish }: PlaceOrderOptions) {
  const [isPlacing, setPlacing] = useState(false);

  /** The means to pay, checked; undefined where something is missing, which then says so. */
  const paymentOf = async (isFree: boolean): Promise<Secrets['card'] | undefined> => {
    if (isFree) return {};
    if (stripe.isUsed) return stripe.token();
    return cardOf(card);
  };

  const show = (outcome: CheckoutResult): void => {
    if (outcome.kind === 'placed') {
      card.reset(emptyCard);
      return finish(outcome.answer);
    }
    const loose = outcome.kind === 'invalid' ? showFaults(outcome.faults, checkout, card) : [];
    const refusal = refusalOf(outcome);
    tell(refusal && { ...refusal, reasons: [...refusal.reasons, ...loose] });
    // What is not decided holds its goods, and the cart would miss them.
    if (refusal?.isFinal) cart.refresh();
  };

  const place = async (isFree: boolean): Promise<void> => {
    setPlacing(true);
    tell(undefined);
    try {
      const means = await paymentOf(isFree);
      const passwords = passwordsOf(checkout.billingValues);
      if (means) show(await placeOrder(bodyOf(checkout, cart, userId), { card: means, passwords }, confirm));
    } catch (error) {
      tell({ title: systemError, reasons: error instanceof Error ? [error.message] : [], isFinal: true });
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

/** What is sent besides card and passwords: the forms, the cart with the prices seen, and the total seen. */
function bodyOf(
  { billingValues, shippingValues }: Checkout,
  { priced, lines, promo }: Cart,
  userId: string | null,
): OrderBody {
  const { registerAccount } = billingValues;
  return {
    billingInfo: billingBody(billingValues) as OrderBody['billingInfo'], // the form was checked
    shippingInfo: shippingBody(shippingValues, billingValues),
    promoCode: priced?.promoApplied ? promo : null,
    userId: registerAccount ? null : userId,
    ipAddress: '',
    expectedTotal: priced?.total,
    cartItems: (lines ?? []).map(({ id, variationItemId, qty, price }) => ({ id, variationItemId, qty, price })),
  };
}

const passwordsOf = ({ registerAccount, password, confirmPassword }: BillingValues): Secrets['passwords'] =>
  registerAccount ? { password, confirmPassword } : {};

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
