import { dayOf } from '#lib/day.ts';
import { badInput, type Fault, type Problem } from '#lib/api/problem.ts';
import { cardDigits } from '../checkout-form.ts';
import { sentences } from '../checkout-sentences.ts';
import type { CheckoutBody } from '../checkout-contract.ts';
import type { PaymentMethod, PaymentProvider, Payments } from './payment-provider.ts';

/** The 400 error for a checkout that has an amount to pay but no card or token. */
export const cardMissing = (provider: PaymentProvider): Problem =>
  badInput(
    ...(provider === 'stripe' ? ['paymentToken'] : ['cardNumber', 'expiryDate', 'cvc']).map((path) => ({
      path,
      message: sentences.cardRequired,
    })),
  );

/** The payment method in a checkout's body; null if there is none, as for an order of $0. Throws 400 for an expired card. */
export function cardPaymentMethod(
  body: Pick<CheckoutBody, 'cardNumber' | 'expiryDate' | 'cvc' | 'paymentToken'>,
  { provider, now }: { provider: Payments['provider']; now: Date },
): PaymentMethod | null {
  const { cardNumber, expiryDate, cvc, paymentToken } = body;
  if (provider === 'stripe') return paymentToken ? { kind: 'token', token: paymentToken } : null;
  if (!cardNumber || !expiryDate || !cvc) return null;
  if (hasExpired(expiryDate, now)) throw badInput(cardExpired);
  return { kind: 'card', number: cardDigits(cardNumber), expiryDate: monthAndYear(expiryDate).join('/'), cvc };
}

export const cardExpired: Fault = { path: 'expiryDate', message: sentences.cardExpired };

/** A card is valid until the end of its month in Sydney. `YYYY-MM` strings compare chronologically. */
export function hasExpired(expiryDate: string, now: Date): boolean {
  const [month, year] = monthAndYear(expiryDate);
  return `20${year}-${month}` < dayOf(now).slice(0, 7);
}

function monthAndYear(expiryDate: string): [month: string, year: string] {
  const [month = '', year = ''] = expiryDate.split('/').map((part) => part.trim());
  return [month, year];
}
