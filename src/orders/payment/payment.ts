import type { Cents } from '#lib/money.ts';

/** What is to be paid. The provider takes `key` once, whatever reaches it twice. */
export interface Charge {
  /** The checkout's Idempotency-Key. */
  key: string;
  orderId: string;
  amount: Cents;
}

/** With what: a card as typed (digits only, `MM/YY`), or a token that the provider's own form made. Never stored or logged. */
export type PaymentMethod =
  | { kind: 'card'; number: string; expiryDate: string; cvc: string }
  | { kind: 'token'; token: string };

/** What is kept of a card. */
export interface Card {
  /** "Visa" */
  brand: string;
  lastFour: string;
}

export interface Paid {
  kind: 'paid';
  /** The provider's own name of the charge; refunds need it. */
  reference: string;
  card: Card | null;
}

export interface Declined {
  kind: 'declined';
  /** For the buyer. */
  reason: string;
}

/** `unanswered`: nobody knows yet; ask again. `requiresAction`: the buyer's bank wants a further step in the browser. */
export type ChargeResult = Paid | Declined | { kind: 'requiresAction'; clientSecret: string } | { kind: 'unanswered' };

/** An order of $0 is paid without asking anybody. */
export const nothingToPay: Paid = { kind: 'paid', reference: '', card: null };

/** `unknown`: the charge never reached the provider. It still might; `withdraw` makes sure. */
export type ChargeState = ChargeResult | { kind: 'unknown' };

export interface Refund {
  /** Names this refund, so that the provider pays it back once. */
  key: string;
  /** The charge's. */
  reference: string;
  amount: Cents;
}

/**
 * `refused` is final: the key is then worth nothing. A refund that was paid may be refused days later, where the bank sends the
 * money back.
 */
export type RefundResult = { kind: 'refunded' } | RefusedRefund | { kind: 'unanswered' };

export interface RefusedRefund {
  kind: 'refused';
  /** For the administrator; null where the provider does not say why. */
  reason: string | null;
}

/** `unknown`: it never reached the provider. */
export type RefundState = RefundResult | { kind: 'unknown' };

/**
 * The payment provider, as orders see it (contract, section 5). Nothing here throws for what a provider answers or fails
 * to answer; `declined` is final, the key is then worth nothing.
 */
export interface Payments {
  readonly provider: 'test' | 'stripe';
  /** What the browser's form needs. */
  readonly publishableKey: string | null;
  charge(charge: Charge, means: PaymentMethod): Promise<ChargeResult>;
  /** What became of a charge; takes nothing. */
  readCharge(charge: Charge): Promise<ChargeState>;
  /** Makes a charge that is not paid impossible: afterwards it is paid or declined for ever (or unanswered: try again). */
  cancel(charge: Charge): Promise<ChargeResult>;
  refund(refund: Refund): Promise<RefundResult>;
  /** What became of a refund; pays nothing. */
  readRefund(refund: Refund): Promise<RefundState>;
}

/** Sentences for the buyer, by what providers call it. */
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
  withdrawn: 'The payment was not completed. You have not been charged.',
};

/** What a buyer reads about a payment that was refused for `code`. */
export const declined = (code: string | undefined): Declined => ({
  kind: 'declined',
  reason: (code !== undefined && declines[code]) || 'Your card was declined.',
});

/** Sentences for the administrator, by what providers call it. */
const refundFailures: Record<string, string> = {
  balance_insufficient: 'There is too little money in the account at the payment provider.',
  insufficient_funds: 'There is too little money in the account at the payment provider.',
  expired_or_canceled_card: 'The card that paid is expired or closed.',
  lost_or_stolen_card: 'The card that paid was reported lost or stolen.',
  declined: "The buyer's bank declined it.",
  charge_for_pending_refund_disputed: 'The buyer disputes the payment with their bank.',
};

/** What an administrator reads about a refund that was refused for `code`. */
export const refusedRefund = (code: string | null | undefined): RefusedRefund => ({
  kind: 'refused',
  reason: (code && refundFailures[code]) || null,
});
