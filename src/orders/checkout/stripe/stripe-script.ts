/** The part of Stripe.js that the checkout uses, as its reference describes it. */
export interface Stripe {
  elements(options: ElementsOptions): StripeElements;
  createConfirmationToken(options: { elements: StripeElements }): Promise<{
    confirmationToken?: { id: string };
    error?: StripeError;
  }>;
  handleNextAction(options: { clientSecret: string }): Promise<{ error?: StripeError }>;
}

interface StripeError {
  /** 'validation_error' if the fields show the error themselves. */
  type?: string;
  message?: string;
}

interface ElementsOptions {
  mode: 'payment';
  /** In cents. */
  amount: number;
  currency: string;
  /** Must be the same as in the server's payment intents. */
  allowedPaymentMethodTypes: string[];
  appearance: Appearance;
}

/** The look of Stripe's fields, whose frame our style sheets can't reach. */
export interface Appearance {
  theme: 'stripe';
  variables: Record<string, string>;
  rules: Record<string, Record<string, string>>;
}

export interface StripeElements {
  create(type: 'payment', options: { layout: 'tabs' }): StripeField;
  update(options: { amount?: number; appearance?: Appearance }): void;
  submit(): Promise<{ error?: StripeError }>;
}

interface StripeField {
  mount(place: HTMLElement): void;
  destroy(): void;
  /** If the fields can't be loaded, 'loaderror' is fired instead of 'ready'. */
  on(event: 'ready' | 'loaderror' | 'change', handler: () => void): void;
}

declare global {
  interface Window {
    Stripe?: (publishableKey: string) => Stripe;
  }
}

/** The script's version is named after the API version and must match the server's `stripe` package. */
const address = 'https://js.stripe.com/endive/stripe.js';
const loadTimeoutMs = 20_000;

export const cardFormError = 'Unable to load the card form. Check your network and try again.';

/** Loads Stripe's script from Stripe, as its terms require. Throws if that fails; another call tries again. */
export async function loadStripe(publishableKey: string): Promise<Stripe> {
  if (!window.Stripe) await loadScript();
  if (!window.Stripe) throw new Error(cardFormError);
  return window.Stripe(publishableKey);
}

const loadScript = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = (): void => {
      script.remove();
      reject(new Error(cardFormError));
    };
    const timer = setTimeout(fail, loadTimeoutMs);
    script.src = address;
    script.onload = () => {
      clearTimeout(timer);
      resolve();
    };
    script.onerror = () => {
      clearTimeout(timer);
      fail();
    };
    document.head.append(script);
  });
