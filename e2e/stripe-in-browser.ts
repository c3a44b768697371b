import type { BrowserContext, Page, Route } from '@playwright/test';
import type { StripeStandIn } from '../test/stripe-stand-in.ts';

/*
 * Stands in for what Stripe runs in a buyer's browser, which tests can't load: its script, the frame with the card's fields
 * that the script puts into the page, and the bank's step over it. It does what Stripe.js documents for the calls that our
 * page makes, and like Stripe.js it keeps the card in frames of another origin, which alone send it on, to Stripe.
 */

/** Stripe's test card numbers, by what they do. */
export const cards = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  asksTheBank: '4000002760003184',
} as const;

const behaviours: Record<string, string> = {
  [cards.pays]: 'visa',
  [cards.declined]: 'chargeDeclined',
  [cards.asksTheBank]: 'threeDSecure2Required',
};

interface Look {
  variables: Record<string, string>;
  rules: Record<string, Record<string, string>>;
}

interface Told {
  from: string;
  about: string;
  /** The error's sentence, or what was created. */
  fault?: string;
  token?: string;
  height?: number;
}

/** Runs in the page: `window.Stripe`. */
function script(): void {
  interface Options {
    amount?: number;
    appearance?: Look;
  }
  const origin = 'https://js.stripe.com';
  const frameIn = (place: HTMLElement, path: string, title: string): HTMLIFrameElement => {
    const frame = document.createElement('iframe');
    frame.src = `${origin}${path}`;
    frame.title = title;
    frame.style.cssText = 'border:0;width:100%;display:block';
    place.append(frame);
    return frame;
  };
  const heard = (frame: HTMLIFrameElement, act: (told: Told) => void): void =>
    window.addEventListener('message', ({ source, origin: from, data }) => {
      if (source === frame.contentWindow && from === origin) act(data as Told);
    });
  const elementsOf = (options: Options) => {
    let frame: HTMLIFrameElement | undefined;
    const handlers = new Map<string, () => void>();
    const waiting = new Map<string, (told: Told) => void>();
    const send = (message: object) => frame?.contentWindow?.postMessage(message, origin);
    const ask = (about: string) =>
      new Promise<Told>((done) => {
        waiting.set(about, done);
        send({ about });
      });
    const mount = (place: HTMLElement): void => {
      frame = frameIn(place, '/fields.html', 'Secure payment input frame');
      heard(frame, (told) => {
        if (told.height && frame) frame.style.height = `${told.height}px`;
        if (told.about === 'loaded') send({ about: 'options', ...options });
        handlers.get(told.about)?.();
        waiting.get(told.about)?.(told);
      });
    };
    return {
      ask,
      create: () => ({
        mount,
        destroy: () => frame?.remove(),
        on: (event: string, act: () => void) => handlers.set(event, act),
      }),
      update: (changes: Options) => send({ about: 'options', ...Object.assign(options, changes) }),
      async submit() {
        const { fault } = await ask('submit');
        return fault ? { error: { type: 'validation_error', message: fault } } : {};
      },
    };
  };
  const createConfirmationToken = async ({ elements }: { elements: ReturnType<typeof elementsOf> }) => {
    const { token } = await elements.ask('token');
    return token ? { confirmationToken: { id: token } } : { error: { type: 'api_error', message: 'No token.' } };
  };
  const handleNextAction = ({ clientSecret }: { clientSecret: string }) =>
    new Promise<object>((done) => {
      const frame = frameIn(document.body, `/step.html#${clientSecret}`, "Your bank's step");
      frame.style.cssText = 'position:fixed;inset:0;width:100%;height:100%;border:0;z-index:9999';
      heard(frame, ({ fault }) => {
        frame.remove();
        done(fault ? { error: { type: 'card_error', message: fault } } : { paymentIntent: { status: 'succeeded' } });
      });
    });
  Object.assign(window, { Stripe: () => ({ elements: elementsOf, createConfirmationToken, handleNextAction }) });
}

