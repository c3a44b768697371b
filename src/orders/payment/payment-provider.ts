import type { Cents } from '#lib/money.ts';

/** An amount to be paid. The provider charges once for each `key`, however often it is sent. */
export interface Charge {
  /** The checkout's Idempotency-Key. */
  key: string;
  orderId: string;
  amount: Cents;
}

/** The charge of an order, with how it is paid. */
export interface OrderCharge extends Charge {
  provider: string;
}

/** A card as typed (digits only, `MM/YY`), or a token from the provider's own form. Never stored or logged. */
export type PaymentMethod =
  | { kind: 'card'; number: string; expiryDate: string; cvc: string }
  | { kind: 'token'; token: string };

/** The part of a card that is stored. */
export interface Card {
  /** "Visa" */
  brand: string;
  lastFour: string;
}

export interface Paid {
  kind: 'paid';
  /** The provider's id of the charge, which refunds refer to. */
  reference: string;
  card: Card | null;
}

export interface Declined {
  kind: 'declined';
  /** A sentence for the buyer. */
  reason: string;
}

/** `noResponse`: the result is unknown; read the charge later. `requiresAction`: the bank asks the buyer to confirm the payment in the browser. */
export type ChargeResult = Paid | Declined | { kind: 'requiresAction'; clientSecret: string } | { kind: 'noResponse' };

/** An order of $0 is paid without a provider. */
export const nothingToPay: Paid = { kind: 'paid', reference: '', card: null };

/** An order on account is placed without a provider, and is owed. */
export const onAccount: Paid = { kind: 'paid', reference: '', card: null };

/** `unknown`: the charge has not reached the provider. It may still do so until `cancel` makes that impossible. */
export type ChargeState = ChargeResult | { kind: 'unknown' };

export interface Refund {
  /** Idempotency key: the provider pays only once for each key. */
  key: string;
  /** Reference of the charge that is refunded. */
  reference: string;
  amount: Cents;
}

/** The refund of an order, with how the order was paid. */
export interface OrderRefund extends Refund {
  provider: string;
}

/** `refused` is final for its key. A paid refund can become refused days later, when the bank returns the money. */
export type RefundResult = { kind: 'refunded' } | RefusedRefund | { kind: 'noResponse' };

export interface RefusedRefund {
  kind: 'refused';
  /** A sentence for the administrator; null if the provider gives no reason. */
  reason: string | null;
}

/** `unknown`: the refund never reached the provider. */
export type RefundState = RefundResult | { kind: 'unknown' };

/** How an order is paid: by card with one of the first two, or on account. Stored with the order. */
export type PaymentProvider = 'test' | 'stripe' | 'account';

/**
 * What becomes of the charges and refunds of orders. Its functions do not throw when the provider refuses or does not respond; `declined`
 * is final for its key.
 */
export interface ChargesAndRefunds {
  /** Reads the state of a charge; never charges. */
  readCharge(charge: Charge): Promise<ChargeState>;
  /** Cancels an unpaid charge, so that it can never be paid. Paid and declined are final; after `noResponse`, call `cancel` again. */
  cancel(charge: Charge): Promise<ChargeResult>;
  refund(refund: Refund): Promise<RefundResult>;
  /** Reads the state of a refund; never pays. */
  readRefund(refund: Refund): Promise<RefundState>;
}

/** The interface to a payment provider of cards. */
export interface Payments extends ChargesAndRefunds {
  readonly provider: Exclude<PaymentProvider, 'account'>;
  /** The key for the provider's form in the browser; null if it needs none. */
  readonly publishableKey: string | null;
  charge(charge: Charge, method: PaymentMethod): Promise<ChargeResult>;
}

/**
 * Orders on account: the order's transaction has reserved their total in the account's credit, so the charge is always
 * there, and a refund is an entry in the account's ledger that `confirmRefund` writes.
 */
const accountProvider: ChargesAndRefunds = {
  readCharge: async () => onAccount,
  cancel: async () => onAccount,
  refund: async () => ({ kind: 'refunded' }),
  readRefund: async () => ({ kind: 'unknown' }),
};

/** What charges and refunds an order whose `payment_provider` is `provider`. */
export const providerOf = (payments: Payments, provider: string): ChargesAndRefunds =>
  provider === 'account' ? accountProvider : payments;

/** Sentences for the buyer, by the provider's decline code. */
const declines: Record<string, string> = {
  insufficient_funds: 'Your card has insufficient funds.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  invalid_cvc: "Your card's security code is incorrect.",
  incorrect_number: 'Your card number is incorrect.',
  invalid_number: 'Your card number is incorrect.',
  processing_error: 'An error occurred while processing your card. Please try again.',
  authentication_failed: 'Your bank could not confirm this payment.',
  payment_intent_authentication_failure: 'Your bank could not confirm this payment.',
  amount_too_small: 'This amount is too small to be paid by card.',
  withdrawn: 'The payment was not completed. You have not been charged.',
};

/** The declined result, with the message for `code` that buyers see. */
export const declined = (code: string | undefined): Declined => ({
  kind: 'declined',
  reason: (code !== undefined && declines[code]) || 'Your card was declined.',
});

/** Sentences for the administrator, by the provider's failure code. */
const refundFailures: Record<string, string> = {
  balance_insufficient: 'There is too little money in the account at the payment provider.',
  insufficient_funds: 'There is too little money in the account at the payment provider.',
  expired_or_canceled_card: 'The card used to pay has expired or been closed.',
  lost_or_stolen_card: 'The card used to pay was reported lost or stolen.',
  declined: "The buyer's bank declined the refund.",
  charge_already_refunded: 'The payment has been refunded at the payment provider already.',
  charge_for_pending_refund_disputed: 'The buyer disputes the payment with their bank.',
};

/** The refused result, with the message for `code` that administrators see. */
export const refusedRefund = (code: string | null | undefined): RefusedRefund => ({
  kind: 'refused',
  reason: (code && refundFailures[code]) || null,
});
