import { type Dispatch, type SetStateAction, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Cart } from '#storefront/cart/use-cart.ts';
import type { Fault } from '#lib/api/problem.ts';
import { sentences } from '../checkout-sentences.ts';
import type { OrderBody } from './pending-checkout.ts';
import { digitsOf, isExpiryAhead } from '../payment/card-format.ts';
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

/** Why an order was not placed: a sentence from the shop specification, section 8, and the reasons. */
export interface Refusal {
  title: string;
  reasons: string[];
  /** Nothing was ordered, so the message is cleared when the card changes. */
  isFinal: boolean;
  /** The order that somebody else must approve. */
  toApprove?: OrderBody;
}
export type ShowRefusal = Dispatch<SetStateAction<Refusal | undefined>>;

/** The message for an order that was not placed; undefined if there is nothing to say. */
export function refusalOf(outcome: Exclude<CheckoutResult, { kind: 'placed' }>): Refusal | undefined {
  if (outcome.kind === 'notSent') return undefined;
  const { kind, reasons } = outcome;
  const title = kind === 'unknown' || kind === 'lost' ? systemError : issueError;
  return { title, reasons, isFinal: kind === 'refused' || kind === 'invalid' };
}

export interface PlaceOrderOptions {
  checkout: Checkout;
  cart: Cart;
  /** Null for a guest. */
  userId: string | null;
  setRefusal: ShowRefusal;
  finish: (answer: OrderAnswer) => void;
}

interface Placing {
  isFree: boolean;
  /** For an order of a trade account. */
  trade: OrderBody['trade'];
}

/** Places the order: checks the card, sends the order until it is decided, and shows all faults. */
export function usePlaceOrder(
  { checkout, cart, userId, setRefusal, finish }: PlaceOrderOptions,
  card: UseFormReturn<CardValues>,
  stripe: StripePayment,
  confirm: Confirm,
) {
  const [isPlacing, setPlacing] = useState(false);

  const show = (outcome: CheckoutResult, body: OrderBody): void => {
    if (outcome.kind === 'placed') {
      card.reset(emptyCard);
      return finish(outcome.answer);
    }
    const otherMessages = outcome.kind === 'invalid' ? showFaults(outcome.faults, checkout, card) : [];
    const refusal = refusalOf(outcome);
    const toApprove = outcome.kind === 'refused' && outcome.needsApproval ? { toApprove: body } : {};
    setRefusal(refusal && { ...refusal, reasons: [...refusal.reasons, ...otherMessages], ...toApprove });
    // The cart is not refreshed after an undecided order: that order reserves its goods, so the cart would report them as out of stock.
    if (refusal?.isFinal) cart.refresh();
  };

  const place = async ({ isFree, trade }: Placing): Promise<void> => {
    setPlacing(true);
    setRefusal(undefined);
    try {
      // Undefined for an incomplete card; the form then shows what is missing.
      const payment = isFree || trade?.isOnAccount ? {} : await (stripe.isUsed ? stripe.token() : cardOf(card));
      const passwords = passwordsOf(checkout.billingValues);
      const body = { ...bodyOf(checkout, cart, userId), ...(trade && { trade }) };
      if (payment) show(await placeOrder(body, { card: payment, passwords }, confirm), body);
    } catch (error) {
      setRefusal({ title: systemError, reasons: error instanceof Error ? [error.message] : [], isFinal: true });
    } finally {
      setPlacing(false);
    }
  };
  return { isPlacing, place };
}

/** The card as it is sent; undefined if it is invalid, in which case the form shows why. */
async function cardOf(card: UseFormReturn<CardValues>): Promise<CardValues | undefined> {
  if (!(await card.trigger())) return undefined;
  const { cardNumber, expiryDate, cvc } = card.getValues();
  if (!isExpiryAhead(expiryDate, new Date())) {
    card.setError('expiryDate', { type: 'expired', message: sentences.cardExpired });
    return undefined;
  }
  return { cardNumber: digitsOf(cardNumber), expiryDate: expiryDate.replaceAll(' ', ''), cvc };
}

/** The order as it is sent, without card and passwords: the forms, the cart, and the prices and total that the buyer sees. */
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

/** Shows the server's faults at their fields; returns the messages of faults that have no field on this tab. */
function showFaults(faults: Fault[], { billing, shipping }: Checkout, card: UseFormReturn<CardValues>): string[] {
  return faults.flatMap(({ path, message }) => {
    const [part, field] = path.split('.');
    const error = { type: 'server', message };
    if (part === 'billingInfo' && field)
      billing.setError(field as keyof BillingValues, error); // a field of the billing form
    else if (part === 'shippingInfo' && field) shipping.setError(field as 'firstName', error); // a field of the delivery form
    if (part === undefined || !(part in emptyCard)) return [message];
    card.setError(part as keyof CardValues, error); // a field of the card form
    return [];
  });
}