/** Runs in the frame of the card's fields. */
function cardFrame(): void {
  const form = document.forms[0] ?? document.createElement('form');
  const style = document.head.appendChild(document.createElement('style'));
  const tell = (message: object): void =>
    window.parent.postMessage({ ...message, height: document.documentElement.offsetHeight }, '*');
  const css = (rule: Record<string, string> = {}): string =>
    Object.entries(rule)
      .map(([name, value]) => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value};`)
      .join('');
  const show = ({ variables: v, rules }: Look): void => {
    style.textContent = `
      * { box-sizing: border-box; margin: 0; font: inherit; color: inherit; }
      body { font: ${v['fontSizeBase']} ${v['fontFamily']}; color: ${v['colorText']}; }
      form { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; padding: 1px; }
      label { display: grid; gap: 4px; ${css(rules['.Label'])} }
      label:first-child, [role=alert] { grid-column: 1 / -1; }
      input { font-size: ${v['fontSizeBase']}; font-weight: 400; width: 100%; background: ${v['colorBackground']};
        border-radius: ${v['borderRadius']}; ${css(rules['.Input'])} }
      input::placeholder { color: ${v['colorTextPlaceholder']}; opacity: 1; }
      input:focus { ${css(rules['.Input:focus'])} }
      [role=alert] { color: ${v['colorDanger']}; font-size: 14px; }`;
  };
  const fault = (): string | undefined => {
    const text = form.checkValidity() ? '' : 'Your card number is incomplete.';
    const box = form.querySelector('[role=alert]');
    if (box) box.textContent = text;
    if (text) form.querySelector<HTMLInputElement>(':invalid')?.focus();
    return text || undefined;
  };
  const token = async (): Promise<string> => {
    const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    const answer = await fetch('https://api.stripe.com/v1/confirmation_tokens', { method: 'POST', body });
    return ((await answer.json()) as { id: string }).id;
  };
  form.addEventListener('input', () => tell({ about: 'change' }));
  window.addEventListener('message', ({ data }) => {
    const { about, appearance } = data as { about: string; appearance?: Look };
    if (appearance) show(appearance);
    if (about === 'options') tell({ about: 'ready' });
    if (about === 'submit') tell({ about, fault: fault() });
    if (about === 'token') void token().then((made) => tell({ about, token: made }));
  });
  tell({ about: 'loaded' });
}

/** Runs in the frame of the bank's step. */
function bankFrame(): void {
  const answer = async (event: Event): Promise<void> => {
    const { value } = event.currentTarget as HTMLButtonElement;
    const body = new URLSearchParams({ client_secret: location.hash.slice(1), value });
    await fetch('https://api.stripe.com/v1/step', { method: 'POST', body });
    const fault = value === 'complete' ? undefined : 'We are unable to authenticate your payment method.';
    window.parent.postMessage({ about: 'step', fault }, '*');
  };
  for (const button of document.querySelectorAll('button')) {
    button.onclick = (event) => void answer(event);
    button.disabled = false; // enabled only now, because earlier it would do nothing
  }
  document.querySelector('button')?.focus();
}

const field = (label: string, name: string, hint: string): string =>
  `<label>${label} <input name="${name}" inputmode="numeric" required placeholder="${hint}"></label>`;

const page = (title: string, body: string, act: () => void): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body>${body}<script>(${act})()</script></body></html>`;

const answers: Record<string, { contentType: string; body: string }> = {
  '/endive/stripe.js': { contentType: 'text/javascript', body: `(${script})()` },
  '/fields.html': {
    contentType: 'text/html',
    body: page(
      'Card',
      `<form>${field('Card number', 'number', '1234 1234 1234 1234')}${field('Expiration date', 'exp', 'MM / YY')}${field('Security code', 'cvc', 'CVC')}<div role="alert"></div></form>`,
      cardFrame,
    ),
  },
  '/step.html': {
    contentType: 'text/html',
    body: page(
      "Your bank's step",
      `<main style="height:100vh;display:grid;place-content:center;gap:1rem;background:#fff;color:#111">
        <h1>Your bank asks</h1><button disabled value="complete">Complete</button><button disabled value="fail">Cancel</button>
        <button disabled value="break">Break</button></main>`,
      bankFrame,
    ),
  },
};

/** Serves Stripe's URLs to the pages of this context. `sent` collects what they send to Stripe's API. */
export async function standForStripe(context: BrowserContext, standIn: StripeStandIn): Promise<void> {
  await context.route('https://js.stripe.com/**', (route) =>
    route.fulfill(answers[new URL(route.request().url()).pathname] ?? { status: 404 }),
  );
  await context.route('https://api.stripe.com/**', (route) => answerApi(route, standIn));
}

async function answerApi(route: Route, standIn: StripeStandIn): Promise<void> {
  const form = new URLSearchParams(route.request().postData() ?? '');
  const headers = { 'access-control-allow-origin': '*' };
  if (route.request().url().endsWith('/confirmation_tokens')) {
    const number = (form.get('number') ?? '').replaceAll(' ', '');
    return route.fulfill({ headers, json: { id: `ctoken_${behaviours[number] ?? 'unknown'}` } });
  }
  const [id = ''] = (form.get('client_secret') ?? '').split('_secret_');
  // 'break' is a step that is interrupted: the bank still waits for it.
  if (form.get('value') !== 'break') standIn.finishAction(id, form.get('value') === 'complete');
  return route.fulfill({ headers, json: {} });
}

export const cardFields = (from: Page) => from.frameLocator('iframe[title="Secure payment input frame"]');
export const bankStep = (from: Page) => from.frameLocator('iframe[title="Your bank\'s step"]');

/** Presses a button of the bank's step, without the mouse, because a frame that has just appeared may lose its clicks. */
export const answerBank = (on: Page, name: 'Complete' | 'Cancel' | 'Break') =>
  bankStep(on).getByRole('button', { name, disabled: false }).dispatchEvent('click');

export async function fillCard(on: Page, number: string): Promise<void> {
  const fields = cardFields(on);
  await fields.getByLabel('Card number').fill(number);
  await fields.getByLabel('Expiration date').fill('08 / 40');
  await fields.getByLabel('Security code').fill('737');
}
