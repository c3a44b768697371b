import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { NonceContext } from './lib/api/nonce.ts';

// Browsers hide the attribute from scripts, but not the property.
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;

// Loaded after the code that a first visit waits for. Until then, a click may have to be repeated.
void import('./ui/button/steady-press.ts').then(
  ({ installSteadyPress }) => installSteadyPress(document),
  () => undefined,
);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <NonceContext value={nonce}>
        <HydratedRouter />
      </NonceContext>
    </StrictMode>,
  );
});
