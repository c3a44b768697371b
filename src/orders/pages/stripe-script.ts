/** The part of Stripe.js that the checkout uses, as its reference describes it. */
export interface Stripe {
  elements(options: { mode: 'payment'; amount: number; currency: string }): StripeElements;
  createConfirmationToken(options: { elements: StripeElements }): Promise<{
    confirmationToken?: { id: string };
    error?: { message?: string };
  }>;
  handleNextAction(options: { clientSecret: string }): Promise<{ error?: { message?: string } }>;
}

export interface StripeElements {
  create(type: 'payment', options: { layout: 'tabs' }): { mount(place: HTMLElement): void; unmount(): void };
  update(options: { amount: number }): void;
  submit(): Promise<{ error?: { message?: string } }>;
}

declare global {
  interface Window {
    Stripe?: (publishableKey: string) => Stripe;
  }
}

const address = 'https://js.stripe.com/v3/';
export const cardRequired = 'Card details are required.';

/** Loads Stripe's own script, as its terms ask, once for a page. */
export async function loadStripe(publishableKey: string): Promise<Stripe> {
  if (!window.Stripe) {
    await new Promise<void>((resolve, reject) => {
      const script = document.createElement('script');
      script.src = address;
      script.onload = () => resolve();
      script.onerror = () => reject(new Error('Unable to load the card form. Check your network and reload the page.'));
      document.head.append(script);
    });
  }
  if (!window.Stripe) throw new Error(cardRequired);
  return window.Stripe(publishableKey);
}
