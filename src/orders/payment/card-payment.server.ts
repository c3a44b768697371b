import { dayOf } from '#lib/day.ts';
import { badInput, type Fault, type Problem } from '#lib/api/problem.ts';
import { cardDigits, sentences } from '../checkout-form.ts';
import type { CheckoutBody } from '../contract.ts';
import type { PaymentMethod, Payments } from './payment.ts';

/** The faults of a checkout without a card. */
export const cardMissing = (provider: Payments['provider']): Problem =>
  badInput(
    ...(provider === 'stripe' ? ['paymentToken'] : ['cardNumber', 'expiryDate', 'cvc']).map((path) => ({
      path,
      message: sentences.cardRequired,
    })),
  );

/**
 * What a checkout pays with, for this provider; null where it brings nothing, which is right for $0. Its shape has been
 * checked; throws 400 for a card that has expired.
 */
export function cardPaymentMethod(
  body: CheckoutBody,
  { provider, now }: { provider: Payments['provider']; now: Date },
): PaymentMethod | null {
  const { cardNumber, expiryDate, cvc, paymentToken } = body;
  if (provider === 'stripe') return paymentToken ? { kind: 'token', token: paymentToken } : null;
  if (!cardNumber || !expiryDate || !cvc) return null;
  if (hasExpired(expiryDate, now)) throw badInput(cardExpired);
  return { kind: 'card', number: cardDigits(cardNumber), expiryDate: monthAndYear(expiryDate).join('/'), cvc };
}

export const cardExpired: Fault = { path: 'expiryDate', message: sentences.cardExpired };

/** A card is good until the end of its month; dates of one form compare as text. */
export function hasExpired(expiryDate: string, now: Date): boolean {
  const [month, year] = monthAndYear(expiryDate);
  return `20${year}-${month}` < dayOf(now).slice(0, 7);
}

function monthAndYear(expiryDate: string): [month: string, year: string] {
  const [month = '', year = ''] = expiryDate.split('/').map((part) => part.trim());
  return [month, year];
}
